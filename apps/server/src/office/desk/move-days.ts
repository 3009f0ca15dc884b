import type { Answer } from '@kippu/contract/call'
import type { searchChangeDays } from '@kippu/contract/time-changes'
import { DEFAULT_LANGUAGE } from '@kippu/domain/language'
import * as v from 'valibot'

import { createProductReads } from '../../catalogue/products/product-reads.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { searchDays } from '../../sales/time-change/search-days.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { findContract } from '../../resellers/bookings/find-contract.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import { findVisit, wordsOf } from './move-visit.ts'

interface Parts extends Pick<Deps, 'db' | 'clock' | 'tokens' | 'env' | 'sites' | 'log'> {
  readonly content: SiteContent
}

interface AskedDays {
  readonly siteKey: string
  readonly reservationNumber: string
  /** Days, both included. */
  readonly from: string
  readonly to: string
}

type Days = Answer<typeof searchChangeDays>
export type MoveDays =
  | { readonly kind: 'days'; readonly days: Days }
  | { readonly kind: 'refused'; readonly why: string }

/** The days that a visit may move to with what each costs more or less, in the calendar of the store. */
export const readMoveDays = staffVerb({
  name: 'move days',
  permission: 'orders:write',
  reach: 'site',
  input: v.object({ ...site, reservationNumber: v.string(), from: day, to: day }),
  run: async (parts: Parts, { siteKey, reservationNumber, from, to }: AskedDays): Promise<MoveDays> => {
    const found = await parts.db.read(read => findVisit(read, siteKey, reservationNumber))
    if (found === undefined) return { kind: 'refused', why: 'no such reservation' }
    const days = await searchDays(
      { ...parts, products: createProductReads(parts, parts.content) },
      {
        siteKey,
        reservation_token: reservationToken(parts.tokens, found),
        from,
        to,
        wording: await wordingOf(parts.content, siteKey, DEFAULT_LANGUAGE),
        isForStaff: true,
        contract: await parts.db.read(read => findContract(read, found.id)),
      },
    )
    return isRefusal(days) ? { kind: 'refused', why: wordsOf(days) } : { kind: 'days', days }
  },
})
