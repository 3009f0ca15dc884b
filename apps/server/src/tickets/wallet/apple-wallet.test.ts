import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import {
  makeWalletCertificates,
  PASS_TYPE_ID,
  TEAM_ID,
} from '../../../../simulators/src/apple-wallet/certificates.ts'
import { type PushService, startPushService } from '../../../../simulators/src/apple-wallet/push-service.ts'
import { createShop, type GateShop } from '../../../test/shop/shop.ts'
import { openPass, type PassDocument, verifyDetached } from '../../../test/opened-pass.ts'
import { createJobQueue } from '../../platform/jobs/pg-boss-queue.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { newReservationToken } from '../reservation-token.ts'
import { revokeTickets } from '../revoke.ts'
import { createWalletWorker } from './wallet-worker.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const SERVICE = '/wallets/apple-passes/v1'
const UUID = '11111111-2222-4333-8444-555555555555'

let shop: GateShop
let push: PushService
let root: string

beforeAll(async () => {
  const certificates = await makeWalletCertificates()
  push = await startPushService({ host: 'localhost', port: 0, certificates })
  root = certificates.root
  shop = await createShop({
    gate: true,
    variables: {
      APPLE_WALLET_PASS_TYPE_ID: PASS_TYPE_ID,
      APPLE_WALLET_TEAM_ID: TEAM_ID,
      APPLE_WALLET_CERTIFICATE: certificates.pass.certificate,
      APPLE_WALLET_KEY: certificates.pass.key,
      APPLE_WALLET_WWDR: certificates.intermediate,
      APPLE_WALLET_PUSH_URL: `https://localhost:${push.port}`,
      APPLE_WALLET_PUSH_CA: root,
    },
  })
})
afterAll(async () => {
  await shop.close()
  await push.close()
})
beforeEach(async () => {
  await shop.resetStock()
  shop.clock.set('2026-11-24T10:00:00+09:00')
  await shop.setRules({})
})
afterEach(() => shop.compareBooks())

interface Asked {
  readonly host?: string
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object
}

const ask = (url: string, { host = 'localhost', method = 'GET', headers = {}, payload }: Asked = {}) =>
  shop.app.inject({ method, url, headers: { host, ...headers }, ...(payload && { payload }) })

const download = (token: string, query = '') => ask(`/wallets/apple/${token}${query}`)

/** The passes of a download, opened. */
async function passesOf(token: string, query = ''): Promise<readonly PassDocument[]> {
  const answer = await download(token, query)
  expect(answer.statusCode).toBe(200)
  const isBundle = answer.headers['content-type'] === 'application/vnd.apple.pkpasses'
  const files = isBundle ? Object.values(unzipSync(answer.rawPayload)) : [answer.rawPayload]
  return files.map(bytes => openPass(bytes, root))
}

async function passOf(token: string, query = ''): Promise<PassDocument> {
  const [pass] = await passesOf(token, query)
  if (pass === undefined) throw new Error('there is no pass')
  return pass
}

type Named = Pick<PassDocument, 'serialNumber' | 'authenticationToken'>

const authorised = ({ authenticationToken: token }: Named) => ({ authorization: `ApplePass ${token}` })
const registrations = (device: string, type = PASS_TYPE_ID) =>
  `${SERVICE}/devices/${device}/registrations/${type}`
const register = (pass: Named, device: string, pushToken: string, more: Asked = {}) =>
  ask(`${registrations(device)}/${pass.serialNumber}`, {
    method: 'POST',
    headers: authorised(pass),
    payload: { pushToken },
    ...more,
  })
const fetchPass = (pass: Named, headers: Readonly<Record<string, string>> = authorised(pass)) =>
  ask(`${SERVICE}/passes/${PASS_TYPE_ID}/${pass.serialNumber}`, { headers })
const reread = async (pass: Named) => openPass((await fetchPass(pass)).rawPayload, root)
const changesOf = (device: string, since?: string) =>
  ask(registrations(device) + (since === undefined ? '' : `?passesUpdatedSince=${since}`))

let phones = 0
/** A phone that has a pass; its push token is its own. */
async function phoneWith(pass: Named): Promise<{ readonly device: string; readonly pushToken: string }> {
  phones += 1
  const phone = { device: `phone-${phones}`, pushToken: phones.toString(16).padStart(64, '0') }
  expect((await register(pass, phone.device, phone.pushToken)).statusCode).toBe(201)
  return phone
}

/** A worker until the test ends. */
async function startWorker(): Promise<void> {
  const queue = await createJobQueue({
    databaseUrl: shop.databaseUrl,
    log: shop.deps.log,
    retrySeconds: 1,
  })
  const worker = createWalletWorker(shop.deps)
  await queue.startWorker(worker.handlers)
  onTestFinished(async () => {
    await queue.stop()
    worker.close()
  })
}

const pushesTo = (pushToken: string) => push.received.filter(one => one.pushToken === pushToken)
async function untilPushed(pushToken: string, times = 1): Promise<void> {
  await expect.poll(() => pushesTo(pushToken).length, PATIENCE).toBe(times)
}
/** The wallets that the pages of a site offer. */
const offered = async (host = 'localhost') => {
  const { body } = await ask('/tickets/', { host })
  return /"wallets":(\[[^\]]*\])/.exec(body)?.[1]
}
const fieldOf = (pass: PassDocument, key: string) =>
  Object.values(pass.eventTicket)
    .flat()
    .find(field => field.key === key)?.value

/** All passes were changed long ago. */
const passAnHour = () => shop.run(sql`update wallet_passes set changed_at = changed_at - interval '1 hour'`)

describe('a pass', () => {
  test('is taken by a phone: OpenSSL verifies its signature, its manifest names its files', async () => {
    const { token, number } = await shop.buy(1)
    const answer = await download(token)
    expect(answer.headers['content-type']).toBe('application/vnd.apple.pkpass')
    const pass = openPass(answer.rawPayload, root)
    const [ticket] = await shop.ticketsOf(token)
    expect(await offered()).toBe('["apple"]')
    expect(pass).toMatchObject({
      passTypeIdentifier: PASS_TYPE_ID,
      organizationName: expect.stringMatching(/./),
      relevantDate: '2026-12-01T10:00:00+09:00',
      relevantDates: [{ startDate: '2026-12-01T10:00:00+09:00', endDate: '2026-12-01T11:00:00+09:00' }],
      expirationDate: '2026-12-01T11:00:00+09:00',
      voided: false,
      barcode: { message: ticket?.signed_code },
      webServiceURL: 'http://localhost:3000/wallets/apple-passes',
    })
    expect([
      fieldOf(pass, 'date'),
      fieldOf(pass, 'time'),
      fieldOf(pass, 'kind'),
      fieldOf(pass, 'number'),
    ]).toEqual(['2026年12月1日（火）', '10:00 ~ 11:00', '大人', number])
    expect(ticket?.signed_code).toMatch(/^KT1:/)
  })

  test.each(['date', 'period'] as const)(
    'has no moment that is soon over where it admits by %s',
    async saleType => {
      const { token } = await shop.buy(1)
      await shop.setRules({ saleType })
      const pass = openPass((await download(token)).rawPayload, root)
      await shop.setRules({})
      expect(pass).not.toHaveProperty('relevantDate')
      expect(pass).not.toHaveProperty('relevantDates')
      expect(pass.expirationDate).toBe('2026-12-01T11:00:00+09:00')
    },
  )

  test('is refused where one byte of its manifest is another', async () => {
    const { token } = await shop.buy(1)
    const { signature, 'manifest.json': manifest } = unzipSync((await download(token)).rawPayload)
    const other = Buffer.from(manifest ?? [])
    other.writeUInt8(other.readUInt8(5) ^ 1, 5)
    const signed = { content: manifest ?? Buffer.alloc(0), signature: signature ?? Buffer.alloc(0), root }
    expect(() => verifyDetached(signed)).not.toThrow()
    expect(() => verifyDetached({ ...signed, content: other })).toThrow(/verif/i)
  })

  test('is in the language of its visitor, and names nobody', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token, '?lang=th')
    expect(fieldOf(pass, 'date')).toBe('1 ธ.ค. 2026 (อ.)')
    const said = JSON.stringify(pass)
    for (const personal of ['@example', token, 'rsv_']) expect(said).not.toContain(personal)
  })

  test('comes for each ticket, in one file for ten; the eleventh begins the next', async () => {
    await shop.run(
      sql`update time_spans set capacity = taken + 10 where id in (${sql.join(shop.catalogue.spans)})`,
    )
    const { token } = await shop.buy(10, { tea: 1 })
    const first = await passesOf(token)
    const [last, ...none] = await passesOf(token, '?from=11')
    expect([first.length, none.length]).toEqual([10, 0])
    const all = [...first, last]
    expect(new Set(all.map(pass => pass?.serialNumber)).size).toBe(11)
    expect(new Set(all.map(pass => pass?.barcode?.message)).size).toBe(11)
    expect(new Set(all.map(pass => pass?.groupingIdentifier)).size).toBe(1)
  })

  test('keeps its serial number and its token when it is put in again', async () => {
    const { token } = await shop.buy(1)
    const [first, again] = [await passOf(token), await passOf(token, '?lang=en')]
    expect(again).toMatchObject({
      serialNumber: first.serialNumber,
      authenticationToken: first.authenticationToken,
      description: 'Ticket for Tomori Museum of Light and Nature',
    })
    // A phone reads it again in its new language, were the clock that changed it before ahead.
    await shop.run(sql`update wallet_passes set changed_at = changed_at + interval '1 hour'`)
    const known = String((await fetchPass(again)).headers['last-modified'])
    await passOf(token, '?lang=th')
    const headers = { ...authorised(again), 'if-modified-since': known }
    expect((await fetchPass(again, headers)).statusCode).toBe(200)
  })

  test('decision 53: is offered nowhere while codes change every half minute', async () => {
    const { token } = await shop.buy(1)
    const before = await passOf(token)
    await shop.set('Checkin_Rotating_Codes', 'true')
    onTestFinished(() => shop.set('Checkin_Rotating_Codes', 'false'))
    shop.clock.advance(2_000)
    expect(await offered()).toBe('[]')
    expect((await download(token)).statusCode).toBe(404)
    // One from before gets no code that stays either.
    expect([(await reread(before)).voided, (await reread(before)).barcode]).toEqual([false, undefined])
  })

  test('is offered no more once the certificate has ended', async () => {
    const { token } = await shop.buy(1)
    shop.clock.set('2036-12-30T10:00:00+09:00')
    expect(await offered()).toBe('[]')
    expect((await download(token)).statusCode).toBe(404)
  })
})

describe('a phone', () => {
  test('registers once, and takes itself off', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    expect((await register(pass, 'one-phone', 'aa11bb22')).statusCode).toBe(201)
    expect((await register(pass, 'one-phone', 'aa11bb33')).statusCode).toBe(200)
    expect((await changesOf('one-phone')).json()).toMatchObject({ serialNumbers: [pass.serialNumber] })
    const off = { method: 'DELETE', headers: authorised(pass) } as const
    expect((await ask(`${registrations('one-phone')}/${pass.serialNumber}`, off)).statusCode).toBe(200)
    expect((await changesOf('one-phone')).statusCode).toBe(204)
  })

  test('with another token, or none, is told nothing, registers nowhere and takes nobody off', async () => {
    const { token } = await shop.buy(2)
    const [pass, other] = await passesOf(token)
    if (pass === undefined || other === undefined) throw new Error('there are not two passes')
    const { device } = await phoneWith(pass)
    const wrong = [authorised(other), { authorization: 'ApplePass wlt_' }, { authorization: 'Bearer x' }, {}]
    for (const headers of wrong) {
      const address = `${registrations(device)}/${pass.serialNumber}`
      const answers = [
        await fetchPass(pass, headers),
        await register(pass, 'stranger', 'aa11bb22', { headers }),
        await ask(address, { method: 'DELETE', headers }),
      ]
      expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
        [401, ''],
        [401, ''],
        [401, ''],
      ])
    }
    expect((await changesOf('stranger')).statusCode).toBe(204)
    expect((await changesOf(device)).statusCode).toBe(200)
  })

  test('of another pass type, site or serial number finds nothing', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const { device } = await phoneWith(pass)
    const headers = authorised(pass)
    const own = `/passes/${PASS_TYPE_ID}/${pass.serialNumber}`
    const answers = [
      await ask(`${SERVICE}/passes/pass.other/${pass.serialNumber}`, { headers }),
      await ask(`${SERVICE}/passes/${PASS_TYPE_ID}/${UUID}`, { headers }),
      await ask(`${SERVICE}/passes/${PASS_TYPE_ID}/1`, { headers }),
      await ask(SERVICE + own, { headers, host: 'mori.localhost' }),
      await register(pass, 'one', 'aa11bb22', {
        headers,
        host: 'mori.localhost',
        method: 'POST',
        payload: { pushToken: 'aa11bb22' },
      }),
      await ask(registrations(device, 'pass.other')),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await ask(registrations(device), { host: 'mori.localhost' })).statusCode).toBe(204)
    expect((await ask(`/wallets/apple/${token}`, { host: 'mori.localhost' })).statusCode).toBe(404)
    expect((await ask(SERVICE + own, { headers })).statusCode).toBe(200)
  })

  test('is one of twenty of a pass at most', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const statuses: number[] = []
    for (let phone = 0; phone < 21; phone += 1)
      statuses.push((await register(pass, `of-many-${phone}`, 'aa11bb22')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    expect((await register(pass, 'of-many-3', 'aa11bb33')).statusCode).toBe(200)
  })

  test('that sends nonsense is refused', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const registered = (pushToken: unknown) =>
      register(pass, 'nonsense', '', { method: 'POST', headers: authorised(pass), payload: { pushToken } })
    for (const pushToken of ['../device', '', 7, 'a'.repeat(201)])
      expect((await registered(pushToken)).statusCode).toBe(400)
    expect((await register(pass, 'a b', 'aa11bb22')).statusCode).toBe(404)
  })

  test('S-15.02: its complaint is logged without what could be a token', async () => {
    const payload = { logs: [`bad\npass wlt_abcdefghijklmnopqrstuvwx`, 'second'] }
    expect((await ask(`${SERVICE}/log`, { method: 'POST', payload })).statusCode).toBe(200)
    const line = shop.logged.find(one => one.includes('a phone complains'))
    expect(line).toContain('"messages":["bad pass …","second"]')
  })

  test('reads a pass again only where it has changed', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const first = await fetchPass(pass)
    const seen = { ...authorised(pass), 'if-modified-since': String(first.headers['last-modified']) }
    expect((await fetchPass(pass, seen)).statusCode).toBe(304)
    // Twice within a second: each is later than the one before.
    for (let time = 0; time < 2; time += 1) {
      await shop.move(await newestToken(pass), time === 0 ? shop.same.span : shop.cheap.span)
      const next = await fetchPass(pass, seen)
      expect(next.statusCode).toBe(200)
      seen['if-modified-since'] = String(next.headers['last-modified'])
      expect((await fetchPass(pass, seen)).statusCode).toBe(304)
    }
  })

  test('asks what has changed since it last asked', async () => {
    const { token } = await shop.buy(2)
    const passes = await passesOf(token)
    const [first, second] = passes
    if (first === undefined || second === undefined) throw new Error('there are not two passes')
    const { device } = await phoneWith(first)
    await register(second, device, 'aa11bb22')
    await passAnHour()
    const all = (await changesOf(device)).json<{ lastUpdated: string; serialNumbers: string[] }>()
    expect(new Set(all.serialNumbers)).toEqual(new Set(passes.map(pass => pass.serialNumber)))
    expect((await changesOf(device, all.lastUpdated)).statusCode).toBe(204)
    await requestRefund(shop.deps, await refundOf(token, [2]))
    expect((await changesOf(device, all.lastUpdated)).json()).toMatchObject({
      serialNumbers: [second.serialNumber],
    })
    expect((await changesOf(device, 'nonsense')).statusCode).toBe(200)
  })
})

/** The token that the reservation of a pass has now. */
async function newestToken({ serialNumber }: Named): Promise<string> {
  const { rows } = await shop.db.read(read =>
    sql<{ id: string; generation: number }>`
      select r.id, r.token_generation as generation from wallet_passes p join reservations r on r.id = p.reservation_id
       where p.id = ${serialNumber}::uuid`.execute(read),
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no such pass')
  return newReservationToken(shop.deps.tokens, { id: row.id, tokenGeneration: row.generation })
}

const refundOf = async (token: string, tickets: readonly number[]) => {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}`)
  return {
    siteKey: 'demo',
    reservationNumber: String(body['reservation_number']),
    tickets: [...tickets],
    reason: 'r',
  } as const
}

describe('a change', () => {
  test('of the date is pushed to the phones that have the pass, and is in the pass that they fetch', async () => {
    await startWorker()
    const [bought, other] = [await shop.buy(1), await shop.buy(1)]
    const [pass, unconcerned] = [await passOf(bought.token), await passOf(other.token)]
    const [phone, stranger] = [await phoneWith(pass), await phoneWith(unconcerned)]
    await shop.move(bought.token, shop.same.span)
    await untilPushed(phone.pushToken)
    expect(pushesTo(phone.pushToken)).toMatchObject([{ topic: PASS_TYPE_ID, body: '{}', status: 200 }])
    expect(pushesTo(stranger.pushToken)).toEqual([])
    const moved = await reread(pass)
    expect([moved.relevantDate, fieldOf(moved, 'date'), moved.voided]).toEqual([
      '2026-12-02T10:00:00+09:00',
      '2026年12月2日（水）',
      false,
    ])
    expect(moved.barcode?.message).not.toBe(pass.barcode?.message)
  })

  test('of which one phone was taken off is not pushed to it', async () => {
    await startWorker()
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const [stays, leaves] = [await phoneWith(pass), await phoneWith(pass)]
    const address = `${registrations(leaves.device)}/${pass.serialNumber}`
    await ask(address, { method: 'DELETE', headers: authorised(pass) })
    await shop.move(token, shop.same.span)
    await untilPushed(stays.pushToken)
    expect(pushesTo(leaves.pushToken)).toEqual([])
  })

  test('by a refund voids the pass of that ticket, and no other', async () => {
    await startWorker()
    const { token } = await shop.buy(2)
    const [first, second] = await passesOf(token)
    if (first === undefined || second === undefined) throw new Error('there are not two passes')
    const phone = await phoneWith(second)
    await requestRefund(shop.deps, await refundOf(token, [2]))
    await untilPushed(phone.pushToken)
    expect([(await reread(first)).voided, (await reread(second)).voided]).toEqual([false, true])
    expect((await reread(second)).barcodes).toBeUndefined()
  })

  test('S-9.04: of hands voids the giver’s pass, whose token never opens the new code; taken back it is good again', async () => {
    await startWorker()
    const { token } = await shop.buy(2)
    const passes = await passesOf(token)
    const [, second] = passes
    if (second === undefined) throw new Error('there are not two passes')
    const phone = await phoneWith(second)
    const { body } = await shop.call('POST', '/api/v1/shares', { reservation_token: token, ticket_ids: [2] })
    const link = String(body['share_token'])
    const accepted = await shop.call('POST', `/api/v1/shareacceptances/${link}`, {
      acceptance_key: 'a key of 22 letters or more',
    })
    await untilPushed(phone.pushToken)
    expect(await reread(second)).toMatchObject({ voided: true })
    expect((await reread(second)).barcode).toBeUndefined()
    const part = String(accepted.body['reservation_token'])
    const given = await passOf(part)
    expect(given.serialNumber).not.toBe(second.serialNumber)
    expect([fieldOf(given, 'number'), given.voided]).toEqual([undefined, false])
    const friend = await phoneWith(given)
    await shop.call('DELETE', `/api/v1/shares/${link}?reservation_token=${token}`)
    await untilPushed(friend.pushToken)
    expect([(await reread(given)).voided, (await reread(second)).voided]).toEqual([true, false])
    expect((await reread(given)).barcode).toBeUndefined()
    // Where the buyer's visit is moved to is nobody else's to know.
    await shop.move(token, shop.same.span)
    const former = await reread(given)
    expect([former.relevantDate, former.expirationDate, fieldOf(former, 'date')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(JSON.stringify(former)).not.toContain('2026-12-02')
  })

  test('by an entry voids the pass of a ticket that admits once; where it admits every day, it does not', async () => {
    await startWorker()
    const again: number[] = []
    for (const [policy, voided] of [
      ['once', true],
      ['daily', false],
    ] as const) {
      await shop.setRules({ policy })
      shop.clock.set('2026-11-24T10:00:00+09:00')
      const { token } = await shop.buy(1)
      const pass = await passOf(token)
      const phone = await phoneWith(pass)
      shop.clock.set('2026-12-01T10:30:00+09:00')
      expect((await shop.checkIn(token, 1)).body).toMatchObject({ status: 'success' })
      await untilPushed(phone.pushToken)
      expect((await reread(pass)).voided).toBe(voided)
      again.push((await download(token)).statusCode)
    }
    // A pass that lets nobody in any more is put into no wallet.
    expect(again[0]).toBe(404)
  })

  test('is pushed although the process ended between its commit and the push', async () => {
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const phone = await phoneWith(pass)
    // Nobody works on the queue: as after a kill right behind the commit.
    await shop.move(token, shop.same.span)
    expect(pushesTo(phone.pushToken)).toEqual([])
    await startWorker()
    await untilPushed(phone.pushToken)
  })

  test('that was rolled back is pushed to nobody', async () => {
    const { token, reservationId } = await shop.buy(1)
    await passOf(token)
    const queuedBefore = (await shop.queued()).length
    const undone = shop.db.transaction(async tx => {
      await revokeTickets(tx, { reservationId, numbers: [1] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await shop.queued()).length).toBe(queuedBefore)
  })

  test('of a reservation without passes queues nothing for a wallet', async () => {
    const { token } = await shop.buy(1)
    await shop.move(token, shop.same.span)
    const names = (await shop.queued()).filter(job => 'reservationId' in job && job.name.includes('passes'))
    expect(names).toEqual([])
  })

  test('is pushed again where the service failed, and a phone that is gone is forgotten', async () => {
    await startWorker()
    const { token } = await shop.buy(1)
    const pass = await passOf(token)
    const [busy, gone] = [await phoneWith(pass), await phoneWith(pass)]
    push.answer(busy.pushToken, { status: 503, reason: 'ServiceUnavailable' })
    push.answer(gone.pushToken, { status: 410, reason: 'Unregistered' })
    await shop.move(token, shop.same.span)
    await untilPushed(busy.pushToken)
    push.answer(busy.pushToken, null)
    await untilPushed(busy.pushToken, 2)
    expect(pushesTo(busy.pushToken).map(({ status }) => status)).toEqual([503, 200])
    expect(pushesTo(gone.pushToken).map(({ status }) => status)).toEqual([410])
    expect((await changesOf(gone.device)).statusCode).toBe(204)
  })
})
