import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import * as v from 'valibot'

import type { Purchase } from './buy.ts'
import { type Shop, withDatabase } from './shop.ts'

const LOOK_EVERY_MS = 100
const PATIENCE_MS = 120_000

/**
 * Waits until every purchase has its tickets mailed, no payment is open and no mail waits; returns how long that took, in
 * seconds. The second check of each mail with a link, due ten seconds after it was sent, is moved forward.
 *
 * @throws when it takes more than two minutes.
 */
export async function untilSettled(shop: Shop, purchases: readonly Purchase[]): Promise<number> {
  const since = performance.now()
  for (;;) {
    await shop.own.query({
      text: `update jobs.job set start_after = now() where name like 'send-%' and state < 'active' and start_after > now()`,
    })
    const open = await countOpen(shop)
    const unsent = purchases.filter(({ address }) => !shop.mails.tickets.has(address)).length
    const ms = performance.now() - since
    if (open + unsent === 0) return Math.round(ms / 100) / 10
    if (ms > PATIENCE_MS)
      throw new Error(`${shop.name}: ${open} payments and mails are open, ${unsent} purchases have no mail`)
    await delay(LOOK_EVERY_MS)
  }
}

const openRows = v.tuple([v.object({ open: v.number() })])

async function countOpen({ own }: Shop): Promise<number> {
  const rows = await own.query({
    text: `select ((select count(*) from payment_attempts where check_at is not null or operation is not null)
                 + (select count(*) from jobs.job where state <= 'active' and name like 'send-%'))::int as open`,
  })
  return v.parse(openRows, rows)[0].open
}

const ledger = v.object({
  entries: v.array(v.object({ attempt_id: v.nullable(v.string()), kind: v.string(), amount: v.number() })),
})

/** The records once everything is settled. */
export interface Books {
  readonly purchases: number
  readonly tickets: number
  /** The charges of the providers, and in yen. */
  readonly charges: number
  readonly charged: number
}

/**
 * Checks that every purchase is one completed order with the tickets that its buyer saw, one mail with them and, unless
 * it was free, exactly one charge of exactly their price; that nothing else was charged, no order is in doubt, and no
 * invariant of the program is broken.
 *
 * @throws with everything that is wrong.
 */
export async function checkBooks(shop: Shop, purchases: readonly Purchase[]): Promise<Books> {
  const { entries } = v.parse(ledger, await (await fetch(`${shop.providers}/_sim/ledger`)).json())
  const captured = entries.filter(({ kind }) => kind === 'captured')
  const charges = Map.groupBy(captured, ({ attempt_id: id }) => id ?? '')
  const bought = v.parse(boughtRows, await shop.own.query({ text: BOUGHT }))
  const known = new Set(bought.map(({ id }) => id))
  const tickets = bought.reduce((sum, one) => sum + one.tickets, 0)
  const seen = purchases.reduce((sum, one) => sum + one.tickets, 0)
  const wrongs = [
    ...(await withDatabase(shop, db => shop.program.findBrokenInvariants(db))),
    ...(bought.length === purchases.length
      ? []
      : [`${purchases.length} purchases, but ${bought.length} payments`]),
    ...(tickets === seen ? [] : [`${seen} tickets were seen, but ${tickets} are sold`]),
    ...entries
      .filter(({ kind }) => kind !== 'captured' && kind !== 'authorized')
      .map(({ kind }) => `money was ${kind}`),
    ...[...charges.keys()]
      .filter(id => !known.has(id))
      .map(id => `a charge for ${id}, which is not a payment`),
    ...bought.flatMap(one => wrongsOf(one, charges.get(one.id)?.map(({ amount }) => amount) ?? [])),
    ...purchases.flatMap(({ address }) => wrongMails(shop, address)),
  ]
  if (wrongs.length > 0)
    throw new Error(
      `the books of ${shop.name} do not balance (${wrongs.length}):\n${wrongs.slice(0, 20).join('\n')}`,
    )
  const yen = bought.reduce((sum, { price }) => sum + price, 0)
  return { purchases: purchases.length, tickets, charges: charges.size, charged: yen }
}

function wrongMails({ mails }: Shop, address: string): string[] {
  const count = mails.tickets.get(address) ?? 0
  return count === 1 ? [] : [`${address} has ${count} mails with tickets`]
}

const boughtRows = v.array(
  v.object({
    /** Id of the payment attempt. */
    id: v.string(),
    method: v.string(),
    state: v.string(),
    isOpen: v.boolean(),
    status: v.string(),
    tickets: v.number(),
    /** Price of the tickets, in yen. */
    price: v.number(),
  }),
)

const BOUGHT = `
  with sold as (
    select order_id, count(*)::int as tickets, sum(price)::int as price
    from reservations join tickets on tickets.reservation_id = reservations.id
    where revoked_at is null group by order_id
  )
  select a.id::text, a.method, a.state, a.check_at is not null or a.operation is not null as "isOpen",
         orders.status, coalesce(sold.tickets, 0) as tickets, coalesce(sold.price, 0) as price
  from payment_attempts a join orders on orders.id = a.order_id left join sold on sold.order_id = a.order_id`

function wrongsOf(
  { id, method, state, isOpen, status, tickets, price }: v.InferOutput<typeof boughtRows>[number],
  charges: readonly number[],
): string[] {
  const expected = method === 'free' ? [] : [price]
  return [
    ...(isOpen || state !== 'captured' || status !== 'completed'
      ? [`payment ${id} is ${state} of a ${status} order`]
      : []),
    ...(tickets > 0 ? [] : [`payment ${id} has no tickets`]),
    ...(String(charges) === String(expected)
      ? []
      : [`payment ${id} of ${price} yen was charged ${charges.join(' + ')}`]),
  ]
}
