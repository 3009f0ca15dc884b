import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { proveOrder } from '../prove-order.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { type CrashRig, createCrashRig } from './crash-rig.ts'
import { beginChallenge, confirm, readyOrder } from './scenarios.ts'
import { shopOverHttp } from './shop-over-http.ts'

const DEATHS = rounds({ short: 1, whole: 60 })
/** Each has buyers of its own, for a receipt is issued once. */
const DEATHS_AT_RECEIPTS = rounds({ short: 1, whole: 4 })
const SEED = seedOf(43)
/** Visits of two tickets each, whose buyers and friends are busy when the server dies. */
const VISITS = rounds({ short: 8, whole: 12 })
/** A server dies this long after the crowd has begun, in ms at most. */
const LONGEST = 250
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 600_000

let database: TestDatabase
let rig: CrashRig
let call: ReturnType<typeof shopOverHttp>['call']

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  rig = await createCrashRig(database.url)
  call = shopOverHttp(rig.origin).call
}, ALL_MS)
afterAll(async () => {
  await rig.close()
  await database.drop()
})

interface Visit {
  readonly token: string
  readonly reservationId: string
  /** Links whose making was answered, and the keys with which they were followed. */
  readonly links: Map<string, string>
  /** Tokens of accepted parts, by link. */
  readonly held: Map<string, string>
}

const completed = v.object({ reservation_token: v.string() })
const made = v.object({ share_token: v.string() })

let sold = 0

async function buyAll(): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count += 1) {
    visits.push(await buy(sold))
    sold += 1
  }
  return visits
}

async function buy(index: number): Promise<Visit> {
  const { catalogue } = rig
  const order = await call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[Math.floor(index / 2)],
    quantity: 2,
    option_values: [{ option_value_id: catalogue.adult, quantity: 2 }],
  })
  const orderToken = v.parse(v.string(), order.body['order_token'])
  await rig.db.transaction(async tx => {
    const { id } = await tx
      .selectFrom('orders')
      .select('id')
      .where('token_hash', '=', hashToken(orderToken))
      .executeTakeFirstOrThrow()
    await proveOrder(tx, id)
  })
  const paid = await call('POST', `/api/v1/orders/checkout/${orderToken}`, {
    payment_method_type: 'stripe_secure',
    payment_method: await rig.stripe.card('1112'),
  })
  const { reservation_token: token } = v.parse(completed, paid.body)
  const { id } = await rig.db.read(read =>
    read
      .selectFrom('reservations')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return { token, reservationId: id, links: new Map(), held: new Map() }
}

/** The answer, or undefined where the server died before it came. */
const asked = (answer: Promise<StoreAnswer>): Promise<StoreAnswer | undefined> =>
  answer.catch(() => undefined)

const accept = (link: string, key: string) =>
  call('POST', `/api/v1/shareacceptances/${link}`, { acceptance_key: key })

/** Hands one ticket on, has it accepted, and takes it back, again and again until the server is gone. */
async function isBusy(visit: Visit): Promise<void> {
  const { token, links, held } = visit
  for (;;) {
    const share = await asked(call('POST', '/api/v1/shares', { reservation_token: token, ticket_ids: [2] }))
    if (share?.status !== 201) return
    const link = v.parse(made, share.body).share_token
    const key = crypto.randomUUID()
    links.set(link, key)
    const accepted = await asked(accept(link, key))
    if (accepted === undefined) return
    held.set(link, v.parse(completed, accepted.body).reservation_token)
    if ((await asked(call('DELETE', `/api/v1/shares/${link}?reservation_token=${token}`)))?.status !== 204)
      return
    links.delete(link)
    held.delete(link)
  }
}

const tickets = v.array(v.object({ id: v.number(), code: v.string(), shared: v.boolean() }))

const ticketsOf = async (token: string) => {
  const { status, body } = await call('GET', `/api/v1/reservations/${token}/tickets`)
  return status === 200 ? v.parse(tickets, body) : []
}

/** Each ticket is with one person, who sees the one code of it that is known; then everything goes on. */
async function wrongsOf({ token, reservationId, links, held }: Visit): Promise<string[]> {
  const wrongs: string[] = []
  const own = await ticketsOf(token)
  const isShared = own.find(({ id }) => id === 2)?.shared === true
  const { rows: shares } = await rig.db.read(read =>
    sql<{ link: Buffer }>`select token_hash as link from shares
      where reservation_id = ${reservationId}::uuid and taken_back_at is null`.execute(read),
  )
  if (shares.length !== Number(isShared)) wrongs.push(`${shares.length} shares, shared: ${isShared}`)
  const codes = own.map(({ code }) => code).filter(code => code !== '')
  const link = [...links.keys()].find(one => shares.some(share => share.link.equals(hashToken(one))))
  if (link !== undefined) {
    // Whoever got no answer asks again with the same key.
    const again = await accept(link, links.get(link) ?? '')
    const holder = v.parse(completed, again.body).reservation_token
    if ((held.get(link) ?? holder) !== holder) wrongs.push('another token than before')
    codes.push(...(await ticketsOf(holder)).map(({ code }) => code))
  }
  const wanted = link === undefined && isShared ? 1 : 2
  if (codes.length !== wanted) wrongs.push(`${codes.length} codes are seen, not ${wanted}`)
  const { rows: known } = await rig.db.read(read =>
    sql`select from tickets where reservation_id = ${reservationId}::uuid
           and code_hash = any(${codes.map(code => hashToken(code))})`.execute(read),
  )
  if (known.length !== codes.length) wrongs.push(`${known.length} of ${codes.length} codes are known`)
  return wrongs
}

test(
  `kill -9 of the server while tickets are handed on, accepted and taken back, ${DEATHS} times: each is with one person; FC_SEED=${SEED} (S-10.03, S-10.05, S-9.04)`,
  async () => {
    const dice = createDice(SEED)
    const visits = await buyAll()
    for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
      const busy = visits.map(isBusy)
      await delay(dice.between(20, LONGEST))
      await rig.server().kill()
      await Promise.all(busy)
      await rig.restart()
      for (const visit of visits) expect(await wrongsOf(visit), `death ${deaths}`).toEqual([])
      // The buyers take back what is out, so that all are busy again.
      for (const { token, links, held } of visits) {
        const { body } = await call('GET', `/api/v1/shares?reservation_token=${token}`)
        for (const { share_token: link } of v.parse(v.array(made), body))
          expect((await call('DELETE', `/api/v1/shares/${link}?reservation_token=${token}`)).status).toBe(204)
        links.clear()
        held.clear()
      }
    }
  },
  ALL_MS,
)

const numbered = v.object({ receipt_number: v.string(), reissue: v.boolean() })

test(
  `kill -9 of the server while receipts are issued, ${DEATHS_AT_RECEIPTS} times: none that was answered is lost, and their numbers have no gap; FC_SEED=${SEED} (S-14.05, E-06)`,
  async () => {
    const dice = createDice(SEED + 1)
    const issue = ({ token }: Visit) => call('POST', `/api/v1/receipts/${token}`, { addressee: '山田商店' })
    for (let deaths = 1; deaths <= DEATHS_AT_RECEIPTS; deaths += 1) {
      const visits = await buyAll()
      const busy = visits.map(visit => asked(issue(visit)))
      await delay(dice.between(0, LONGEST / 5))
      await rig.server().kill()
      const answers = await Promise.all(busy)
      await rig.restart()
      for (const [index, visit] of visits.entries()) {
        const before = answers[index]
        const again = v.parse(numbered, (await issue(visit)).body)
        const known = before === undefined ? again : { ...v.parse(numbered, before.body), reissue: true }
        expect(again, `death ${deaths}`).toEqual(known)
      }
      const { rows } = await rig.db.read(read =>
        sql<{ number: number }>`select number from receipts order by number`.execute(read),
      )
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    }
  },
  ALL_MS,
)

test(
  'killed while the visitor is on the 3-D Secure page: the next server receives the return and issues the tickets (S-15.03)',
  async () => {
    const order = await readyOrder(rig, rig.catalogue.spans.at(-1)!)
    const { number, url } = await beginChallenge(rig, order)
    await rig.server().kill()
    await rig.restart()
    const back = await rig.stripe.answer(url, 'authenticate')
    const returned = await fetch(`${rig.origin}${back.pathname}${back.search}`, { redirect: 'manual' })
    expect(returned.headers.get('location')).toContain('/#/payment-callback/stripe_secure/success')
    expect(await confirm(rig, number)).toMatchObject({ result: 'completed' })
    await rig.settle()
    expect(await rig.findWrongs()).toEqual([])
  },
  ALL_MS,
)
