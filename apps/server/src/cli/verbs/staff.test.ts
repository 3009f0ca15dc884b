import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { kippuAs as commandAs } from '../../../test/kippu.ts'
import { addDevice } from '../../gate/devices/add-device.ts'
import { closeGate } from '../../gate/devices/close-gate.ts'
import { readPoster } from '../../gate/devices/draw-poster.ts'
import { revokeDevice } from '../../gate/devices/revoke-device.ts'
import { endPerson } from '../../console/people/end-person.ts'
import { putPerson } from '../../platform/staff/change-staff.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, byStaff, staffVerb } from '../../platform/staff/staff-verb.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
beforeEach(async () => {
  await server.db.transaction(tx => tx.deleteFrom('staff').execute())
})
afterAll(() => server.close())

const kippuAs = (staffName: string | undefined, ...args: readonly string[]) =>
  commandAs(server, staffName, args)

/** Aki owns the deployment, Ren sells at mori, Sora keeps the books of all sites; Kei plans and Mio advertises mori. */
async function fivePeople() {
  await kippuAs(undefined, 'staff', 'put', 'aki', 'owner')
  await kippuAs('aki', 'staff', 'put', 'ren', 'box_office', '--sites', 'mori')
  await kippuAs('aki', 'staff', 'put', 'sora', 'accountant')
  await kippuAs('aki', 'staff', 'put', 'kei', 'planner', '--sites', 'mori')
  await kippuAs('aki', 'staff', 'put', 'mio', 'marketing', '--sites', 'mori')
}

test('before anybody is on the list everybody is the owner; the first on it is an owner of all sites', async () => {
  expect(await kippuAs(undefined, 'presence', 'demo')).toMatchObject({ code: 0 })
  expect(await kippuAs(undefined, 'staff', 'put', 'ren', 'box_office')).toMatchObject({ code: 1 })
  expect(await kippuAs(undefined, 'staff', 'put', 'ren', 'owner', '--sites', 'mori')).toMatchObject({
    code: 1,
  })
  expect(await kippuAs(undefined, 'staff', 'put', 'aki', 'owner')).toMatchObject({ code: 0 })
  expect(await kippuAs(undefined, 'presence', 'demo')).toMatchObject({
    code: 1,
    text: expect.stringContaining('KIPPU_STAFF'),
  })
  expect(await kippuAs('stranger', 'presence', 'demo')).toMatchObject({ code: 1 })
})

test.each([
  ['ren', ['presence', 'mori'], 0],
  ['ren', ['presence', 'demo'], 2],
  ['ren', ['notices', 'mori'], 1],
  ['ren', ['refunds'], 0],
  ['ren', ['attempts'], 0],
  ['ren', ['visits', 'mori'], 0],
  ['ren', ['report', 'visitors', 'mori'], 0],
  ['ren', ['report', 'sales', 'mori'], 1],
  ['kei', ['report', 'visitors', 'mori'], 0],
  ['kei', ['visits', 'mori'], 0],
  ['kei', ['attempts'], 1],
  ['mio', ['notices', 'mori'], 0],
  ['mio', ['magazine', 'list', 'mori'], 0],
  ['mio', ['find', 'mori', 'hana'], 1],
  ['mio', ['settings', 'list', 'mori'], 1],
  ['ren', ['staff'], 1],
  ['sora', ['attempts'], 0],
  ['sora', ['presence', 'mori'], 1],
  ['aki', ['keys'], 0],
])('%s with %j ends with %i', async (name, args, code) => {
  await fivePeople()
  expect(await kippuAs(name, ...args)).toMatchObject({ code })
})

test('an owner of all sites always stays, even when two end each other at once', async () => {
  await fivePeople()
  expect(await kippuAs('aki', 'staff', 'end', 'aki')).toMatchObject({ code: 1 })
  expect(await kippuAs('aki', 'staff', 'put', 'aki', 'planner')).toMatchObject({ code: 1 })
  await kippuAs('aki', 'staff', 'put', 'umi', 'owner')
  const codes = await Promise.all([
    kippuAs('aki', 'staff', 'end', 'umi').then(({ code }) => code),
    kippuAs('umi', 'staff', 'end', 'aki').then(({ code }) => code),
  ])
  expect(codes.filter(code => code === 0)).toHaveLength(1)
})

test('somebody who was taken off the list meanwhile puts nobody on it', async () => {
  await fivePeople()
  await kippuAs('aki', 'staff', 'put', 'umi', 'owner')
  await kippuAs('umi', 'staff', 'end', 'aki')
  const aki = byStaff({ name: 'aki', role: 'owner', siteKeys: null }, server.deps)
  expect(await putPerson(aki, { name: 'aki', role: 'owner', siteKeys: null })).toBe('not permitted')
  expect(await endPerson(aki, { name: 'umi' })).toBe('not permitted')
})

test('what was done is written beside it, listed, and can be neither changed nor taken away', async () => {
  await fivePeople()
  const { clock, db } = server.deps
  const ren = { name: 'ren', role: 'box_office', siteKeys: ['mori'] } as const
  await note(byStaff(ren, { clock, db }), { siteKey: 'mori', reason: 'typed wrongly' })
  expect((await kippuAs('sora', 'actions', 'mori', '--of', 'ABCDE23456')).text).toContain('typed wrongly')
  expect((await kippuAs('sora', 'actions', 'mori', '--by', 'sora')).text).toBe('Nothing was done.')
  for (const change of [
    "update staff_actions set reason = ''",
    'delete from staff_actions',
    'truncate staff_actions',
  ])
    await expect(db.transaction(tx => sql.raw(change).execute(tx))).rejects.toThrow('only added to')
})

interface Noted {
  readonly siteKey: string
  readonly reason: string
}

/** Writes a setting, and then its line at the site. */
const write = async ({ db }: Pick<DemoShop, 'db'>, { siteKey, reason }: Noted, act: Act): Promise<void> =>
  db.transaction(async tx => {
    await tx
      .insertInto('settings')
      .values({ site_key: siteKey, key: 'Noted', value: 'yes' })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await recordAction(tx, act, { siteKey, subject: 'ABCDE23456', reason })
  })
const verb = {
  name: 'resend',
  permission: 'orders:write',
  input: v.object({ siteKey: v.string(), reason: v.string() }),
  run: write,
} as const
const note = staffVerb({ ...verb, reach: 'site' })
/** It finds only on its way at which site it is. */
const noteFound = staffVerb({ ...verb, reach: 'own sites' })

test('a verb of somebody who may not do it leaves nothing, also where its site is found on its way', async () => {
  const { clock, db } = server.deps
  const ren = { name: 'ren', role: 'box_office', siteKeys: ['mori'] } as const
  const asked = { siteKey: 'demo', reason: 'none' }
  for (const one of [note, noteFound])
    await expect(one(byStaff(ren, { clock, db }), asked)).rejects.toThrow('ren does not work at demo')
  const planner = byStaff({ ...ren, role: 'planner' }, { clock, db })
  await expect(noteFound(planner, asked)).rejects.toThrow('resend needs orders:write')
  const kept = await db.read(read =>
    read
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'Noted')
      .where('site_key', '=', 'demo')
      .execute(),
  )
  expect(kept).toEqual([])
})

test('at night the box office of a site takes a stolen device away, and knows no gate of another site', async () => {
  await fivePeople()
  const added = async (site: string) => {
    const { text } = await kippuAs('aki', 'gates', 'add', site, `Night of ${site}`)
    const gate = text.replace('Gate ', '')
    const enrolled = JSON.parse((await kippuAs('aki', 'gates', 'enrol', gate, 'Phone', '--json')).text)
    return { gate, device: v.parse(v.object({ device: v.string() }), enrolled).device }
  }
  const [own, foreign] = [await added('mori'), await added('demo')]
  const { text } = await kippuAs('ren', 'gates')
  expect([own, foreign].map(({ device }) => text.includes(device))).toEqual([true, false])
  expect(await kippuAs('ren', 'gates', 'revoke', own.device)).toMatchObject({ code: 0 })
  expect(await kippuAs('ren', 'gates', 'add', 'mori', 'Another')).toMatchObject({ code: 0 })
  expect(await kippuAs('ren', 'gates', 'add', 'demo', 'Another')).toMatchObject({ code: 2 })
  for (const verb of [
    ['revoke', foreign.device],
    ['close', foreign.gate],
    ['enrol', foreign.gate, 'X'],
  ])
    expect(await kippuAs('ren', 'gates', ...verb)).toMatchObject({
      code: 1,
      text: expect.stringContaining('no such'),
    })
  // The verb itself refuses somebody who knows an id by other means.
  const ren = byStaff({ name: 'ren', role: 'box_office', siteKeys: ['mori'] }, server.deps)
  for (const refused of [
    () => revokeDevice(ren, { deviceId: foreign.device }),
    () => closeGate(ren, { gateId: foreign.gate }),
    () => readPoster(ren, { gateId: foreign.gate, siteName: 'Demo' }),
  ])
    await expect(refused()).rejects.toThrow('ren does not work at demo')
  await expect(addDevice(ren, { siteKey: 'mori', gateId: foreign.gate, name: 'X' })).rejects.toThrow(
    'no result',
  )
  expect(await kippuAs('aki', 'gates', 'revoke', foreign.device)).toMatchObject({ code: 0 })
})
