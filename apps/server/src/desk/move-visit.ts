import type { ErrorCode } from '@kippu/contract/errors'
import { DEFAULT_LANGUAGE, isLanguage } from '@kippu/domain/language'

import type { Read } from '../db/database.ts'
import { isRefusal, type Refusal } from '../http/refusal.ts'
import {
  type ChangeDeps,
  type CostlyChange,
  createFreeChange,
  type FreeChange,
} from '../orders/time-change/create-time-change.ts'
import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { payTimeChange } from '../payments/pay-time-change.ts'
import { wordingOf } from '../products/wording.ts'
import type { SiteContent } from '../site-content/site-content.ts'
import { type Actor, assertMayDo } from '../staff/actor.ts'
import { type Action, recordAction, recordAlone } from '../staff/record-action.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import { findSpanOn } from './find-span.ts'

export interface MoveDeps extends PaymentDeps, ChangeDeps {
  readonly content: SiteContent
  readonly actor: Actor
}

export interface MoveVisit {
  readonly siteKey: string
  /** As it is stored. */
  readonly reservationNumber: string
  /** ISO date in Japan, and the time of its begin; null where the day has one alone. */
  readonly date: string
  readonly time: string | null
  readonly reason: string
}

export type MovedVisit =
  | { readonly kind: 'moved'; readonly refund: number }
  /** Its buyer pays the difference on their own page. */
  | CostlyChange
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Moves a visit for its buyer, who is told by mail as if they had moved it themselves. What it costs less goes back as the site says; for what it costs more the buyer has to pay,
 * so nothing is moved.
 */
export async function moveVisit(deps: MoveDeps, move: MoveVisit): Promise<MovedVisit> {
  const { siteKey, reservationNumber: subject, date, time, reason } = move
  assertMayDo(deps.actor, 'orders:write', siteKey)
  const found = await deps.db.read(read => findVisit(read, siteKey, subject))
  if (found === undefined) return { kind: 'refused', why: 'no such reservation' }
  const span = await deps.db.read(read =>
    findSpanOn(read, { siteKey, productUuid: found.productUuid, date, time }),
  )
  if ('fault' in span) return { kind: 'refused', why: span.fault }
  const action = {
    permission: 'orders:write',
    siteKey,
    subject,
    details: { from: found.visitDate, to: date, time },
    reason,
  } as const
  const change = await holdFree(deps, found, { siteKey, spanId: span.id, action })
  if (isRefusal(change)) return { kind: 'refused', why: wordsOf(change) }
  if (change.kind === 'costs more') return change
  const { token, refund } = change
  const done = await payTimeChange(deps, { siteKey, token, method: 'free', input: {}, expected: 0 })
  if (isRefusal(done)) {
    await recordAlone(deps, {
      ...action,
      verb: 'move refused',
      details: { ...action.details, why: done.code },
    })
    return { kind: 'refused', why: wordsOf(done) }
  }
  await recordAlone(deps, { ...action, verb: 'move', details: { ...action.details, refund } })
  return { kind: 'moved', refund }
}

interface ToHold {
  readonly siteKey: string
  readonly spanId: number
  readonly action: Omit<Action, 'verb'>
}

/** Holds the places of the new time, and writes with them that the move has begun. */
async function holdFree(
  deps: MoveDeps,
  visit: FoundVisit,
  { siteKey, spanId, action }: ToHold,
): Promise<FreeChange | CostlyChange | Refusal<ErrorCode>> {
  const lang = isLanguage(visit.lang) ? visit.lang : DEFAULT_LANGUAGE
  return createFreeChange(deps, {
    siteKey,
    token: reservationToken(deps.tokens, visit),
    time_span_id: spanId,
    set_products: [],
    lang,
    wording: await wordingOf(deps.content, siteKey, lang),
    along: tx => recordAction(tx, deps, { ...action, verb: 'move begun' }),
  })
}

function wordsOf({ code }: Refusal<ErrorCode>): string {
  return WORDS.get(code) ?? code
}

const WORDS: ReadonlyMap<ErrorCode, string> = new Map([
  ['cannot change ticket', 'a ticket is used, handed on or given back, or it is that time already'],
  ['cannot change ticket because payment method discount', 'its payment method took something off'],
  ['waiting time change exists', 'its buyer is paying for another time'],
  ['time_change_out_of_stock', 'that time is sold out, closed or not sold'],
  ['time_change: out of coverage dates', 'its coupon does not hold on that day'],
  ['time_change: expired coupon', 'its coupon has ended'],
])

interface FoundVisit {
  readonly id: string
  readonly tokenGeneration: number
  readonly tokenHash: Buffer
  readonly lang: string
  readonly productUuid: string
  readonly visitDate: string
}

function findVisit(read: Read, siteKey: string, number: string): Promise<FoundVisit | undefined> {
  return read
    .selectFrom('reservations as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('products as p', 'p.id', 'o.product_id')
    .innerJoin('time_spans as s', 's.id', 'o.time_span_id')
    .select(['r.id', 'r.token_generation as tokenGeneration', 'r.token_hash as tokenHash', 'o.lang'])
    .select(['p.uuid as productUuid', 's.visit_date as visitDate'])
    .where('r.site_key', '=', siteKey)
    .where('r.number', '=', number)
    .executeTakeFirst()
}
