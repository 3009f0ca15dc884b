import { entryWindowOf, type EntryWindow } from '@kippu/domain/check-in/entry-window'
import {
  ENTRY_POLICIES,
  type EntryRules,
  judgeEntry,
  type Judgement,
  type TicketPast,
} from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { VisitRow } from '../../orders/bought/bought-columns.ts'

/** When, how often and how a product admits. */
export interface EntryRulesRow {
  readonly sale_type: string
  readonly entry_policy: string
  readonly reentry_minutes: number | null
  readonly scan_mode: string
}

/** When a ticket last went in and out, in seconds since 1970. */
export interface PastRow {
  readonly last_in_at: number | null
  readonly last_out_at: number | null
}

const saleType = v.picklist(BOOKING_TYPES)
const policy = v.picklist(ENTRY_POLICIES)
const SECOND_MS = 1_000

/** An {@link EntryRulesRow}, in a statement with `products` among its tables. */
export const ENTRY_RULES: RawBuilder<EntryRulesRow> = sql`
  json_build_object('sale_type', sale_type, 'entry_policy', entry_policy, 'reentry_minutes', reentry_minutes, 'scan_mode', scan_mode)`

/** An {@link EntryRulesRow} of the product that the reference names. */
export function entryRulesOf(product: string): RawBuilder<EntryRulesRow> {
  return sql<EntryRulesRow>`(select ${ENTRY_RULES} from products where products.id = ${sql.ref(product)})`
}

interface Ruled {
  readonly rules: EntryRulesRow
  readonly visit: VisitRow
}

/** When a ticket admits, in ms since 1970. */
export function windowOf({ rules, visit }: Ruled, earlyMinutes: number): EntryWindow {
  const times = { from: visit.starts_at * SECOND_MS, to: visit.ends_at * SECOND_MS }
  return entryWindowOf(v.parse(saleType, rules.sale_type), times, earlyMinutes)
}

export function rulesOf(ticket: Ruled, earlyMinutes: number): EntryRules {
  const { entry_policy: often, reentry_minutes: reentryMinutes } = ticket.rules
  return { policy: v.parse(policy, often), reentryMinutes, window: windowOf(ticket, earlyMinutes) }
}

export function pastOf({ last_in_at: lastIn, last_out_at: lastOut }: PastRow): TicketPast {
  return { lastInAt: msOf(lastIn), lastOutAt: msOf(lastOut) }
}

/** Whether a ticket that is good lets somebody in at this moment. */
export function judgeNow(
  ticket: Ruled & PastRow,
  { earlyMinutes, now }: { readonly earlyMinutes: number; readonly now: number },
): Judgement {
  return judgeEntry({ rules: rulesOf(ticket, earlyMinutes), past: pastOf(ticket), at: now })
}

function msOf(seconds: number | null): number | null {
  return seconds === null ? null : seconds * SECOND_MS
}
