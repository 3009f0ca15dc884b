import { sql } from 'kysely'

import type { Read } from '../db/database.ts'

/** The products of a site, by UUID, that somebody of the venue may mean: by its UUID, its code, or its whole name in any language. */
export async function findNamedProducts(
  read: Read,
  siteKey: string,
  typed: string,
): Promise<readonly string[]> {
  const name = typed.normalize('NFKC').trim()
  const { rows } = await sql<{ uuid: string }>`
    select p.uuid::text from products p
     where p.site_key = ${siteKey}
       and (p.uuid::text = ${name.toLowerCase()} or p.code = ${name}
            or exists (select from product_texts t where t.product_id = p.id and normalize(t.name, nfkc) = ${name}))`.execute(
    read,
  )
  return rows.map(({ uuid }) => uuid)
}
