import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import type { Database } from '@kippu/server/db/database'
import { sql } from 'kysely'
import * as v from 'valibot'

import { findBrokenInvariants } from '../../apps/server/test/invariants.ts'
import { TICKETS } from './buy.ts'
import type { Stack } from './stack.ts'

const LOOK_EVERY_MS = 100
const PATIENCE_MS = 60_000

/**
 * Waits until no payment is open and no mail waits, and returns how long that took, in seconds: the work that the
 * purchases left behind. The second check of each confirmation mail, due ten seconds after it was sent, is moved
 * forward.
 */
export async function untilSettled(db: Database): Promise<number> {
  const since = performance.now()
  await db.read(tx =>
    sql`update jobs.job set start_after = now() where state < 'active' and start_after > now()`.execute(tx),
  )
  for (;;) {
    const open = await countOpen(db)
    const seconds = (performance.now() - since) / 1000
    if (open === 0) return Math.round(seconds * 10) / 10
    if (seconds * 1000 > PATIENCE_MS) throw new Error(`${open} payments and mails are still open`)
    await delay(LOOK_EVERY_MS)
  }
}

/** Mails that wait, without the second checks that are still to come. */
export async function countMails(db: Database): Promise<number> {
  return count(
    db,
    sql`select count(*)::int as count from jobs.job
        where name = 'send-completion-mail' and state <= 'active'`,
  )
}

function countOpen(db: Database): Promise<number> {
  return count(
    db,
    sql`select ((select count(*) from payment_attempts where check_at is not null)
              + (select count(*) from jobs.job where state <= 'active' and name like 'send-%'))::int as count`,
  )
}

async function count(db: Database, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.read(tx => query.execute(tx))
  return v.parse(v.tuple([v.object({ count: v.number() })]), rows)[0].count
}

const ledger = v.object({
  entries: v.array(v.object({ attempt_id: v.nullable(v.string()), kind: v.string(), amount: v.number() })),
})

/** The records once everything is settled. */
export interface Books {
  readonly purchases: number
  readonly tickets: number
  /** Of the providers, and in yen. */
  readonly charges: number
  readonly charged: number
}

/**
 * Checks that every purchase has its tickets and, unless it was free, exactly one charge of exactly their price, that
 * nothing else was charged, that no payment is open, and that no invariant is broken.
 *
 * @throws with everything that is wrong.
 */
export async function checkBooks({ db, providers }: Stack, purchases: number): Promise<Books> {
  const { entries } = v.parse(ledger, await (await fetch(`${providers}/_sim/ledger`)).json())
  const charges = Map.groupBy(
    entries.filter(({ kind }) => kind === 'captured'),
    ({ attempt_id: id }) => id ?? '',
  )
  const bought = await readBought(db)
  const known = new Set(bought.map(({ id }) => id))
  const wrongs = [
    ...(await findBrokenInvariants(db)),
    ...(bought.length === purchases ? [] : [`${purchases} purchases, but ${bought.length} payments`]),
    ...entries
      .filter(({ kind }) => kind !== 'captured' && kind !== 'authorized')
      .map(({ kind }) => `money was ${kind}`),
    ...[...charges.keys()].filter(id => !known.has(id)).map(id => `a charge for ${id}, which is no payment`),
    ...bought.flatMap(one => wrongsOf(one, charges.get(one.id)?.map(({ amount }) => amount) ?? [])),
  ]
  if (wrongs.length > 0)
    throw new Error(`the books do not balance (${wrongs.length}):\n${wrongs.slice(0, 20).join('\n')}`)
  const yen = bought.reduce((sum, { price }) => sum + price, 0)
  return { purchases, tickets: purchases * TICKETS, charges: charges.size, charged: yen }
}

interface Bought {
  /** Id of the payment attempt. */
  readonly id: string
  readonly method: string
  readonly state: string
  readonly isOpen: boolean
  readonly status: string
  readonly tickets: number
  /** Price of the tickets, in yen. */
  readonly price: number
}

function wrongsOf(
  { id, method, state, isOpen, status, tickets, price }: Bought,
  charges: readonly number[],
): string[] {
  const expected = method === 'free' ? [] : [price]
  return [
    ...(isOpen || state !== 'captured' || status !== 'completed'
      ? [`payment ${id} is ${state} of a ${status} order`]
      : []),
    ...(tickets === TICKETS ? [] : [`payment ${id} has ${tickets} tickets`]),
    ...(String(charges) === String(expected)
      ? []
      : [`payment ${id} of ${price} yen was charged ${charges.join(' + ')}`]),
  ]
}

async function readBought(db: Database): Promise<readonly Bought[]> {
  const { rows } = await db.read(tx =>
    sql<Bought>`
      with sold as (
        select order_id, count(*)::int as tickets, sum(price)::int as price
        from reservations join tickets on tickets.reservation_id = reservations.id
        where revoked_at is null group by order_id
      )
      select a.id, a.method, a.state, a.check_at is not null or a.operation is not null as "isOpen",
             orders.status, coalesce(sold.tickets, 0) as tickets, coalesce(sold.price, 0) as price
      from payment_attempts a join orders on orders.id = a.order_id left join sold on sold.order_id = a.order_id`.execute(
      tx,
    ),
  )
  return rows
}
