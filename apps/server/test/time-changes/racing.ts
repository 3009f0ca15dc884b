import { sql } from 'kysely'
import { expect } from 'vitest'

import { createDice, type Dice } from '../../../../packages/domain/test/random-order.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { releaseExpired } from '../../src/orders/life/release-expired.ts'
import type { OtherDaysShop } from '../shop/shop.ts'
import type { Bought } from '../shop/stripe.ts'
import { rowsOf } from './compare-with-model.ts'

export const RACES = rounds({ short: 6, whole: 1_000 })
/** Patience for a machine that is busy, no promise of speed. */
export const ALL_MS = 3_600_000
/** The books of a whole store are compared after this many. */
const AT_ONCE = 50
export const SEED = seedOf(29)

type Racer<Result> = () => Promise<Result>

let turn = 0

/**
 * Starts all of them in any order, some turns of the event loop apart, and waits for their ends. In one race of four the
 * first has finished before the others begin, and in one it begins after their ends: so each of them wins some races.
 */
export async function atOnce<A, B>(dice: Dice, racers: readonly [Racer<A>, Racer<B>]): Promise<[A, B]>
export async function atOnce<A, B, C>(
  dice: Dice,
  racers: readonly [Racer<A>, Racer<B>, Racer<C>],
): Promise<[A, B, C]>
export async function atOnce(dice: Dice, racers: ReadonlyArray<Racer<unknown>>): Promise<unknown[]> {
  const run = async (racer: Racer<unknown>): Promise<unknown> => {
    for (let turns = dice.between(0, 40); turns > 0; turns -= 1) await new Promise(setImmediate)
    return racer()
  }
  const [first = async () => undefined, ...others] = racers
  const runOthers = (): Promise<unknown[]> => Promise.all(others.map(run))
  turn += 1
  if (turn % 4 === 1 || turn % 4 === 3) {
    const ahead = turn % 4 === 1 ? await first() : undefined
    const rest = await runOthers()
    return [turn % 4 === 1 ? ahead : await first(), ...rest]
  }
  // Each result is at the place of its racer.
  return Promise.all(racers.map(run))
}

/** Runs a race many times; whatever it leaves open ends, and then each yen and place is explained. */
export async function race(
  shop: OtherDaysShop,
  name: string,
  run: (dice: Dice) => Promise<Bought>,
): Promise<void> {
  const dice = createDice(SEED)
  for (let count = 1; count <= RACES; count += 1) {
    await makeRoom(shop)
    const bought = await run(dice)
    await settle(shop)
    expect(await wrongsOf(shop, bought), `${name}, race ${count}, FC_SEED=${SEED}`).toEqual([])
    if (count % AT_ONCE === 0) await compareBooks(shop)
  }
  await compareBooks(shop)
}

/** The planner of the database hears of what was written, or the comparison would read every table for each row. */
async function compareBooks(shop: OtherDaysShop): Promise<void> {
  await shop.run(sql`analyze`)
  await shop.compareBooks()
}

async function makeRoom(shop: OtherDaysShop): Promise<void> {
  await shop.resetStock()
  await shop.run(sql`update time_spans set capacity = taken + 5
    where id in (${shop.same.span}, ${shop.dear.span}, ${shop.cheap.span})`)
}

/** What nobody agreed to ends; the reconciler ends the rest. */
async function settle(shop: OtherDaysShop): Promise<void> {
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
async function wrongsOf(shop: OtherDaysShop, { reservationId }: Bought): Promise<string[]> {
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
