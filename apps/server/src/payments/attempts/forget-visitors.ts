import { sql } from 'kysely'

import { list } from '../../platform/db/list.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { OF_THE_BROWSER } from './change-attempts.ts'

/**
 * Takes what the attempts of these orders know of their visitors: what the browser gave and said of itself, what it brought
 * back, and traces of a login at a provider. References of the provider stay, by which a payment is found in its console and in late
 * webhook events.
 */
export async function forgetVisitors(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    update payment_attempts
       set provider_refs = (
             select coalesce(jsonb_object_agg(ref.key, ref.value), '{}') from jsonb_each(provider_refs) ref
              where ref.key <> all(${list('text', OF_THE_BROWSER)}::text[])
                and (ref.key = 'return_hint' or ref.key !~ '^(return|login)_')),
           browser_step = null, version = ${VERSION_RAISED}
     where order_id = any(${list('uuid', orderIds)}::uuid[])`.execute(tx)
}
