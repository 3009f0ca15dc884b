import { maxTicketOf } from '@kippu/domain/ticket-limit'

import type { Database } from '../db/database.ts'
import { findProductFacts, findSpanFacts, type ProductFacts, type SpanFacts } from './catalogue-queries.ts'

/** What an order is checked against and priced with. Stock is not among it: the database alone decides that. */
export interface OrderedProduct extends ProductFacts {
  /** Most tickets in one order of the site (D-01). */
  readonly maxTicket: number
}

export interface CatalogueCache {
  /** A product of the site, undefined when it has none with this uuid. */
  findProduct(siteKey: string, uuid: string): Promise<OrderedProduct | undefined>
  /** A time span of the product with its day, undefined when the product has none with this id. */
  findSpan(productId: number, timeSpanId: number): Promise<SpanFacts | undefined>
}

/** A change of the catalogue is seen by new orders after this long, in ms. */
const MAX_AGE_MS = 1_000
/** Asked for by visitors, so bounded: made-up ids must not fill the memory. */
const MOST_ENTRIES = 10_000

/** Facts of the catalogue for the hot path, at most a second old; many who ask at once cost one query. */
export function createCatalogueCache(db: Database): CatalogueCache {
  const product = cached((siteKey: string, uuid: string) =>
    db.read(tx => findProductFacts(tx, siteKey, uuid)),
  )
  const span = cached((productId: number, id: number) => db.read(tx => findSpanFacts(tx, productId, id)))
  return {
    async findProduct(siteKey, uuid) {
      const facts = await product(siteKey, uuid)
      return facts && { ...facts, maxTicket: maxTicketOf(facts.maxTicketSetting ?? undefined) }
    },
    findSpan: span,
  }
}

function cached<A extends string | number, B extends string | number, T>(
  load: (a: A, b: B) => Promise<T>,
): (a: A, b: B) => Promise<T> {
  const entries = new Map<string, { readonly loadedAt: number; readonly value: Promise<T> }>()
  return (a, b) => {
    const key = `${a}/${b}`
    const now = performance.now()
    const known = entries.get(key)
    if (known !== undefined && now - known.loadedAt < MAX_AGE_MS) return known.value
    if (entries.size >= MOST_ENTRIES) entries.clear()
    const value = load(a, b)
    entries.set(key, { loadedAt: now, value })
    value.catch(() => entries.delete(key))
    return value
  }
}
