import { sql } from 'kysely'
import * as v from 'valibot'

import type { IsoDate } from '@kippu/domain/jst-date'
import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { askLeft } from '../../payments/refunds/ask-left.ts'
import { queryPayment } from '../../payments/saga/query-payment.ts'
import { day as dayInput, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'
import { boundsOf } from './days.ts'
import { type Broken, findBroken } from './invariants.ts'
import { type Disagreement, findDisagreements } from './money-checks.ts'

/** {@link audit} of a site, or of all for those who work at all of them. */
export const readAudit = staffVerb({
  name: 'audit',
  permission: 'money:read',
  reach: 'site',
  input: v.object({ siteKey: v.nullable(v.string()) }),
  run: (deps: BookReads, { siteKey }: { readonly siteKey: string | null }) => audit(deps, siteKey),
})

/**
 * Compares stock with holds and tickets, and money with ledger, payments, receipts and closed months: of one site, or of all. Reads alone.
 */
export async function audit({ db }: BookReads, siteKey: string | null): Promise<readonly Disagreement[]> {
  return db.read(async read => {
    const stock = await withSites(read, await findBroken(read))
    const money = await findDisagreements(read)
    return [...stock, ...money].filter(one => siteKey === null || one.siteKey === siteKey)
  })
}

/** The site of each row that breaks an invariant; '' where it is in no table any more. */
async function withSites(read: Read, broken: readonly Broken[]): Promise<Disagreement[]> {
  if (broken.length === 0) return []
  const { rows } = await sql<{ row: string; site_key: string }>`
    with asked as (select unnest(${list('text', [...new Set(broken.map(({ row }) => row))])}) as row)
    select row, site_key from asked join orders on id::text = row and row ~ '^[0-9a-f-]{36}$'
    union all select row, site_key from asked join payment_attempts on id::text = row and row ~ '^[0-9a-f-]{36}$'
    union all select row, site_key from asked join time_spans on id::text = row
    union all select row, site_key from asked join coupons on site_key || ' ' || code = row
    union all select row, site_key from asked join ledger_entries on operation_key = row`.execute(read)
  const siteOf = new Map(rows.map(({ row, site_key }) => [row, site_key]))
  return broken.map(({ invariant, row }) => ({ check: invariant, siteKey: siteOf.get(row) ?? '', row }))
}

interface ProviderAudit {
  readonly asked: number
  /** Methods among them whose provider never tells what is left. */
  readonly untold: readonly string[]
  readonly disagreements: readonly Disagreement[]
}

/** Asks the providers for the payments that a day captured. One after the other: there is no hurry. */
export const auditProviders = staffVerb({
  name: 'audit --provider',
  permission: 'money:read',
  reach: 'site',
  input: v.object({ ...site, day: dayInput }),
  run: askProviders,
})

type Asking = Pick<PaymentDeps, 'db' | 'payments' | 'log'>

/** A captured payment in our books. */
interface KeptPayment {
  readonly id: string
  readonly method: string
  /** Nothing went back. */
  readonly isWhole: boolean
  /** Yen that are left of it. */
  readonly yen: number
}

async function askProviders(
  deps: Asking,
  { siteKey, day }: { readonly siteKey: string; readonly day: IsoDate },
): Promise<ProviderAudit> {
  const { begin, end } = boundsOf(day)
  const { rows } = await deps.db.read(read =>
    sql<KeptPayment>`
      select a.id, a.method, a.state = 'captured' as "isWhole",
             (select sum(k.amount) from ledger_entries k
               where k.attempt_id = a.id and k.account = 'provider')::integer as yen
        from ledger_entries l join payment_attempts a on a.id = l.attempt_id
       where l.account = 'provider' and l.kind = 'capture' and l.created_at >= ${begin} and l.created_at < ${end}
         and l.site_key = ${siteKey} and a.operation is null
         and a.state in ('captured', 'partially_refunded', 'refunded')
         and not exists (select from refunds f where f.attempt_id = a.id and f.state = 'requested')
       order by l.created_at`.execute(read),
  )
  const disagreements: Disagreement[] = []
  const untold = new Set<string>()
  for (const kept of rows) {
    const answer = await compareWithProvider(deps, kept)
    if (answer === 'cannot be asked') untold.add(kept.method)
    else if (answer !== 'agrees') disagreements.push({ siteKey, ...answer })
  }
  return { asked: rows.length, untold: [...untold].toSorted(), disagreements }
}

/** Compares what is left of a payment here and at its provider, and that it was captured there where nothing went back. */
export async function compareWithProvider(
  deps: Asking,
  { id, method, isWhole, yen }: KeptPayment,
): Promise<'agrees' | 'cannot be asked' | Omit<Disagreement, 'siteKey'>> {
  const row = `${id} (${method})`
  const { told, elsewhere } = await askLeft(deps, id)
  if (told.kind === 'left' && told.yen !== yen)
    return { check: LEFT, row: `${row}: ${told.yen} yen instead of ${yen}` }
  if (elsewhere === 'some') return { check: LEFT, row: `${row}: some of it went back` }
  const outcome = isWhole ? (await queryPayment(deps, id)).outcome.kind : 'captured'
  if (outcome !== 'captured') return { check: CAPTURED, row: `${row}: ${outcome}` }
  return told.kind === 'cannot be asked' ? told.kind : 'agrees'
}

const CAPTURED = 'P1 captured here = captured at the provider'
const LEFT = 'P2 left here = left at the provider'
