import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { findNamedProducts } from '../../catalogue/products/find-product.ts'

export interface AskedKind {
  readonly name: string
  readonly quantity: number
}

export interface NamedProduct {
  readonly uuid: string
  /** Kinds of ticket, and what goes with them. */
  readonly kinds: ReadonlyArray<{ readonly id: number; readonly names: readonly string[] }>
}

export type FoundProduct = NamedProduct | { readonly fault: string }

/** A product of a site, by its UUID, its code, or its whole name in any language. */
export async function findNamedProduct(read: Read, siteKey: string, typed: string): Promise<FoundProduct> {
  const uuids = await findNamedProducts(read, siteKey, typed)
  const { rows } = await sql<NamedProduct>`
    select p.uuid::text, coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'names', (select jsonb_agg(t.name) from option_value_texts t where t.option_value_id = v.id)) order by v.id)
        from product_options o join option_values v on v.option_id = o.id where o.product_id = p.id), '[]') as kinds
      from products p
     where p.site_key = ${siteKey} and p.product_type = 'main' and p.uuid::text = any(${list('text', uuids)}::text[])`.execute(
    read,
  )
  const [product, ...others] = rows
  if (product === undefined) return { fault: `the site has no product ${typed}` }
  return others.length > 0 ? { fault: `several products are called ${typed}: name one by its UUID` } : product
}

export type FoundKinds =
  | { readonly kinds: ReadonlyArray<{ readonly optionValueId: number; readonly quantity: number }> }
  | { readonly fault: string }

/** The kinds of ticket that somebody names, by their whole names in any language. */
export function kindsOf({ kinds }: NamedProduct, asked: readonly AskedKind[]): FoundKinds {
  const found = asked.map(({ name, quantity }) => {
    const kind = kinds.find(({ names }) =>
      names.some(one => one.normalize('NFKC') === name.normalize('NFKC')),
    )
    return { name, kind, quantity }
  })
  const unknown = found.find(({ kind }) => kind === undefined)
  if (unknown !== undefined) {
    const known = kinds.map(({ names }) => names.join(' / ')).join('; ')
    return { fault: `there is no kind ${unknown.name}: ${known}` }
  }
  return {
    kinds: found.flatMap(({ kind, quantity }) => (kind ? [{ optionValueId: kind.id, quantity }] : [])),
  }
}
