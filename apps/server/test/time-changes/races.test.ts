import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/proof-choice.ts'
import { createDice, type Dice } from '../../../../packages/domain/test/random-order.ts'
import { releaseExpired } from '../../src/orders/life/release-expired.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { type ChangesApp, createChangesApp } from '../changes-app.ts'
import type { Bought } from '../payments-app.ts'
import type { StoreAnswer } from '../orders-app.ts'
import { rowsOf } from './compare-with-model.ts'

const RACES = rounds({ short: 30, whole: 1_000 })
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 3_600_000
/** The books of a whole store are compared after this many. */
const AT_ONCE = 50
const SEED = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31)

let shop: ChangesApp

beforeAll(async () => {
  shop = await createChangesApp()
})
afterAll(() => shop.close())

/** The result of each racer, at its place. */
type Results<All extends ReadonlyArray<() => Promise<unknown>>> = {
  [Index in keyof All]: Awaited<ReturnType<All[Index]>>
}

let turn = 0

/**
 * Starts all of them in any order, some turns of the event loop apart, and waits for their ends. In one race of four the
 * first has finished before the others begin, and in one it begins after their ends: so each of them wins some races.
 */
async function atOnce<const All extends ReadonlyArray<() => Promise<unknown>>>(
  dice: Dice,
  racers: All,
): Promise<Results<All>> {
  const run = async (racer: () => Promise<unknown>): Promise<unknown> => {
    for (let turns = dice.between(0, 40); turns > 0; turns -= 1) await new Promise(setImmediate)
    return racer()
  }
  const [first = async () => undefined, ...others] = racers
  const runOthers = (): Promise<unknown[]> => Promise.all(others.map(run))
  turn += 1
  if (turn % 4 === 1 || turn % 4 === 3) {
    const ahead = turn % 4 === 1 ? await first() : undefined
    const rest = await runOthers()
    return [turn % 4 === 1 ? ahead : await first(), ...rest] as Results<All>
  }
  // Each result is at the place of its racer.
  return (await Promise.all(racers.map(run))) as Results<All>
}

/** Runs a race many times; whatever it leaves open ends, and then each yen and place is explained. */
async function race(name: string, run: (dice: Dice) => Promise<Bought>): Promise<void> {
  const dice = createDice(SEED)
  for (let count = 1; count <= RACES; count += 1) {
    await makeRoom()
    const bought = await run(dice)
    await settle()
    expect(await wrongsOf(bought), `${name}, race ${count}, FC_SEED=${SEED}`).toEqual([])
    if (count % AT_ONCE === 0) await compareBooks()
  }
  await compareBooks()
}

/** The planner of the database hears of what was written, or the comparison would read every table for each row. */
async function compareBooks(): Promise<void> {
  await shop.run(sql`analyze`)
  await shop.compareBooks()
}

async function makeRoom(): Promise<void> {
  await shop.resetStock()
  await shop.run(sql`update time_spans set capacity = taken + 5
    where id in (${shop.same.span}, ${shop.dear.span}, ${shop.cheap.span})`)
}

/** What nobody agreed to ends; the reconciler ends the rest. */
async function settle(): Promise<void> {
  for (let looks = 0; looks < 2; looks += 1) {
    await shop.run(sql`update refunds set check_at = now() where check_at is not null`)
    await shop.reconcile()
  }
  await shop.run(sql`
    with ended as (
      update orders set expires_at = now() - interval '1 second'
       where kind = 'time_change' and status = 'ready_checkout' returning id)
    update holds h set expires_at = now() - interval '1 second' from ended where h.order_id = ended.id`)
  await releaseExpired(shop.deps)
}

interface Standing {
  readonly span: number
  readonly admissions: number
  readonly price: number
  readonly captured: number
  readonly refunded: number
  readonly holds: ReadonlyArray<{ readonly span: number; readonly units: number }>
  readonly attempts: readonly string[]
}

/** A visit is at one time, holds its places there alone, and its buyer has paid what its tickets cost. */
async function wrongsOf({ reservationId }: Bought): Promise<string[]> {
  const [standing] = await rowsOf(
    shop,
    sql<Standing>`
    with own as (select o.id from orders o join reservations r on r.id = ${reservationId}
                  where o.id = r.order_id or o.replaces = r.id
                     or o.id in (select a.order_id from payment_attempts a
                                   join reservation_payments p on p.attempt_id = a.id where p.reservation_id = r.id)),
         booked as (select l.kind, l.amount from ledger_entries l
                     where l.order_id in (select id from own) and l.account = 'provider')
    select o.time_span_id as span,
           (select count(*) from tickets t where t.reservation_id = r.id and t.revoked_at is null)::integer as admissions,
           (select coalesce(sum(price), 0) from tickets t where t.reservation_id = r.id and t.revoked_at is null)::integer as price,
           (select coalesce(sum(amount), 0) from booked where kind = 'capture')::integer as captured,
           (select coalesce(-sum(amount), 0) from booked where kind = 'refund')::integer as refunded,
           (select coalesce(json_agg(json_build_object('span', h.time_span_id, 'units', h.units)), '[]')
              from holds h where h.order_id in (select id from own)) as holds,
           (select array_agg(id::text) from payment_attempts where order_id in (select id from own)) as attempts
      from reservations r join orders o on o.id = r.order_id where r.id = ${reservationId}`,
  )
  if (standing === undefined) return ['there is no such reservation']
  const ledger = await shop.stripe.ledger()
  const net = standing.attempts.reduce((sum, id) => sum + (ledger[id]?.net ?? 0), 0)
  const { price, captured, refunded, admissions, span, holds } = standing
  const wanted = admissions === 0 ? [] : [{ span, units: admissions }]
  return [
    ...(captured - refunded === price ? [] : [`${captured} taken and ${refunded} given back for ${price}`]),
    ...(net === price ? [] : [`the provider keeps ${net} for ${price}`]),
    ...(JSON.stringify(holds) === JSON.stringify(wanted)
      ? []
      : [`holds ${JSON.stringify(holds)} at ${span}`]),
  ]
}

const isCompleted = ({ body }: StoreAnswer): boolean => body['result'] === 'completed'

/** Asks for a change, and agrees to it where it is made. */
async function moveTo(token: string, span: number): Promise<StoreAnswer> {
  const made = await shop.change(token, span)
  if (made.status !== 201) return made
  return shop.agree(
    String(made.body['timechange_token']),
    made.body['payment_required'] === true ? '1112' : undefined,
  )
}

describe(`${RACES} races, FC_SEED=${SEED}`, () => {
  test(
    'of two changes of one reservation: it moves once for each that was paid, and nobody pays twice (S-11.02–03)',
    async () => {
      let moved = 0
      await race('two changes', async dice => {
        const bought = await shop.buy(2)
        const answers = await atOnce(dice, [
          () => moveTo(bought.token, shop.dear.span),
          () => moveTo(bought.token, dice.oneOf([shop.dear.span, shop.cheap.span, shop.same.span])),
        ])
        const completed = answers.filter(isCompleted).length
        moved += completed
        const [row] = await rowsOf(
          shop,
          sql<{
            generation: number
          }>`select token_generation as generation from reservations where id = ${bought.reservationId}`,
        )
        expect(row?.generation).toBe(completed)
        return bought
      })
      expect(moved).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of one change agreed to in two tabs: it is paid once (D-51)',
    async () => {
      await race('two tabs', async dice => {
        const bought = await shop.buy(1)
        const change = await shop.changeToken(bought.token, shop.dear.span)
        const answers = await atOnce(dice, [
          () => shop.agree(change, '1112'),
          () => shop.agree(change, '1112'),
        ])
        expect(answers.some(isCompleted)).toBe(true)
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of a change against a refund by staff: what is given back is no longer moved, and nothing goes back twice (S-11.11, S-7.15)',
    async () => {
      const ends = { moved: 0, refunded: 0 }
      await race('change and refund', async dice => {
        const bought = await shop.buy(2)
        const change = await shop.changeToken(bought.token, dice.oneOf([shop.dear.span, shop.cheap.span]))
        const isUp = (await shop.read(change)).body['payment_required'] === true
        const [agreed, refund] = await atOnce(dice, [
          () => shop.agree(change, isUp ? '1112' : undefined),
          () =>
            requestRefund(shop.deps, {
              siteKey: 'demo',
              reservationNumber: bought.number,
              tickets: dice.oneOf(['all', [1]] as const),
              reason: 'it rains',
            }),
        ])
        if (isCompleted(agreed)) ends.moved += 1
        if (refund.kind === 'refund') ends.refunded += 1
        return bought
      })
      expect(Math.min(ends.moved, ends.refunded)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a change against the last place sold by the web: one of them has it (S-2.01, S-11.16)',
    async () => {
      const ends = { moved: 0, sold: 0 }
      await race('the last place', async dice => {
        const bought = await shop.buy(1)
        await shop.run(sql`update time_spans set capacity = taken + 1 where id = ${shop.dear.span}`)
        const before = await shop.takenOf(shop.dear.span)
        const [moved, ordered, other] = await atOnce(dice, [
          () => moveTo(bought.token, shop.dear.span),
          () => shop.order(1, { timeSpanId: shop.dear.span }),
          () => shop.order(1, { timeSpanId: shop.dear.span }),
        ])
        const winners = [isCompleted(moved), ordered.status === 201, other.status === 201].filter(Boolean)
        expect(winners).toHaveLength(1)
        expect(await shop.takenOf(shop.dear.span)).toBe(before + 1)
        ends[isCompleted(moved) ? 'moved' : 'sold'] += 1
        for (const { body } of [ordered, other])
          if (typeof body['order_token'] === 'string')
            await shop.call('DELETE', `/api/v1/orders/${body['order_token']}`)
        return bought
      })
      expect(Math.min(ends.moved, ends.sold)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of handing on against a change: a visit with a ticket in other hands stays where it is (S-10.08, S-11.15)',
    async () => {
      const ends = { moved: 0, shared: 0 }
      await race('share and change', async dice => {
        const bought = await shop.buy(2)
        const span = dice.oneOf([shop.dear.span, shop.cheap.span, shop.same.span])
        const change = await shop.changeToken(bought.token, span)
        const isUp = (await shop.read(change)).body['payment_required'] === true
        const [agreed, shared] = await atOnce(dice, [
          () => shop.agree(change, isUp ? '1112' : undefined),
          () => share(bought, [2]),
        ])
        const [row] = await rowsOf(
          shop,
          sql<{ moved: boolean; shared: boolean }>`
            select r.token_generation > 0 as moved,
                   exists (select from tickets t where t.reservation_id = r.id and t.share_id is not null) as shared
              from reservations r where r.id = ${bought.reservationId}`,
        )
        // Where the change is paid already, its tickets were handed on too early, and the money goes back.
        expect(row).toEqual({ moved: isCompleted(agreed), shared: shared.status === 201 })
        expect(row?.moved === true && row.shared).toBe(false)
        if (row?.moved === true) ends.moved += 1
        if (row?.shared === true) ends.shared += 1
        return bought
      })
      expect(Math.min(ends.moved, ends.shared)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of two acceptances of one hand-on: one of them has it (S-10.03)',
    async () => {
      await race('two acceptances', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const answers = await atOnce(dice, [() => accept(token), () => accept(token)])
        expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of taking back against an acceptance: the buyer has it in the end, and nobody else (S-10.05, S-9.04)',
    async () => {
      const ends = { accepted: 0, refused: 0 }
      await race('take back and accept', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const [taken, accepted] = await atOnce(dice, [
          () => shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${bought.token}`),
          () => accept(token),
        ])
        expect(taken.status).toBe(204)
        expect([200, 404]).toContain(accepted.status)
        ends[accepted.status === 200 ? 'accepted' : 'refused'] += 1
        // Nothing is left of an acceptance that came first.
        const holder = String(accepted.body['reservation_token'])
        expect(await shop.call('GET', `/api/v1/reservations/${holder}`)).toMatchObject({ status: 404 })
        expect(await statesOf(bought)).toEqual([
          ['available', false],
          ['available', false],
        ])
        return bought
      })
      expect(Math.min(ends.accepted, ends.refused)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a refund by staff against an acceptance: who comes first decides, and never both (S-7.15)',
    async () => {
      const ends = { accepted: 0, refunded: 0 }
      await race('refund and accept', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const [refund, accepted] = await atOnce(dice, [
          () =>
            requestRefund(shop.deps, {
              siteKey: 'demo',
              reservationNumber: bought.number,
              tickets: dice.oneOf(['all', [2]] as const),
              reason: 'it rains',
            }),
          () => accept(token),
        ])
        expect([refund.kind, accepted.status]).toEqual(
          accepted.status === 200 ? ['refused', 200] : ['refund', 404],
        )
        ends[accepted.status === 200 ? 'accepted' : 'refunded'] += 1
        return bought
      })
      expect(Math.min(ends.accepted, ends.refunded)).toBeGreaterThan(0)
    },
    ALL_MS,
  )
})

const share = ({ token }: Bought, ids: readonly number[]): Promise<StoreAnswer> =>
  shop.call('POST', '/api/v1/shares', { reservation_token: token, ticket_ids: ids })

async function shareToken(bought: Bought, ids: readonly number[]): Promise<string> {
  return String((await share(bought, ids)).body['share_token'])
}

const accept = (token: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/shareacceptances/${token}`, { acceptance_key: crypto.randomUUID() })

/** Status of each ticket, and whether somebody else has it, as the buyer sees them. */
async function statesOf({ token }: Bought): Promise<unknown> {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  const tickets = body as unknown as ReadonlyArray<{ readonly status: string; readonly shared: boolean }>
  return tickets.map(({ status, shared }) => [status, shared])
}
