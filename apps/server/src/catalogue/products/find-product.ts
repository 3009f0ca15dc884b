import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

interface TypedProduct {
  readonly siteKey: string
  readonly typed: string
}

/** The products that somebody of the venue means, by UUID. */
export const findProducts = staffVerb({
  name: 'products',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, typed: v.string() }),
  run: ({ db }: { readonly db: Database }, { siteKey, typed }: TypedProduct) =>
    db.read(read => findNamedProducts(read, siteKey, typed)),
})

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
