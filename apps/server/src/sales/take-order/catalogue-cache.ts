import { maxTicketOf } from '@kippu/domain/ticket-limit'

import type { Deps } from '../../platform/deps.ts'
import {
  findPromotion,
  listPromotions,
  type MembershipPair,
  type NamedPromotion,
  type Promotion,
} from '../../orders/membership/promotions/find-promotion.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { findProductFacts, type ProductFacts, type SpanFacts, spanFacts } from './catalogue-queries.ts'

/** The facts by which an order is checked and priced. Stock is not among them: the database alone decides that. */
export interface OrderedProduct extends ProductFacts {
  /** Most tickets in one order of the site. */
  readonly maxTicket: number
}

export interface CatalogueCache {
  /** A product of the site, undefined when it has none with this uuid. */
  findProduct(siteKey: string, uuid: string): Promise<OrderedProduct | undefined>
  /** A time span of the product with its day, undefined when the product has none with this id. */
  findSpan(productId: number, timeSpanId: number): Promise<SpanFacts | undefined>
  /** The promotion that a membership pair names, undefined when it names none. */
  findPromotion(siteKey: string, pair: MembershipPair): Promise<Promotion | undefined>
}

/** New orders see a change of the catalogue after at most this long, in ms. */
const MOST_AGE_MS = 1_000

/** Facts of the catalogue for the hot path, at most a second old; requests at the same time share one query. */
export function createCatalogueCache({ db, clock }: Pick<Deps, 'db' | 'clock'>): CatalogueCache {
  const products = createShortCache<OrderedProduct | undefined>(clock, MOST_AGE_MS)
  const spans = createShortCache<SpanFacts | undefined>(clock, MOST_AGE_MS)
  const promotions = createShortCache<readonly NamedPromotion[]>(clock, MOST_AGE_MS)
  return {
    findProduct: (siteKey, uuid) =>
      products.read(`${siteKey} ${uuid}`, async () => {
        const facts = await db.read(tx => findProductFacts(tx, siteKey, uuid))
        return facts && { ...facts, maxTicket: maxTicketOf(facts.maxTicketSetting ?? undefined) }
      }),
    findSpan: (productId, timeSpanId) =>
      spans.read(`${productId} ${timeSpanId}`, () => db.find(spanFacts, { productId, timeSpanId })),
    findPromotion: async (siteKey, pair) => {
      if (pair.key === undefined || pair.value === undefined) return undefined
      const all = await promotions.read(siteKey, () => db.read(tx => listPromotions(tx, siteKey)))
      return findPromotion(all, pair)
    },
  }
}
