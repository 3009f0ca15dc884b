import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { languagesOf, wordsOf } from '../../platform/db/words-of.ts'
import { ENTRY_RULES, type EntryRulesRow } from './entry-rules.ts'

/** A gate's knowledge of a product. */
export interface GateProduct {
  readonly id: number
  readonly name: string | null
  readonly rules: EntryRulesRow
  /** Kinds of tickets, by the id of their option value. */
  readonly kinds: ReadonlyMap<number, GateKind>
}

export interface GateKind {
  readonly name: string | null
  /** It is shown together with a proof. */
  readonly needsProof: boolean
}

/** The products of a site by their id, in words of one language. */
export type GateProducts = ReadonlyMap<number, GateProduct>

interface ProductRow {
  readonly id: number
  readonly name: string | null
  readonly rules: EntryRulesRow
  readonly kinds: ReadonlyArray<{
    readonly id: number
    readonly name: string | null
    readonly needs_proof: boolean
  }>
}

/** All products of a site, on sale or not: a visitor who has a ticket comes with it. */
export async function listGateProducts(
  read: Read,
  { siteKey, lang }: { readonly siteKey: string; readonly lang: Language },
): Promise<GateProducts> {
  const words = wordsOf(languagesOf(lang, 'p.site_key'))
  const { rows } = await sql<ProductRow>`
    select p.id, ${words('product_texts', 'p.id')} as name,
           ${ENTRY_RULES} as rules,
           (select coalesce(json_agg(json_build_object(
                'id', value.id, 'name', ${words('option_value_texts', 'value.id')}, 'needs_proof', value.needs_proof)), '[]')
              from product_options o join option_values value on value.option_id = o.id
             where o.product_id = p.id) as kinds
      from products p where p.site_key = ${siteKey}`.execute(read)
  return new Map(
    rows.map(({ kinds, ...product }) => [
      product.id,
      {
        ...product,
        kinds: new Map(kinds.map(({ id, name, needs_proof: needsProof }) => [id, { name, needsProof }])),
      },
    ]),
  )
}
