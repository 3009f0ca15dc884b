import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { list, listed } from '../../platform/db/list.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type ComparedPayouts, comparePayouts, type PaidOut } from './compare-payouts.ts'
import type { PayoutLine } from './read-payout-file.ts'

export interface PayoutMatch extends ComparedPayouts {
  /** Lines that were not known before. */
  readonly added: number
  /** Payments that were captured between the first and the last of those that are in the file, and are in no file. */
  readonly missing: readonly MissingPayment[]
}

export interface MissingPayment {
  readonly reference: string
  readonly amount: number
  readonly capturedOn: IsoDate
}

interface MatchDeps {
  readonly db: Database
  readonly clock: Clock
}

interface MatchedFile {
  readonly siteKey: string
  readonly provider: string
  readonly lines: readonly PayoutLine[]
}

/** Stores the lines of a file of payouts, once however often it is read, and compares them with the payments of the site. */
export const matchPayouts = staffVerb({
  name: 'payouts match',
  permission: 'money:close',
  reach: 'site',
  input: v.object({
    ...site,
    provider: v.string(),
    lines: v.array(
      v.object({
        reference: v.string(),
        amount: v.number(),
        fee: v.number(),
        paidOn: day,
        occurrence: v.number(),
      }),
    ),
  }),
  run: storeLines,
})

async function storeLines({ db, clock }: MatchDeps, file: MatchedFile, act: Act): Promise<PayoutMatch> {
  return db.transaction(async tx => {
    const added = await insertLines(tx, file, new Date(clock.now()))
    await recordAction(tx, act, { subject: file.provider, details: { lines: file.lines.length, added } })
    return { added, ...(await compare(tx, file)) }
  })
}

async function insertLines(
  tx: Tx,
  { siteKey, provider, lines }: MatchedFile,
  importedAt: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into payout_lines (site_key, provider, reference, amount, fee, paid_on, occurrence, imported_at)
    select ${siteKey}, ${provider}, p.reference, p.amount, p.fee, p.paid_on::date, p.occurrence, ${importedAt}
      from ${listed('p', {
        reference: ['text', lines.map(({ reference }) => reference)],
        amount: ['int', lines.map(({ amount }) => amount)],
        fee: ['int', lines.map(({ fee }) => fee)],
        paid_on: ['text', lines.map(({ paidOn }) => paidOn)],
        occurrence: ['smallint', lines.map(({ occurrence }) => occurrence)],
      })}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

interface FoundPayment extends PaidOut {
  readonly captured_at: Date | null
}

async function compare(read: Read, file: MatchedFile): Promise<Omit<PayoutMatch, 'added'>> {
  const payments = await findPayments(read, file)
  const times = payments.flatMap(payment => payment.captured_at?.getTime() ?? [])
  return {
    ...comparePayouts(file.lines, payments),
    missing: times.length === 0 ? [] : await findMissing(read, file, times),
  }
}

/** By our reference, or by the one that an index finds. */
async function findPayments(read: Read, { siteKey, provider, lines }: MatchedFile): Promise<FoundPayment[]> {
  const references = [...new Set(lines.map(({ reference }) => reference))]
  const { rows } = await sql<FoundPayment>`
    with found as (
      select asked.reference, a.id
        from unnest(${list('text', references)}) as asked (reference)
        join payment_attempts a on a.provider_order_ref = asked.reference
      union
      select asked.reference, a.id
        from unnest(${list('text', references)}) as asked (reference)
        join payment_attempts a on a.provider_refs ->> 'intent' = asked.reference
    )
    select f.reference, coalesce(l.yen, 0)::int as captured, l.at as captured_at,
           array(select r.amount from refunds r where r.attempt_id = a.id and r.state = 'done' order by r.created_at)
           || array(select -b.amount from ledger_entries b where b.attempt_id = a.id and b.order_id = a.order_id
                      and b.account = 'provider' and b.operation_key = a.id || ':refund') as refunded
      from found f
      join payment_attempts a on a.id = f.id
      left join lateral (
        select sum(c.amount) as yen, min(c.created_at) as at from ledger_entries c
         where c.order_id = a.order_id and c.attempt_id = a.id and c.account = 'provider' and c.kind = 'capture'
      ) l on true
     where a.site_key = ${siteKey} and a.provider = ${provider}`.execute(read)
  return rows
}

async function findMissing(
  read: Read,
  { siteKey, provider }: MatchedFile,
  times: readonly number[],
): Promise<MissingPayment[]> {
  const first = times.reduce((least, time) => Math.min(least, time), Infinity)
  const last = times.reduce((most, time) => Math.max(most, time), 0)
  const { rows } = await sql<MissingPayment>`
    select a.provider_order_ref as reference, l.amount,
           (l.created_at at time zone 'Asia/Tokyo')::date as "capturedOn"
      from ledger_entries l join payment_attempts a on a.id = l.attempt_id
     where l.created_at between ${new Date(first)} and ${new Date(last)} and l.site_key = ${siteKey}
       and l.account = 'provider' and l.kind = 'capture' and a.provider = ${provider}
       and not exists (
         select from payout_lines p where p.site_key = ${siteKey} and p.provider = ${provider}
            and p.reference in (a.provider_order_ref, a.provider_refs ->> 'intent'))
     order by l.created_at`.execute(read)
  return rows
}
