import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { stopSaleCall } from '@kippu/contract/console/calendar'
import {
  askCancellationCall,
  cancelAgreedCall,
  previewCancellationCall,
  readCancellationCall,
} from '@kippu/contract/console/cancellations'
import { decideApprovalCall } from '@kippu/contract/console/refunds'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { choose, rounds } from '../../../../tools/test/proof-choice.ts'
import { CANCEL_POINTS, type Failpoint } from '../../src/payments/attempts/failpoints.ts'
import { type ConsoleVisitor, createConsoleVisitor } from '../console/console-visitor.ts'
import { putOnList, signedIn } from '../console/signed-in.ts'
import { startCrowd, TICKETS } from './crowd.ts'
import { type LoadedStore, openLoadedStore } from './loaded-store.ts'

const BUYERS = rounds({ short: 12, whole: 24 })
/** Of two tickets each, by all methods in turn. */
const PURCHASES = rounds({ short: 14, whole: 2_500 })
const REFUND_POINTS: readonly Failpoint[] = [
  'refund.calling',
  'refund.sent',
  'refund.answered',
  'refunded.committing',
  'refunded.committed',
]
const POINTS = choose([...CANCEL_POINTS, ...REFUND_POINTS], point => point.split('.')[0] ?? '')
const ROUNDS = rounds({ short: 1, whole: 4 })
/** Reservations that are decided between two deaths. */
const AT_A_TIME = Math.max(4, Math.floor(PURCHASES / (2 * POINTS.length * ROUNDS)))
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 900_000 + PURCHASES * 1_000

let store: LoadedStore

beforeAll(async () => {
  store = await openLoadedStore()
}, ALL_MS)
afterAll(() => store?.close(), ALL_MS)

const read = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  (await store.db.read(tx => query.execute(tx))).rows
const write = (query: ReturnType<typeof sql>) =>
  store.db.transaction(async tx => {
    await query.execute(tx)
  })

const params = { site: 'demo' }

/** A browser of somebody who has just shown their passkey; the store's clock may be weeks ahead. */
async function browserOf(name: string): Promise<ConsoleVisitor> {
  const visitor = createConsoleVisitor(store.consoleHost)
  visitor.take(await signedIn(store.db, name, new Date(Date.now() + 60 * 86_400_000)))
  return visitor
}

/** The whole day of the site from the console, by two people, among buyers at full rate; some are being paid at that moment. */
async function cancelDay(): Promise<number> {
  for (const name of ['aki', 'umi']) await putOnList(store.db, name, 'owner')
  const [asking, agreeing] = [await browserOf('umi'), await browserOf('aki')]
  const spans = await read(
    sql<{ id: number; date: string }>`
      select id, visit_date as date from time_spans
       where site_key = 'demo' and visit_date = (select visit_date from time_spans where id = ${store.catalogues.paid.spans[0]})`,
  )
  const date = spans[0]?.date ?? ''
  const days = { from: date, to: date, product: null }
  const ids = spans.map(({ id }) => id)
  const reason = 'typhoon'
  const times = spans.map(({ id }) => ({ id, is_stopped: false }))
  for (;;) {
    const stopped = await asking.call(stopSaleCall, {
      params,
      body: { ...days, times, reason, release: false },
    })
    if (stopped.status === 200) break
    // Buyers at full rate have the times: the person presses again.
    expect(stopped.body).toMatchObject({ error: 'busy' })
  }
  for (;;) {
    const chosen = { ...days, ids }
    const { body: seen } = await asking.call(previewCancellationCall, { params, body: chosen })
    const { body: asked } = await asking.call(askCancellationCall, {
      params,
      body: { ...chosen, moves_through: null, digest: seen['digest'], reason },
    })
    const approval = { ...params, approval: String(asked['id']) }
    await agreeing.call(decideApprovalCall, { params: approval, body: { agrees: true } })
    const { status, body } = await asking.call(cancelAgreedCall, { params: approval })
    if (status === 200) return Number(body['id'])
    // Somebody has paid meanwhile: the list is another one.
    expect([body['error'], asked['error']]).toContain('changed meanwhile')
  }
}

/** Each line that the console shows is the row. One that is at work meanwhile is looked at another time. */
async function linesAreRows(id: number): Promise<void> {
  const rowsOf = () =>
    read(
      sql<{ reservation_number: string; state: string; code: string | null; letter: string | null }>`
        select r.number as reservation_number, i.state, i.code, i.letter from visit_cancellation_items i
          join reservations r on r.id = i.reservation_id where i.cancellation_id = ${id}`,
    )
  const before = new Map((await rowsOf()).map(row => [row.reservation_number, row]))
  const { body } = await (
    await browserOf('umi')
  ).call(readCancellationCall, { params: { ...params, cancellation: String(id) } })
  const { items } = v.parse(readCancellationCall.response, body)
  const after = await rowsOf()
  const shown = new Map(items.map(line => [line.reservation_number, line]))
  const still = after.filter(row => isDeepStrictEqual(row, before.get(row.reservation_number)))
  expect(still.map(row => shown.get(row.reservation_number))).toEqual(still)
  expect(shown.size).toBeGreaterThanOrEqual(before.size)
}

/** So many waiting reservations are looked at next; the others wait. */
const makeDue = (count: number) =>
  write(sql`
    update visit_cancellation_items set check_at = case when id in (
        select id from visit_cancellation_items where state = 'waiting' order by id limit ${count}) then now() else now() + interval '1 hour' end
     where state = 'waiting'`)

/** How long nothing may change before time has to pass; few are soon at their end either way. */
const STILL_MS = rounds({ short: 100, whole: 5_000 })

/**
 * First by the store's own clock: time that passes rewrites every order and every hold, and the store waits behind that. Afterwards for what
 * waits for a lease of the dead.
 */
async function untilEnded(id: number): Promise<void> {
  await makeDue(PURCHASES * 2)
  let before = -1
  for (let waiting = await countWaiting(id); waiting !== before; waiting = await countWaiting(id)) {
    before = waiting
    await delay(STILL_MS)
  }
  for (;;) {
    await makeDue(PURCHASES * 2)
    await store.settle()
    const [open] = await read(
      sql<{ id: number }>`select id from visit_cancellations where id = ${id} and ended_at is null`,
    )
    if (open === undefined) return
    await delay(100)
  }
}

/** Reservations that nothing is decided about. */
async function countWaiting(id: number): Promise<number> {
  const [row] = await read(
    sql<{ waiting: number }>`
      select count(*)::integer as waiting from visit_cancellation_items where cancellation_id = ${id} and state = 'waiting'`,
  )
  return row?.waiting ?? 0
}

test(
  `a cancelled day of ${PURCHASES * TICKETS} tickets by all methods, killed at every step: one outcome and one letter each, and the books balance to the yen (S-7.15)`,
  async () => {
    const crowd = startCrowd(store, BUYERS)
    await crowd.untilMore(PURCHASES)
    const id = await cancelDay()
    await makeDue(0)
    await crowd.goHome()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const point of POINTS) {
        await store.killAt(point, () => makeDue(AT_A_TIME))
        await linesAreRows(id)
      }
    await untilEnded(id)
    await linesAreRows(id)
    expect(await store.findWrongs()).toEqual([])

    const items = await read(
      sql<{ state: string; letter: string; refunds: number; jobs: number; valid: number }>`
        select i.state, i.letter,
               (select count(*)::integer from refund_requests q where q.reservation_id = i.reservation_id) as refunds,
               (select count(*)::integer from jobs.job j where j.name = 'send-cancellation-mail' and j.data ->> 'itemId' = i.id::text) as jobs,
               (select count(*)::integer from tickets t where t.reservation_id = i.reservation_id and t.revoked_at is null) as valid
          from visit_cancellation_items i where i.cancellation_id = ${id}`,
    )
    const different = new Set(items.map(item => JSON.stringify(item)))
    expect([...different]).toEqual([
      JSON.stringify({ state: 'done', letter: 'refund', refunds: 1, jobs: 1, valid: 0 }),
    ])
    const [all] = await read(
      sql<{ bought: number; told: number }>`
        select (select count(*)::integer from reservations) as bought,
               (select count(*)::integer from jobs.job where name = 'send-refund-mail') as told`,
    )
    expect(all).toEqual({ bought: items.length, told: 0 })
    expect(items.length).toBeGreaterThanOrEqual(crowd.bought.length)
    // What a dead worker had begun to send comes again after its job has expired.
    await write(sql`update jobs.job set state = 'retry', start_after = now() where state = 'active'`)
    expect(new Set(await lettersSent(items.length)).size).toBe(items.length)
  },
  ALL_MS,
)

/** The numbers of reservations of which a letter came, once all have come. One that a death has sent twice has the same Message-ID. */
async function lettersSent(count: number): Promise<readonly string[]> {
  for (;;) {
    const answer = await fetch(`${store.providers.url}/mailbox/api/messages?to=taro%40example.com`)
    const mails = v.parse(v.array(v.object({ subject: v.string() })), await answer.json())
    const numbers = mails.flatMap(({ subject }) => /中止.*予約番号 (\w+)/.exec(subject)?.[1] ?? [])
    if (new Set(numbers).size >= count) return numbers
    await delay(200)
  }
}
