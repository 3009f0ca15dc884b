import type { ErrorCode } from '@kippu/contract/errors'
import { ON_ACCOUNT } from '@kippu/domain/payment-method'
import { DEFAULT_LANGUAGE, isLanguage } from '@kippu/domain/language'
import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { isRefusal, type Refusal, type RefusalDetails } from '../../platform/http/refusal.ts'
import {
  type ChangeDeps,
  type CostlyChange,
  createFreeChange,
  type FreeChange,
} from '../../sales/time-change/create-time-change.ts'
import { createCatalogueCache } from '../../sales/take-order/catalogue-cache.ts'
import type { SoldByContract } from '../../sales/time-change/find-movable.ts'
import { findContract } from '../../resellers/bookings/find-contract.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { payTimeChange } from '../../payments/pay-time-change.ts'
import { isTooMuchToMove } from '../../payments/refunds/second-person.ts'
import { createProductReads } from '../../catalogue/products/product-reads.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { day, reason, site } from '../../platform/staff/inputs.ts'
import { recordAction, recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import { findSpanOn } from './find-span.ts'

/** `products` and `catalogue` of the deps of a change are made for the one move. */
interface MoveParts extends PaymentDeps, Omit<ChangeDeps, 'products' | 'catalogue'> {
  readonly content: SiteContent
}

interface MoveVisit {
  readonly siteKey: string
  /** As it is stored. */
  readonly reservationNumber: string
  /** ISO date in Japan, and the time of its begin; null where the day has one alone. */
  readonly date: string
  readonly time: string | null
  readonly reason: string
  /** Yen that go back, as they were seen: where it is another sum by now, nothing is moved. */
  readonly seen?: number | undefined
}

export type MovedVisit =
  | { readonly kind: 'moved'; readonly refund: number }
  /** Its buyer pays the difference on their own page. */
  | CostlyChange
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Moves a visit for its buyer, who is told by mail as if they had moved it themselves; one that a reseller sold at its prices, which is told by its webhook. What it costs less goes back as the site says; for what it costs more the buyer has to pay,
 * so nothing is moved. Nor is it where more would go back than one person gives back alone (decision 123).
 */
export const moveVisit = staffVerb({
  name: 'move',
  permission: 'orders:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    date: day,
    time: v.nullable(v.string()),
    reason,
    seen: v.optional(v.number()),
  }),
  run: moveFound,
})

async function moveFound(parts: MoveParts, move: MoveVisit, act: Act): Promise<MovedVisit> {
  const { siteKey, reservationNumber: subject, date, time } = move
  const deps = {
    ...parts,
    products: createProductReads(parts, parts.content),
    catalogue: createCatalogueCache(parts),
  }
  const found = await deps.db.read(read => findVisit(read, siteKey, subject))
  if (found === undefined) return { kind: 'refused', why: 'no such reservation' }
  const span = await deps.db.read(read =>
    findSpanOn(read, { siteKey, productUuid: found.productUuid, date, time }),
  )
  if ('fault' in span) return { kind: 'refused', why: span.fault }
  const details = { from: found.visitDate, to: date, time }
  const action = { subject, details, reason: move.reason }
  const contract = await deps.db.read(read => findContract(read, found.id))
  // A reseller's own money, on its account, is in no bound of refunds.
  const counted = (refund: number) => (contract === undefined && refund > 0 ? { refund } : {})
  const along = async (tx: Tx, { refund }: FreeChange) => {
    if (move.seen !== undefined && move.seen !== refund)
      throw new NotMoved('it has changed since it was seen')
    if (contract === undefined && (await isTooMuchToMove(tx, act, { siteKey, subject, refund })))
      throw new NotMoved('a second person is needed to give so much back')
    await recordAction(tx, act, { ...action, stage: 'begun', details: { ...details, ...counted(refund) } })
  }
  const change = await holdFree(deps, found, { siteKey, spanId: span.id, along, contract }).catch(
    (error: unknown) => {
      if (error instanceof NotMoved) return error
      throw error
    },
  )
  if (change instanceof NotMoved) return { kind: 'refused', why: change.message }
  if (isRefusal(change)) return { kind: 'refused', why: wordsOf(change) }
  if (change.kind === 'costs more') return change
  const { token, refund, owed } = change
  const done = await payTimeChange(deps, {
    siteKey,
    token,
    ...(owed === 0 || contract === undefined
      ? { method: 'free' }
      : { method: ON_ACCOUNT, account: contract.account }),
    input: {},
    expected: owed,
  })
  if (isRefusal(done)) {
    const why = { ...details, ...counted(refund), why: done.code }
    await recordAlone(deps.db, act, { ...action, stage: 'refused', details: why })
    return { kind: 'refused', why: wordsOf(done) }
  }
  await recordAlone(deps.db, act, { ...action, details: { ...details, refund, ...(owed > 0 && { owed }) } })
  return { kind: 'moved', refund }
}

interface ToHold {
  readonly siteKey: string
  readonly spanId: number
  /** Writes with them that the move has begun. */
  readonly along: (tx: Tx, change: FreeChange) => Promise<void>
  readonly contract: SoldByContract | undefined
}

/** Undoes the transaction. */
class NotMoved extends Error {
  override readonly name = 'NotMoved'
}

/** Holds the places of the new time. */
async function holdFree(
  deps: MoveParts & ChangeDeps,
  visit: FoundVisit,
  { siteKey, spanId, along, contract }: ToHold,
): Promise<FreeChange | CostlyChange | Refusal<ErrorCode>> {
  const lang = isLanguage(visit.lang) ? visit.lang : DEFAULT_LANGUAGE
  return createFreeChange(deps, {
    siteKey,
    token: reservationToken(deps.tokens, visit),
    time_span_id: spanId,
    set_products: [],
    lang,
    wording: await wordingOf(deps.content, siteKey, lang),
    along,
    contract,
  })
}

export function wordsOf({ code, details: { stays } }: Refusal<ErrorCode>): string {
  return (stays === undefined ? undefined : STAYS.get(stays)) ?? WORDS.get(code) ?? code
}

const STAYS: ReadonlyMap<NonNullable<RefusalDetails['stays']>, string> = new Map([
  ['cancelled', 'its tickets are revoked'],
  ['not_offered', 'visits of its product stay where they are'],
  ['used', 'ticket was used'],
  ['handed_on', 'somebody else has accepted the ticket'],
  ['limit_reached', 'it was moved as often as the site allows'],
  ['past_deadline', 'it is too long ago'],
  ['same_time', 'it is that time already'],
  ['not_sold', 'it, or something with it, is no longer sold'],
])

const WORDS: ReadonlyMap<ErrorCode, string> = new Map([
  ['cannot change ticket', 'a ticket was used or handed on meanwhile'],
  ['cannot change ticket because payment method discount', 'its payment method took something off'],
  ['waiting time change exists', 'its buyer is paying for another time'],
  ['time_change_out_of_stock', 'that time is sold out, closed or not sold'],
  ['time_change: out of coverage dates', 'its coupon does not hold on that day'],
  ['time_change: expired coupon', 'its coupon has ended'],
])

export interface FoundVisit {
  readonly id: string
  readonly tokenGeneration: number
  readonly tokenHash: Buffer
  readonly lang: string
  readonly productUuid: string
  readonly visitDate: string
}

export function findVisit(read: Read, siteKey: string, number: string): Promise<FoundVisit | undefined> {
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
