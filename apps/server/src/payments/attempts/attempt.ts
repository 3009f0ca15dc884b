import { paymentMethod } from '@kippu/contract/payment-method'
import { CURRENCIES, type Money } from '@kippu/domain/money'
import { methodAsAsked, ON_ACCOUNT, PAYMENT_PROVIDERS, type StoredMethod } from '@kippu/domain/payment-method'
import { ORDER_KINDS, type OrderKind } from '@kippu/domain/states/order'
import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import { ATTEMPT_STATES, type AttemptState } from '@kippu/domain/states/payment'
import { sql } from 'kysely'
import * as v from 'valibot'

import { fixed } from '../../platform/db/fixed.ts'
import type { IssuedReservation } from '../../tickets/find-reservation.ts'
import type { TokenOfReservation } from '../../tickets/reservation-token.ts'
import {
  type AttemptRef,
  type BrowserStep,
  PROVIDER_ERROR_CLASSES,
  type ProviderError,
  type ProviderId,
  type ProviderRefs,
} from '../port/port.ts'

/**
 * An operation that was asked for and whose answer is not stored: it is on its way, or its answer is lost. It is
 * written before the provider is called, so that a crash leaves it standing.
 */
export type Operation = 'start' | 'resume' | 'capture' | 'void' | 'refund'

/** Among the values of an attempt: nobody has proved the address of its order, which ends with it unless it is paid. */
export const UNPROVED = 'unproved'

/** A reservation as its buyer is told of it. */
export interface ToldReservation extends Pick<IssuedReservation, 'reservationNumber'>, TokenOfReservation {}

/** One payment attempt as the database has it. */
export interface Attempt {
  readonly id: string
  readonly siteKey: string
  readonly orderId: string
  readonly provider: ProviderId
  /** Which account of the provider it was made with; null for one from before that was written down. */
  readonly account: string | null
  readonly method: StoredMethod
  /** The purpose of its order. It decides where the browser goes when it comes back. */
  readonly orderKind: OrderKind
  /** Where the order is sold, which decides the same. */
  readonly orderChannel: SalesChannel
  readonly providerOrderRef: string
  /** The hash of the payment number, in hexadecimal. */
  readonly paymentNumberHash: string
  /** The amount charged: the price of the order when the payment began, less the discount of the method. */
  readonly amount: Money
  /** Consumption tax contained in it, in yen. */
  readonly taxAmount: number
  /** In yen; together with `amount` the price that the order had. */
  readonly methodDiscount: number
  readonly state: AttemptState
  readonly operation: Operation | null
  readonly refs: ProviderRefs
  readonly step: BrowserStep | null
  readonly failure: ProviderError | null
  /** How often it was looked at again. */
  readonly checks: number
  /** It is time to look again, and the process that worked on it is gone. */
  readonly isDue: boolean
  /** Until the deadline. */
  readonly secondsLeft: number
  /** From now on it is never moved forward, only ended. */
  readonly isPastDeadline: boolean
  /** Open for more than a day. */
  readonly isOld: boolean
  /** The reservation that this request has issued or moved by it, where nothing goes back. No row has it. */
  readonly issued?: ToldReservation
}

const operations = ['start', 'resume', 'capture', 'void', 'refund'] as const satisfies readonly Operation[]

const browserStep: v.GenericSchema<unknown, BrowserStep> = v.variant('kind', [
  v.object({ kind: v.literal('redirect'), url: v.string() }),
  v.object({
    kind: v.literal('form'),
    url: v.string(),
    charset: v.picklist(['UTF-8', 'Shift_JIS', 'Windows-31J']),
    fields: v.array(v.tuple([v.string(), v.string()])),
  }),
  v.object({ kind: v.literal('three_ds'), url: v.string(), md: v.string() }),
  v.object({ kind: v.literal('qr'), code: v.string(), expiresAt: v.nullable(v.string()) }),
  v.object({ kind: v.literal('d_account'), authorizationUrl: v.string() }),
])

const attemptRow = v.object({
  id: v.string(),
  siteKey: v.string(),
  orderId: v.string(),
  provider: v.picklist([...PAYMENT_PROVIDERS, ON_ACCOUNT]),
  account: v.nullable(v.string()),
  method: v.union([paymentMethod, v.literal(ON_ACCOUNT)]),
  orderKind: v.picklist(ORDER_KINDS),
  orderChannel: v.picklist(SALES_CHANNELS),
  providerOrderRef: v.string(),
  paymentNumberHash: v.string(),
  yen: v.number(),
  currency: v.picklist(CURRENCIES),
  taxAmount: v.number(),
  methodDiscount: v.number(),
  state: v.picklist(ATTEMPT_STATES),
  operation: v.nullable(v.picklist(operations)),
  refs: v.record(v.string(), v.string()),
  step: v.nullable(browserStep),
  failure: v.nullable(
    v.object({
      codes: v.array(v.string()),
      class: v.picklist(PROVIDER_ERROR_CLASSES),
      retryable: v.boolean(),
    }),
  ),
  checks: v.number(),
  isDue: v.boolean(),
  secondsLeft: v.number(),
  isPastDeadline: v.boolean(),
  isOld: v.boolean(),
})

/** The columns that make an attempt, of a row that is read or has just been written. */
export const ATTEMPT_COLUMNS = [
  'id',
  'site_key as siteKey',
  'order_id as orderId',
  sql<string>`(select kind from orders where orders.id = payment_attempts.order_id)`.as('orderKind'),
  sql<string>`(select channel from orders where orders.id = payment_attempts.order_id)`.as('orderChannel'),
  'provider',
  'provider_account as account',
  'method',
  'provider_order_ref as providerOrderRef',
  sql<string>`encode(payment_number_hash, 'hex')`.as('paymentNumberHash'),
  'amount as yen',
  'currency',
  'tax_amount as taxAmount',
  'method_discount as methodDiscount',
  'state',
  'operation',
  'provider_refs as refs',
  'browser_step as step',
  'failure',
  'checks',
  sql<boolean>`coalesce(check_at <= now(), false)`.as('isDue'),
  sql<number>`extract(epoch from deadline - now())::float`.as('secondsLeft'),
  sql<boolean>`deadline <= now()`.as('isPastDeadline'),
  sql<boolean>`created_at <= now() - interval '24 hours'`.as('isOld'),
] as const

/** The same as a part of a statement. */
export const ATTEMPT_RETURNED = fixed(
  sql`${sql.join(
    ATTEMPT_COLUMNS.map(column => {
      if (typeof column !== 'string') return column
      const [name = column, field = column] = column.split(' as ')
      return sql`${sql.ref(name)} as ${sql.ref(field)}`
    }),
  )}`,
)

/** Reads a row of `payment_attempts`. @throws when the database holds what no version of ours has written. */
export function attemptOf(row: unknown): Attempt {
  const { yen, currency, ...attempt } = v.parse(attemptRow, row)
  return { ...attempt, amount: { currency, minor: yen } }
}

/** This reference of ours tells whether an attempt was woken since it was read. */
export const WOKEN = 'woken'

/**
 * Tells a browser that comes back where its order began, so that it goes on there: `spot` of an order of the
 * door, which is left out of every other, and `time_change`.
 */
export function placeOf({ orderKind, orderChannel }: Pick<Attempt, 'orderKind' | 'orderChannel'>): {
  readonly time_change: boolean
  readonly spot?: true
} {
  const isChange = orderKind === 'time_change'
  return { time_change: isChange, ...(!isChange && orderChannel === 'spot' && { spot: true }) }
}

/** Its visitor has something to do, and nothing of ours is under way. */
export function isWithVisitor({ state, operation }: Pick<Attempt, 'state' | 'operation'>): boolean {
  return state === 'action_required' && operation === null
}

/** Ended without money, as far as we knew. */
export function isOver({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'failed' || state === 'expired'
}

/** The reference of the attempt for an adapter. */
export function refOf(attempt: Attempt): AttemptRef {
  const { id, providerOrderRef, method, amount, taxAmount, secondsLeft, refs } = attempt
  return {
    attemptId: id,
    providerOrderRef,
    method: methodAsAsked(method),
    amount,
    taxAmount,
    secondsLeft,
    refs,
  }
}
