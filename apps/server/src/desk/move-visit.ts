import type { ErrorCode } from '@kippu/contract/errors'
import { DEFAULT_LANGUAGE, isLanguage } from '@kippu/domain/language'

import type { Read } from '../db/database.ts'
import { isRefusal, type Refusal } from '../http/refusal.ts'
import { type ChangeDeps, createTimeChange } from '../orders/time-change/create-time-change.ts'
import { deleteTimeChange } from '../orders/time-change/delete-time-change.ts'
import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { payTimeChange } from '../payments/pay-time-change.ts'
import { wordingOf } from '../products/wording.ts'
import type { SiteContent } from '../site-content/site-content.ts'
import { type Actor, assertMayDo } from '../staff/actor.ts'
import { recordAction } from '../staff/record-action.ts'
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
  /** The new visit costs so much more, in yen: its buyer pays that on their own page. */
  | { readonly kind: 'costs more'; readonly difference: number }
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
  const lang = isLanguage(found.lang) ? found.lang : DEFAULT_LANGUAGE
  const change = await createTimeChange(deps, {
    siteKey,
    token: reservationToken(deps.tokens, found),
    time_span_id: span.id,
    set_products: [],
    lang,
    wording: await wordingOf(deps.content, siteKey, lang),
    by: 'staff',
  })
  if (isRefusal(change)) return { kind: 'refused', why: wordsOf(change) }
  const token = change.timechange_token
  if (change.payment_required) {
    await deleteTimeChange(deps, { siteKey, token })
    return { kind: 'costs more', difference: change.difference }
  }
  await deps.db.transaction(tx =>
    recordAction(tx, deps, {
      permission: 'orders:write',
      siteKey,
      verb: 'move',
      subject,
      details: { from: found.visitDate, to: date, time, refund: change.refund },
      reason,
    }),
  )
  const done = await payTimeChange(deps, { siteKey, token, method: 'free', input: {}, expected: 0 })
  if (isRefusal(done)) return { kind: 'refused', why: wordsOf(done) }
  return { kind: 'moved', refund: change.refund }
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
