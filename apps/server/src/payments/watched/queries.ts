import { worksAt } from '@kippu/domain/staff/grants'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as v from 'valibot'

import { OPEN_STATES } from '../attempts/open-states.ts'
import type { Database, Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Actor } from '../../platform/staff/actor.ts'
import { nothing, uuid } from '../../platform/staff/inputs.ts'
import { type Act, assertReaches, staffVerb } from '../../platform/staff/staff-verb.ts'
import type {
  LedgerEntriesTable,
  PaymentAttemptsTable,
  ProviderEventsTable,
  RefundsTable,
} from '../../platform/db/schema.ts'

/** Payments as the staff look at them. Read only. */

const ATTEMPT_IS_OPEN = sql<boolean>`(operation is not null or state in (${OPEN_STATES}))`
const REFUND_IS_WATCHED = sql<boolean>`(refunds.needs_person or refunds.state = 'requested')`

/** Longer than any payment takes when all goes well. */
const LONG_OPEN = sql<Date>`now() - interval '10 minutes'`

export interface WatchedRow {
  readonly kind: 'payment' | 'refund'
  readonly attempt_id: string
  readonly order_id: string
  /** Null for a payment. */
  readonly refund_id: string | null
  readonly site_key: string
  readonly provider: string
  readonly provider_account: string | null
  readonly method: string
  /** Where the order is sold. */
  readonly channel: string
  /** With the operation that is still to be done: `captured, refund`. */
  readonly state: string
  readonly amount: number
  readonly needs_person: boolean
  readonly age_seconds: number
}

const channelOf = (orderId: string) =>
  sql<string>`(select channel from orders where orders.id = ${sql.ref(orderId)})`.as('channel')

const ageOf = (column: string) => sql<number>`extract(epoch from now() - ${sql.ref(column)})::integer`

type Sites = Pick<Actor, 'siteKeys'>

/** Whether a row is at one of the sites of somebody. */
const isAtOneOf = (siteKey: string, { siteKeys }: Sites): RawBuilder<boolean> =>
  siteKeys === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(siteKey)} = any(${list('text', siteKeys)}::text[])`

/** Payments and refunds that need a person, and those that are open for more than ten minutes, at the sites of somebody; the oldest first. */
export async function findWatched(read: Read, by: Sites): Promise<WatchedRow[]> {
  const attempts = await read
    .selectFrom('payment_attempts')
    .select(['id as attempt_id', 'order_id', 'site_key', 'provider', 'provider_account', 'method', 'amount'])
    .select('needs_person')
    .select([sql<'payment'>`'payment'`.as('kind'), sql<null>`null`.as('refund_id')])
    .select(sql<string>`concat_ws(', ', state, operation)`.as('state'))
    .select(channelOf('payment_attempts.order_id'))
    .select(ageOf('created_at').as('age_seconds'))
    .where(sql<boolean>`(needs_person or ${ATTEMPT_IS_OPEN})`)
    .where(isAtOneOf('site_key', by))
    .where(eb => eb.or([eb('needs_person', '=', true), eb('created_at', '<', LONG_OPEN)]))
    .execute()
  const refunds = await read
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select([
      'attempt_id',
      'payment_attempts.order_id',
      'refunds.site_key',
      'provider',
      'provider_account',
      'method',
    ])
    .select(['refunds.amount', 'refunds.needs_person'])
    .select(sql<'refund'>`'refund'`.as('kind'))
    .select('refunds.id as refund_id')
    .select('refunds.state')
    .select(channelOf('payment_attempts.order_id'))
    .select(ageOf('refunds.created_at').as('age_seconds'))
    .where(REFUND_IS_WATCHED)
    .where(isAtOneOf('refunds.site_key', by))
    .where(eb => eb.or([eb('refunds.needs_person', '=', true), eb('refunds.created_at', '<', LONG_OPEN)]))
    .execute()
  return [...attempts, ...refunds].toSorted((one, other) => other.age_seconds - one.age_seconds)
}

export interface NamedReservation {
  readonly site_key: string
  readonly order_id: string
}

interface Parts {
  readonly db: Database
}

/** The reservations with a number at the sites of the person who asks; numbers are unique only within a site, so there may be several. */
export const findReservations = staffVerb({
  name: 'reservation',
  permission: 'orders:read',
  reach: 'own sites',
  input: v.object({ number: v.string() }),
  run: async ({ db }: Parts, { number }: { readonly number: string }, { actor }: Act) => {
    const all = await db.read(read => selectReservations(read, number))
    return all.filter(({ site_key }) => worksAt(actor, site_key))
  },
})

export function selectReservations(read: Read, number: string): Promise<NamedReservation[]> {
  return read
    .selectFrom('reservations')
    .select(['site_key', 'order_id'])
    .where('number', '=', number)
    .orderBy('site_key')
    .execute()
}

/** The attempts with an id or a reference at the provider, or of an order; the oldest first. */
export async function findAttemptIds(
  read: Read,
  by: { readonly id?: string; readonly reference?: string; readonly orderIds?: readonly string[] },
): Promise<string[]> {
  const { id, reference, orderIds } = by
  const rows = await read
    .selectFrom('payment_attempts')
    .select('id')
    .where(eb =>
      eb.or([
        ...(id === undefined ? [] : [eb('id', '=', id)]),
        ...(reference === undefined ? [] : [eb('provider_order_ref', '=', reference)]),
        ...(orderIds === undefined || orderIds.length === 0 ? [] : [eb('order_id', 'in', [...orderIds])]),
      ]),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(row => row.id)
}

export type AttemptLife = Omit<
  Selectable<PaymentAttemptsTable>,
  | 'payment_number_hash'
  | 'md_hash'
  | 'version'
  | 'browser_step'
  | 'currency'
  | 'tax_amount'
  | 'method_discount'
> & {
  readonly order_status: string
  readonly channel: string
  readonly reservation_number: string | null
}

/** The stored state of an attempt, except references that could open it in a browser. */
export function readAttemptLife(read: Read, id: string): Promise<AttemptLife> {
  return read
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .leftJoin('reservations', 'reservations.order_id', 'orders.id')
    .select([
      'payment_attempts.id',
      'payment_attempts.site_key',
      'payment_attempts.order_id',
      'payment_attempts.provider',
      'payment_attempts.provider_account',
      'payment_attempts.method',
      'payment_attempts.provider_order_ref',
      'payment_attempts.amount',
      'payment_attempts.state',
      'payment_attempts.operation',
      'payment_attempts.provider_refs',
      'payment_attempts.failure',
      'payment_attempts.deadline',
      'payment_attempts.check_at',
      'payment_attempts.checks',
      'payment_attempts.needs_person',
      'payment_attempts.created_at',
      'payment_attempts.updated_at',
      'orders.status as order_status',
      'orders.channel',
      'reservations.number as reservation_number',
    ])
    .where('payment_attempts.id', '=', id)
    .executeTakeFirstOrThrow()
}

type EventRow = Pick<Selectable<ProviderEventsTable>, 'received_at' | 'dedupe_key' | 'payload'>

/** Webhook events of the attempt, the oldest first. */
export function listEvents(read: Read, attemptId: string): Promise<EventRow[]> {
  return read
    .selectFrom('provider_events')
    .select(['received_at', 'dedupe_key', 'payload'])
    .where('attempt_id', '=', attemptId)
    .orderBy('received_at')
    .execute()
}

export type ListedRefund = Pick<
  Selectable<RefundsTable>,
  'id' | 'amount' | 'state' | 'reason' | 'failure' | 'needs_person' | 'created_at'
>

export function listRefunds(read: Read, attemptId: string): Promise<ListedRefund[]> {
  return read
    .selectFrom('refunds')
    .select(['id', 'amount', 'state', 'reason', 'failure', 'needs_person', 'created_at'])
    .where('attempt_id', '=', attemptId)
    .orderBy('created_at')
    .execute()
}

type MoneyRow = Pick<Selectable<LedgerEntriesTable>, 'created_at' | 'kind' | 'amount'>

/** The ledger entries of the attempt: captured and refunded money. They are found by its order, which has an index. */
export function listMoney(read: Read, attemptId: string): Promise<MoneyRow[]> {
  return read
    .selectFrom('ledger_entries')
    .select(['created_at', 'kind', 'amount'])
    .where('order_id', '=', eb =>
      eb.selectFrom('payment_attempts').select('order_id').where('id', '=', attemptId),
    )
    .where('attempt_id', '=', attemptId)
    .where('account', '=', 'provider')
    .orderBy('created_at')
    .execute()
}

export type RefundStateRow = Pick<Selectable<RefundsTable>, 'amount' | 'state' | 'failure' | 'needs_person'>

/** The state of a refund, where the person who asks works at its site. */
export const readRefundState = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'own sites',
  input: v.object({ refundId: uuid }),
  run: selectRefundState,
})

async function selectRefundState(
  { db }: Parts,
  { refundId }: { readonly refundId: string },
  act: Act,
): Promise<RefundStateRow> {
  const { site_key: siteKey, ...state } = await db.read(read =>
    read
      .selectFrom('refunds')
      .select(['site_key', 'amount', 'state', 'failure', 'needs_person'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow(),
  )
  assertReaches(act, siteKey)
  return state
}

export type OpenRefund = ListedRefund & {
  readonly site_key: string
  readonly reservation_number: string | null
  readonly attempt_id: string
}

/** Refunds at the sites of the person who asks that are not done: under way, or failed and not closed by a person yet; the oldest first. */
export const findOpenRefunds = staffVerb({
  name: 'refunds',
  permission: 'orders:read',
  reach: 'own sites',
  input: nothing,
  run: ({ db }: Parts, _: object, { actor }: Act) => db.read(read => selectOpenRefunds(read, actor)),
})

function selectOpenRefunds(read: Read, by: Sites): Promise<OpenRefund[]> {
  return read
    .selectFrom('refunds')
    .leftJoin('reservations', 'reservations.order_id', 'refunds.order_id')
    .select(['refunds.id', 'refunds.site_key', 'reservations.number as reservation_number'])
    .select(['refunds.attempt_id', 'amount', 'state', 'reason', 'failure', 'needs_person'])
    .select('refunds.created_at')
    .where(REFUND_IS_WATCHED)
    .where(isAtOneOf('refunds.site_key', by))
    .orderBy('refunds.created_at')
    .execute()
}
