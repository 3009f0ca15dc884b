import { itemAt } from '@kippu/domain/known'
import { type RawBuilder, sql } from 'kysely'

import { forgetImports } from '../catalogue/forget-members.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { RetentionDays } from '../../platform/variables/env.ts'
import { removeEndedReaders, countEndedReaders } from '../../orders/magazines/remove-readers.ts'
import { emptyStopWords } from '../../stock/empty-stop-words.ts'
import { deleteEvents } from '../../payments/addresses/delete-events.ts'
import { emptyRefundWords } from '../../payments/refunds/empty-words.ts'
import { emptyRequestWords } from '../../payments/saga/empty-request-words.ts'
import { emptyAddressees } from '../../tickets/receipts/empty-addressees.ts'
import { emptyActionWords } from '../../platform/staff/empty-words.ts'
import { emptyBookings } from '../../resellers/bookings/empty-bookings.ts'
import { deleteRefusals } from '../../gate/check-in/delete-refusals.ts'
import { emptyUndoneWords } from '../../gate/check-in/empty-undone-words.ts'
import { emptyCancellationWords } from '../visits/empty-words.ts'
import type { Batch } from './batch.ts'
import { countBought, emptyBought } from './bought-orders.ts'

/** One kind of thing that is kept for a certain time. */
export interface RetentionRule {
  readonly name: string
  readonly days: keyof RetentionDays
  /** How many are due. */
  count(read: Read, before: Date): Promise<number>
  /** Takes at most so many of those that are due; returns how many. */
  take(tx: Tx, batch: Batch): Promise<number>
}

interface RowRule {
  readonly name: string
  readonly days: keyof RetentionDays
  readonly table: string
  /** A condition on its rows. */
  readonly due: (before: Date) => RawBuilder<unknown>
  readonly take: (tx: Tx, which: RawBuilder<boolean>) => Promise<number>
}

/** Rows that another process has locked are left for its next pass. */
function ofRows({ name, days, table, due, take }: RowRule): RetentionRule {
  return {
    name,
    days,
    count: async (read, before) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where ${due(before)}`.execute(read)
      return itemAt(rows, 0).count
    },
    take: (tx, { before, most }) =>
      take(
        tx,
        sql<boolean>`ctid = any(array(select ctid from ${sql.table(table)} where ${due(before)} limit ${most} for update skip locked))`,
      ),
  }
}

/** The words in which staff said why they did something, each with the time of what they did. */
const STAFF_WORDS: ReadonlyArray<Omit<RowRule, 'days'>> = [
  {
    name: 'reasons of actions',
    table: 'staff_actions',
    due: before => sql`reason is not null and at < ${before}`,
    take: emptyActionWords,
  },
  {
    name: 'reasons of refunds',
    table: 'refunds',
    due: before => sql`reason <> '' and created_at < ${before} and state <> 'requested'`,
    take: emptyRefundWords,
  },
  {
    name: 'reasons of requested refunds',
    table: 'refund_requests',
    due: before => sql`reason <> '' and created_at < ${before} and is_spread`,
    take: emptyRequestWords,
  },
  {
    name: 'reasons of undone scans',
    table: 'check_ins',
    due: before => sql`undone_reason <> '' and undone_at < ${before}`,
    take: emptyUndoneWords,
  },
  {
    name: 'reasons of cancelled visits',
    table: 'visit_cancellations',
    due: before => sql`reason <> '' and ended_at < ${before}`,
    take: emptyCancellationWords,
  },
  {
    name: 'reasons of stopped sales',
    table: 'time_spans',
    due: before => sql`sale_state = 'stopped' and stop_reason is not null and stopped_at < ${before}`,
    take: emptyStopWords,
  },
]

/** All but the orders that nobody paid, which `orders/life/clear-unpaid.ts` clears. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { name: 'data of bought visits', days: 'boughtData', count: countBought, take: emptyBought },
  ofRows({
    name: 'guests of resellers',
    days: 'boughtData',
    table: 'reseller_bookings',
    due: before => sql`emptied_at is null and updated_at < ${before} and not exists (
      select from orders o join time_spans s on s.id = o.time_span_id where o.id = order_id and s.ends_at >= ${before})`,
    take: emptyBookings,
  }),
  ofRows({
    name: 'addressees of receipts',
    days: 'receiptNames',
    table: 'receipts',
    due: before => sql`addressee <> '' and issued_at < ${before}`,
    take: emptyAddressees,
  }),
  ...STAFF_WORDS.map(rule => ofRows({ ...rule, days: 'staffWords' })),
  ofRows({
    name: 'notifications of providers',
    days: 'providerEvents',
    table: 'provider_events',
    due: before => sql`received_at < ${before} and not exists (
      select from payment_attempts a where a.id = attempt_id and a.needs_person)`,
    take: deleteEvents,
  }),
  ofRows({
    name: 'scans that let nobody in',
    days: 'gateRefusals',
    table: 'gate_refusals',
    due: before => sql`recorded_at < ${before}`,
    take: deleteRefusals,
  }),
  {
    name: 'readers of no magazine',
    days: 'endedReaders',
    count: countEndedReaders,
    take: removeEndedReaders,
  },
  ofRows({
    name: 'imports to take back',
    days: 'catalogueUndo',
    table: 'catalogue_imports',
    due: before => sql`changes is not null and at < ${before}`,
    take: forgetImports,
  }),
]
