import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { type ListedApproval, maybeOnePerson, readOpenApprovals } from '../../platform/staff/approvals.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type DeskLanguage, deskLanguage, nameIn } from './desk-language.ts'

/** A matter as the one who reads it has to know it. */
export interface ShownApproval extends ListedApproval {
  /** The product of its visits; null where it is about several, or none. */
  readonly product: string | null
  /** The reader and the one who asked may be one person: the reader would not be let agree. */
  readonly maybeOne: boolean
}

interface AskedList {
  readonly siteKey: string
  readonly lang?: DeskLanguage | undefined
}

/** Matters of a site that wait for a second person or for the one who asked. */
export const listApprovals = staffVerb({
  name: 'approvals',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, ...deskLanguage }),
  run: (
    { db }: { readonly db: Database },
    { siteKey, lang = 'ja' }: AskedList,
    { actor, clock }: Act,
  ): Promise<readonly ShownApproval[]> =>
    db.read(async read => {
      const open = await readOpenApprovals(read, siteKey, new Date(clock.now()))
      const products = await readProducts(read, { siteKey, lang, open })
      const shown: ShownApproval[] = []
      for (const one of open) {
        const asked = { asker: one.askedBy, askedAt: one.askedAt.getTime(), among: [actor.name] }
        const maybeOne = (await maybeOnePerson(read, asked)).has(actor.name)
        shown.push({ ...one, product: products.get(nameOf(one)) ?? null, maybeOne })
      }
      return shown
    }),
})

/** The name that its product is found by: the UUID of one, or the number of a reservation. */
function nameOf({ subject }: ListedApproval): string {
  return subject.split(' ')[0] ?? ''
}

async function readProducts(
  read: Read,
  {
    siteKey,
    lang,
    open,
  }: { readonly siteKey: string; readonly lang: DeskLanguage; readonly open: readonly ListedApproval[] },
): Promise<ReadonlyMap<string, string>> {
  const names = list('text', open.map(nameOf))
  const { rows } = await sql<{ of: string; name: string }>`
    select n.of, ${nameIn(lang, 'product_texts', sql`x.product_id = n.product_id`)} as name from (
      select uuid::text as of, id as product_id from products where site_key = ${siteKey} and uuid::text = any(${names}::text[])
      union all
      select r.number, o.product_id from reservations r join orders o on o.id = r.order_id
       where r.site_key = ${siteKey} and r.number = any(${names}::text[])) as n`.execute(read)
  return new Map(rows.map(({ of, name }) => [of, name]))
}
