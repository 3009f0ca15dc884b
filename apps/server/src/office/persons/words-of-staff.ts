import { type RawBuilder, sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { emptyStopWords } from '../../stock/empty-stop-words.ts'
import { emptyRefundWords } from '../../payments/refunds/empty-words.ts'
import { emptyRequestWords } from '../../payments/saga/empty-request-words.ts'
import { emptyActionDetails, emptyActionWords, isSaidIn } from '../../platform/staff/empty-words.ts'
import { emptyUndoneWords } from '../../gate/check-in/empty-undone-words.ts'
import { emptyCancellationWords } from '../visits/empty-words.ts'
import type { Person } from './find-person.ts'
import { type HeldPart, subjectsOf } from './held-data.ts'
import { saysOne, type Words } from './words-of-person.ts'

interface WordsOfStaff {
  readonly part: string
  readonly table: string
  /** The shown columns of a row that will lose its words. */
  readonly columns: readonly string[]
  readonly which: RawBuilder<boolean>
  readonly empty: (tx: Tx, which: RawBuilder<boolean>) => Promise<number>
}

/**
 * The words of the staff about the person: all of them where they are about their orders, and elsewhere at the site
 * those that contain one of their words.
 */
function partsOf(person: Person, words: Words): readonly WordsOfStaff[] {
  const { siteKey, orderIds, reservationIds } = person
  const here = sql<boolean>`site_key = ${siteKey}`
  const says = (text: RawBuilder<unknown>) => saysOne(text, words)
  const naming = (column: string) => sql<boolean>`${here} and ${says(sql.ref(column))}`
  const either = (own: RawBuilder<boolean>, column: string) => sql<boolean>`(${own} or (${naming(column)}))`
  const ofOrders = sql<boolean>`order_id = any(${list('uuid', orderIds)}::uuid[])`
  const ofVisits = sql<boolean>`reservation_id = any(${list('uuid', reservationIds)}::uuid[])`
  const isAbout = sql<boolean>`(${here} and subject = any(${list('text', subjectsOf(person))}::text[]))`
  // An action of the whole deployment may name anybody too.
  const reachable = sql<boolean>`(${here} or site_key is null)`
  const ofDetails = sql<boolean>`${reachable} and ${isSaidIn(sql.ref('details'), says)}`
  return [
    {
      part: 'reasons_of_refunds',
      table: 'refunds',
      columns: ['id', 'reason'],
      which: either(ofOrders, 'reason'),
      empty: emptyRefundWords,
    },
    {
      part: 'reasons_of_requests',
      table: 'refund_requests',
      columns: ['id', 'reason'],
      which: either(ofVisits, 'reason'),
      empty: emptyRequestWords,
    },
    {
      part: 'reasons_of_scans',
      table: 'check_ins',
      columns: ['scan_id', 'undone_reason'],
      which: either(ofVisits, 'undone_reason'),
      empty: emptyUndoneWords,
    },
    {
      part: 'reasons_of_cancellations',
      table: 'visit_cancellations',
      columns: ['id', 'reason'],
      which: naming('reason'),
      empty: emptyCancellationWords,
    },
    {
      part: 'reasons_of_stops',
      table: 'time_spans',
      columns: ['id', 'stop_reason'],
      which: naming('stop_reason'),
      empty: emptyStopWords,
    },
    {
      part: 'reasons_of_actions',
      table: 'staff_actions',
      columns: ['id', 'verb', 'subject', 'reason'],
      which: sql`(${isAbout} or (${reachable} and ${says(sql.ref('reason'))}))`,
      empty: emptyActionWords,
    },
    {
      part: 'details_of_actions',
      table: 'staff_actions',
      columns: ['id', 'verb', 'subject', 'details'],
      which: ofDetails,
      empty: (tx, which) => emptyActionDetails(tx, which, says),
    },
  ]
}

/** The rows that an erasure would take words from, with these words. */
export async function readWordsOfStaff(read: Read, person: Person, words: Words): Promise<HeldPart[]> {
  const parts: HeldPart[] = []
  for (const { part, table, columns, which } of partsOf(person, words)) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map(name => sql.ref(name)))} from ${sql.table(table)}
       where ${which} and coalesce(${sql.ref(columns.at(-1) ?? '')}::text, '') <> '' order by 1`.execute(read)
    if (rows.length > 0) parts.push({ part, rows })
  }
  return parts
}

export async function forgetWordsOfStaff(
  tx: Tx,
  person: Person,
  words: Words,
): Promise<Readonly<Record<string, number>>> {
  const gone: Record<string, number> = {}
  for (const { part, which, empty } of partsOf(person, words)) gone[part] = await empty(tx, which)
  return gone
}
