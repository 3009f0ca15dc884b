import { sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'

/** The debtor of the payment `a`: its provider, or one of the resellers. */
export const DEBTOR = fixed(
  sql<string>`case when a.provider = 'reseller' then 'reseller:' || a.provider_account else a.provider end`,
)
