import type { BookingType } from '../states/ticket.ts'
import { visitKindOf } from '../visit-time.ts'
import type { EntryPolicy } from './judge-entry.ts'

/** How often a ticket of a product admits, as a visitor is told it. */
export interface Admission {
  readonly sale_type: BookingType
  readonly entry_policy: EntryPolicy
  /** Minutes within which it admits again after an exit; null where it does not. */
  readonly reentry_minutes: number | null
}

/** How often a new product admits where nobody says it: a pass is for the whole of its days. */
export function usualEntryPolicy(saleType: BookingType): EntryPolicy {
  return isPass(saleType) ? 'any' : 'once'
}

function isPass(saleType: BookingType): boolean {
  switch (visitKindOf(saleType)) {
    case 'period':
      return true
    case 'day':
    case 'slot':
      return false
  }
}

/** A time slot admits until its end alone, which is less than "as often as you like" says. */
function lastsADay(saleType: BookingType): boolean {
  switch (visitKindOf(saleType)) {
    case 'period':
    case 'day':
      return true
    case 'slot':
      return false
  }
}

interface EntryWords {
  readonly key: 'entry_any' | 'entry_daily' | 'entry_once' | 'entry_back'
  readonly params: Readonly<Record<string, number>>
}

/** The sentences of shop, mails and ticket about it. None where a visit is once, as everybody expects of one day or one time. */
export function entryWordsOf({
  sale_type,
  entry_policy,
  reentry_minutes: minutes,
}: Admission): readonly EntryWords[] {
  if (entry_policy === 'any' && lastsADay(sale_type)) return [{ key: 'entry_any', params: {} }]
  const back = minutes === null ? [] : [{ key: 'entry_back' as const, params: { minutes } }]
  if (!isPass(sale_type)) return back
  return [{ key: entry_policy === 'daily' ? 'entry_daily' : 'entry_once', params: {} }, ...back]
}
