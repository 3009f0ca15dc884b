import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Takes members out of the imports that could be taken back: taking one back then leaves them alone. */
export async function forgetImportedMembers(
  tx: Tx,
  {
    siteKey,
    addresses,
    logins,
  }: {
    readonly siteKey: string
    readonly addresses: readonly string[]
    readonly logins: readonly string[]
  },
): Promise<number> {
  // Rows that `kept-import.ts` keeps of these members: the login id, and the values that were others before.
  const isTheirs = sql`(person -> 'key' ->> 0 = any(${list('text', logins)}::text[]) or exists (
    select from jsonb_array_elements(coalesce(nullif(person -> 'before', 'null'), '[]')) as was (pair)
     where lower(was.pair ->> 1) = any(${list('text', addresses)}::text[])))`
  const { numAffectedRows } = await sql`
    update catalogue_imports set changes = (
      select jsonb_agg(case when part ? 'people' then jsonb_set(part, '{people}', (
               select coalesce(jsonb_agg(person order by place), '[]')
                 from jsonb_array_elements(part -> 'people') with ordinality as kept (person, place) where not ${isTheirs}))
             else part end order by turn)
        from jsonb_array_elements(changes) with ordinality as parts (part, turn))
     where site_key = ${siteKey} and exists (
       select from jsonb_array_elements(changes) as parts (part),
              jsonb_array_elements(coalesce(part -> 'people', '[]')) as held (person)
        where ${isTheirs})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Forgets how imports are taken back. @param which a condition on `catalogue_imports`. */
export async function forgetImports(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update catalogue_imports set changes = null where changes is not null and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
