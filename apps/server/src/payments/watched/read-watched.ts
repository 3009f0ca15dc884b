import { absenceOf, accountOf } from '../attempts/account-of.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { findWatched, type WatchedRow } from './queries.ts'

export interface WatchedPayment extends WatchedRow {
  /** Why somebody should look at it. */
  readonly why: string
}

/** The payments that somebody should look at, at the sites of the person who asks. */
export const readWatched = staffVerb({
  name: 'attempts',
  permission: 'orders:read',
  reach: 'own sites',
  input: nothing,
  run: async ({ db, payments }: Pick<PaymentDeps, 'db' | 'payments'>, _: object, { actor }: Act) => {
    const rows = await db.read(read => findWatched(read, actor))
    return rows.map(row => ({ ...row, why: whyOf(payments, row) }))
  },
})

function whyOf(payments: PaymentProviders, row: WatchedRow): string {
  const { site_key: siteKey, provider, provider_account: account, method } = row
  const attempt = { siteKey, provider, account, method }
  if (accountOf(payments, attempt) === undefined) return absenceOf(payments, attempt)
  return row.needs_person ? 'needs a person' : 'open'
}
