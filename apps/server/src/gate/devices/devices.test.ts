import { enrolDevice as enrolDeviceCall, readDevice as readDeviceCall } from '@kippu/contract/gate'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { OWNER } from '../../../test/owner.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { serve } from '../../platform/http/route.ts'
import { hashToken } from '../../platform/tokens.ts'
import { addDevice, type AddedDevice } from './add-device.ts'
import { addGate } from './add-gate.ts'
import { closeGate } from './close-gate.ts'
import { createDeviceKeys } from './device-keys.ts'
import { enrolDevice } from './enrol-device.ts'
import { findGateByCode } from './find-gate.ts'
import { revokeDevice } from './revoke-device.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
afterAll(() => server.close())

let made = 0
async function newGate(siteKey = 'demo'): Promise<string> {
  made += 1
  const id = await addGate(byStaff(OWNER, server.deps), { siteKey, name: `Gate ${made}` })
  if (id === null) throw new Error('its name is taken')
  return id
}
const newDevice = async (gateId: string, siteKey = 'demo') =>
  addDevice(byStaff(OWNER, server.deps), { siteKey, gateId, name: 'Tablet' })

const enrol = (token: string, host = 'localhost') =>
  server.app.inject({
    method: 'POST',
    url: enrolDeviceCall.path,
    headers: { host },
    payload: { enrolment_token: token },
  })
const read = (authorization: string | undefined, host = 'localhost') =>
  server.app.inject({
    url: readDeviceCall.path,
    headers: { host, ...(authorization !== undefined && { authorization }) },
  })

interface Enrolled extends AddedDevice {
  readonly gateId: string
  readonly key: string
}
async function enrolled(): Promise<Enrolled> {
  const gateId = await newGate()
  const device = await newDevice(gateId)
  const { device_key: key } = (await enrol(device.enrolmentToken)).json<{ device_key: string }>()
  return { ...device, gateId, key }
}
const rowOf = (id: string) =>
  server.db.read(db =>
    db.selectFrom('gate_devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const change = async (query: ReturnType<typeof sql>) => {
  await server.db.transaction(tx => query.execute(tx))
}

const UNKNOWN = { error: 'record not found' }
const NOT_ENROLLED = { error: 'device not enrolled' }

describe('a device is enrolled', () => {
  test('by its code, and is told who it is in the words of its site', async () => {
    const gateId = await newGate('mori')
    const { id, enrolmentToken } = await newDevice(gateId, 'mori')
    const answer = await enrol(enrolmentToken, 'mori.localhost')
    expect(answer.statusCode).toBe(201)
    const { device_key: key, device } = answer.json<{ device_key: string; device: object }>()
    expect(device).toEqual({
      device_name: 'Tablet',
      gate_name: `Gate ${made}`,
      site_name: server.deps.sites.find('mori')?.name.ja,
      lang: 'ja',
    })
    expect((await read(`Bearer ${key}`, 'mori.localhost')).json()).toEqual(device)
    const { key_hash: stored } = await rowOf(id)
    expect(stored).toEqual(hashToken(key))
  })

  test('once', async () => {
    const { enrolmentToken } = await enrolled()
    const again = await enrol(enrolmentToken)
    expect([again.statusCode, again.json()]).toEqual([404, UNKNOWN])
  })

  test('of several who use one code at once by one', async () => {
    const { enrolmentToken, id } = await newDevice(await newGate())
    const enrolling: Array<ReturnType<typeof enrol>> = []
    // All of them have come to the row before the first one may have it.
    await server.db.transaction(async tx => {
      await tx.selectFrom('gate_devices').select('id').where('id', '=', id).forUpdate().execute()
      for (let device = 0; device < 3; device += 1) enrolling.push(enrol(enrolmentToken))
      let waiting = 0
      while (waiting < enrolling.length) waiting = await countWaiting(server.db)
    })
    const statuses = (await Promise.all(enrolling)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 404, 404])
  })

  test('within a quarter of an hour', async () => {
    const { enrolmentToken, id } = await newDevice(await newGate())
    await change(sql`update gate_devices set enrolment_ends_at = now() where id = ${id}::uuid`)
    expect((await enrol(enrolmentToken)).statusCode).toBe(404)
    const fresh = await newDevice(await newGate())
    await change(
      sql`update gate_devices set enrolment_ends_at = enrolment_ends_at - interval '14 min 30 s' where id = ${fresh.id}::uuid`,
    )
    expect((await enrol(fresh.enrolmentToken)).statusCode).toBe(201)
  })

  test('at its own site alone', async () => {
    const { enrolmentToken } = await newDevice(await newGate())
    expect((await enrol(enrolmentToken, 'mori.localhost')).statusCode).toBe(404)
    expect((await enrol(enrolmentToken)).statusCode).toBe(201)
  })

  test.each([
    ['it was revoked', ({ id }: AddedDevice) => revokeDevice(byStaff(OWNER, server.deps), { deviceId: id })],
    [
      'its gate was closed',
      (_: AddedDevice, gateId: string) => closeGate(byStaff(OWNER, server.deps), { gateId }),
    ],
  ])('unless %s in between', async (_, happens) => {
    const gateId = await newGate()
    const device = await newDevice(gateId)
    expect(await happens(device, gateId)).toBe(true)
    const { statusCode, body } = await enrol(device.enrolmentToken)
    expect([statusCode, JSON.parse(body)]).toEqual([404, UNKNOWN])
  })

  test('by nothing else: not by its key, a code of a gate, or anything that has the form of a code', async () => {
    const { key } = await enrolled()
    for (const token of [key, '', 'enr_', server.deps.tokens.derive('enrolment', 'nobody')])
      expect((await enrol(token)).statusCode).toBe(404)
  })

  test('and codes are guessed as seldom as passwords', async () => {
    const limited = await createShop({
      catalogue: 'demo',
      variables: { GUESSES_PER_MINUTE: '5' },
      replace: () => ({ loadLimits: 'on' }),
    })
    const guess = () =>
      limited.app.inject({
        method: 'POST',
        url: enrolDeviceCall.path,
        payload: { enrolment_token: 'enr_000000000000000000000000' },
      })
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await guess()).statusCode)
    await limited.close()
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })
})

describe('a call of the gate', () => {
  test.each([
    ['no header', () => undefined],
    ['the key without its scheme', ({ key }: Enrolled) => key],
    ['another scheme', ({ key }: Enrolled) => `Basic ${key}`],
    ['another word behind the key', ({ key }: Enrolled) => `Bearer ${key} x`],
    ['its enrolment code', ({ enrolmentToken }: Enrolled) => `Bearer ${enrolmentToken}`],
    ['a key that nobody has', () => `Bearer ${server.deps.tokens.derive('device', 'nobody')}`],
    ['a key of a device that is not enrolled yet', () => 'Bearer dev_000000000000000000000000'],
  ])('is refused with %s, and says no more', async (_, headerOf) => {
    const { statusCode, headers, body } = await read(headerOf(await enrolled()))
    expect([statusCode, JSON.parse(body)]).toEqual([401, NOT_ENROLLED])
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  test('is refused before anything else of it is judged', async () => {
    const { statusCode, body } = await server.app.inject({ url: `${readDeviceCall.path}?wrong=1` })
    expect([statusCode, JSON.parse(body)]).toEqual([401, NOT_ENROLLED])
    const { key } = await enrolled()
    const known = await server.app.inject({
      url: `${readDeviceCall.path}?wrong=1`,
      headers: { authorization: `bearer  ${key}` },
    })
    expect(known.statusCode).toBe(400)
  })

  test('is refused at another site', async () => {
    const { key } = await enrolled()
    expect((await read(`Bearer ${key}`, 'mori.localhost')).statusCode).toBe(401)
    expect((await read(`Bearer ${key}`)).statusCode).toBe(200)
    expect((await read(`Bearer ${key}`, 'mori.localhost')).statusCode).toBe(401)
  })

  test.each([
    [
      'its device was revoked',
      ({ id }: Enrolled) => revokeDevice(byStaff(OWNER, server.deps), { deviceId: id }),
    ],
    ['its gate was closed', ({ gateId }: Enrolled) => closeGate(byStaff(OWNER, server.deps), { gateId })],
  ])('is refused five seconds after %s, although it was answered a moment before', async (_, happens) => {
    const device = await enrolled()
    expect((await read(`Bearer ${device.key}`)).statusCode).toBe(200)
    expect(await happens(device)).toBe(true)
    expect(await happens(device)).toBe(false)
    server.clock.advance(5_000)
    expect((await read(`Bearer ${device.key}`)).statusCode).toBe(401)
  })

  test('notes that the device was seen, once a minute', async () => {
    const { id, key } = await enrolled()
    const seen = async () => {
      server.clock.advance(2_000)
      await read(`Bearer ${key}`)
      return (await rowOf(id)).last_seen_at
    }
    const first = await seen()
    expect(first).not.toBeNull()
    expect(await seen()).toEqual(first)
    await change(sql`update gate_devices set last_seen_at = now() - interval '59 s' where id = ${id}::uuid`)
    const before = (await rowOf(id)).last_seen_at
    expect(await seen()).toEqual(before)
    await change(sql`update gate_devices set last_seen_at = now() - interval '60 s' where id = ${id}::uuid`)
    expect((await seen())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity)
  })

  test('asks the database once for all calls of one moment, and writes nothing of a device that was just seen', async () => {
    const { key } = await enrolled()
    await read(`Bearer ${key}`)
    let [reads, writes] = [0, 0]
    const { deps } = server
    const db: typeof deps.db = {
      ...deps.db,
      read: work => {
        reads += 1
        return deps.db.read(work)
      },
      transaction: work => {
        writes += 1
        return deps.db.transaction(work)
      },
    }
    const keys = createDeviceKeys({ db, clock: deps.clock })
    const found = await Promise.all(Array.from({ length: 20 }, () => keys.find('demo', key)))
    expect(new Set(found.map(device => device?.siteKey))).toEqual(new Set(['demo']))
    expect([reads, writes]).toEqual([1, 0])
  })

  test('S-15.02: neither its header nor an enrolment code is in the log', async () => {
    const { key, enrolmentToken } = await enrolled()
    await read(`Bearer ${key}`)
    server.deps.log.warn({ headers: { authorization: `Bearer ${key}` }, device_key: key }, 'as by accident')
    const log = server.logged.join('')
    expect(log).toContain('as by accident')
    for (const secret of [key, enrolmentToken]) expect(log).not.toContain(secret)
  })

  test('cannot be served to everybody by mistake', () => {
    expect(() => serve(fastify(), readDeviceCall, () => Promise.reject(new Error('never')))).toThrow(
      'is for devices of a gate alone',
    )
  })
})

describe('the code of a gate', () => {
  const find = (code: string, siteKey = 'demo') => server.db.read(db => findGateByCode(db, siteKey, code))

  test('leads to it, at its site, while it is open', async () => {
    const id = await newGate()
    const code = server.deps.tokens.derive('gate', id)
    expect(await find(code)).toEqual({ id, name: `Gate ${made}` })
    expect(await find(code, 'mori')).toBeUndefined()
    expect(await find(`${code}x`)).toBeUndefined()
    await closeGate(byStaff(OWNER, server.deps), { gateId: id })
    expect(await find(code)).toBeUndefined()
  })

  test('names of open gates differ within a site', async () => {
    const id = await newGate()
    const name = `Gate ${made}`
    expect(await addGate(byStaff(OWNER, server.deps), { siteKey: 'demo', name })).toBeNull()
    expect(await addGate(byStaff(OWNER, server.deps), { siteKey: 'mori', name })).not.toBeNull()
    await closeGate(byStaff(OWNER, server.deps), { gateId: id })
    expect(await addGate(byStaff(OWNER, server.deps), { siteKey: 'demo', name })).not.toBeNull()
  })
})

test('whoever floods the store from the network of the venue takes no gate off it', async () => {
  const limited = await createShop({
    catalogue: 'demo',
    variables: { REQUESTS_PER_MINUTE: '60' },
    replace: () => ({ loadLimits: 'on' as const }),
  })
  const { deps, app } = limited
  const gateId = (await addGate(byStaff(OWNER, deps), { siteKey: 'demo', name: 'North' })) ?? ''
  const { enrolmentToken } = await addDevice(byStaff(OWNER, deps), {
    siteKey: 'demo',
    gateId,
    name: 'Tablet',
  })
  const { key } = (await enrolDevice(deps, { siteKey: 'demo', token: enrolmentToken }))!
  const ask = async (url: string, bearer = '') =>
    (await app.inject({ url, headers: { host: 'localhost', authorization: `Bearer ${bearer}` } })).statusCode
  expect(await ask(readDeviceCall.path, key)).toBe(200)
  for (let request = 0; request < 60; request += 1) await ask('/api/v1/langs')
  expect(await ask('/api/v1/langs', key)).toBe(429)
  expect(await ask(readDeviceCall.path, `dev_${'A'.repeat(24)}`)).toBe(429)
  const own: number[] = []
  for (let request = 0; request < 61; request += 1) own.push(await ask(readDeviceCall.path, key))
  await limited.close()
  expect(new Set(own.slice(0, 60))).toEqual(new Set([200]))
  expect(own.at(-1)).toBe(429)
})
