import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { type Simulators, startSimulators } from '../../../../simulators/src/start.ts'
import { createShop, type GateShop } from '../../../test/shop/shop.ts'
import { createJobQueue } from '../../platform/jobs/pg-boss-queue.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { createGoogleClient } from './google/google-client.ts'
import { createWalletWorker } from './wallet-worker.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

let shop: GateShop
let simulators: Simulators
const folder = mkdtempSync(path.join(tmpdir(), 'kippu-wallet-'))

beforeAll(async () => {
  const place = { host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: folder, storeOrigins: [] }
  simulators = await startSimulators(place)
  shop = await createShop({ gate: true, variables: simulators.accounts['google-wallet'] ?? {} })
})
afterAll(async () => {
  await shop.close()
  await simulators.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

const at = (address: string) => `${simulators.url}/google-wallet${address}`
const put = (token: string, query = '') =>
  shop.app.inject({ url: `/wallets/google/${token}${query}`, headers: { host: 'localhost' } })

interface StoredObject {
  readonly id: string
  readonly classId: string
  readonly state: string
  readonly barcode: { readonly type: string; readonly value: string } | null
  readonly textModulesData: ReadonlyArray<{ readonly id: string; readonly body: string }>
}

interface State {
  readonly classes: ReadonlyArray<{ readonly id: string }>
  readonly objects: readonly StoredObject[]
  readonly saves: readonly string[]
}

const stateNow = async (): Promise<State> => (await fetch(at('/state'))).json() as Promise<State>
const objectOf = async (id: string) => (await stateNow()).objects.find(one => one.id === id)
const dateOf = async (id: string) =>
  (await objectOf(id))?.textModulesData.find(({ id: name }) => name === 'date')?.body

/** Puts the tickets of a token into the wallet as a browser does; returns their ids there. */
async function save(token: string, query = ''): Promise<readonly string[]> {
  const { statusCode, headers } = await put(token, query)
  expect(statusCode).toBe(303)
  const before = (await stateNow()).saves.length
  expect((await fetch(String(headers.location))).status).toBe(200)
  return (await stateNow()).saves.slice(before)
}

async function startWorker(): Promise<void> {
  const { databaseUrl, deps } = shop
  const queue = await createJobQueue({ databaseUrl, log: deps.log, retrySeconds: 1 })
  const worker = createWalletWorker(deps)
  await queue.startWorker(worker.handlers)
  onTestFinished(async () => {
    await queue.stop()
    worker.close()
  })
}

/** Jobs for Google that failed and wait for their next try. */
async function retries(): Promise<number> {
  const { rows } = await shop.db.read(read =>
    sql`select from jobs.job where name = 'update-google-passes' and state = 'retry'`.execute(read),
  )
  return rows.length
}

const fail = (status: number | null) =>
  fetch(at('/failing'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  })

test('a link puts all tickets into the wallet, signed by the service account, and names nobody', async () => {
  const { token, number } = await shop.buy(2)
  const { headers } = await put(token, '?lang=en')
  const jwt = String(headers.location).split('/save/')[1] ?? ''
  // Longer ones are cut by browsers (Google's documentation).
  expect(jwt.length).toBeLessThan(1_800)
  expect(decodeJwt(jwt)).toMatchObject({
    aud: 'google',
    typ: 'savetowallet',
    origins: ['http://localhost:3000'],
  })
  const [first, second, ...none] = await save(token, '?lang=en')
  expect([none, first === second]).toEqual([[], false])
  const [ticket] = await shop.ticketsOf(token)
  expect(await objectOf(first ?? '')).toMatchObject({
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: ticket?.signed_code },
    reservationInfo: { confirmationCode: number },
    validTimeInterval: {
      start: { date: '2026-12-01T10:00:00+09:00' },
      end: { date: '2026-12-01T11:00:00+09:00' },
    },
    ticketType: { defaultValue: { language: 'en', value: 'Adult' } },
  })
  const said = JSON.stringify(await stateNow())
  for (const personal of ['@example', token]) expect(said).not.toContain(personal)
})

test('ten tickets fit into a link', async () => {
  const account = shop.deps.env.wallets.shared.google
  if (account === null) throw new Error('there is no account')
  const ids = Array.from({ length: 10 }, () => `${account.issuerId}.${crypto.randomUUID()}`)
  const link = await createGoogleClient(account, shop.clock).linkOf(ids, 'https://tickets.example.com')
  expect((link.split('/save/')[1] ?? '').length).toBeLessThan(1_800)
})

test('a change of date and a refund are in the wallet soon', async () => {
  await startWorker()
  const { token } = await shop.buy(2)
  const [first = '', second = ''] = await save(token)
  const former = (await objectOf(first))?.barcode?.value
  const moved = await shop.move(token, shop.same.span)
  await expect.poll(() => dateOf(first), PATIENCE).toBe('2026年12月2日（水）')
  expect((await objectOf(first))?.barcode?.value).not.toBe(former)
  const { body } = await shop.call('GET', `/api/v1/reservations/${moved}`)
  const reservationNumber = String(body['reservation_number'])
  await requestRefund(shop.deps, { siteKey: 'demo', reservationNumber, tickets: [2], reason: 'r' })
  await expect.poll(async () => (await objectOf(second))?.state, PATIENCE).toBe('INACTIVE')
  expect([(await objectOf(first))?.state, (await objectOf(second))?.barcode]).toEqual(['ACTIVE', null])
})

test('a change is written again where Google failed', async () => {
  await startWorker()
  const { token } = await shop.buy(1)
  const [id = ''] = await save(token)
  await fail(503)
  await shop.move(token, shop.same.span)
  await expect.poll(retries, PATIENCE).toBeGreaterThan(0)
  expect(await dateOf(id)).toBe('2026年12月1日（火）')
  await fail(null)
  await expect.poll(() => dateOf(id), PATIENCE).toBe('2026年12月2日（水）')
})

test('a visitor is told that it is busy where Google takes no tickets; the next try puts them in', async () => {
  const { token } = await shop.buy(1)
  await fail(500)
  const refused = await put(token)
  expect([refused.statusCode, refused.json()]).toEqual([503, { error: 'busy' }])
  await fail(null)
  expect(await save(token)).toHaveLength(1)
})

test('a second time in another language writes the ticket anew', async () => {
  const { token } = await shop.buy(1)
  const [id = ''] = await save(token)
  expect(await save(token, '?lang=th')).toEqual([id])
  expect(await objectOf(id)).toMatchObject({ classId: expect.stringMatching(/-th$/) })
})

test('Apple’s wallet is not offered where only Google’s has an account', async () => {
  const { token } = await shop.buy(1)
  const apple = await shop.app.inject({ url: `/wallets/apple/${token}`, headers: { host: 'localhost' } })
  expect([apple.statusCode, apple.json()]).toEqual([404, { error: 'record not found' }])
})
