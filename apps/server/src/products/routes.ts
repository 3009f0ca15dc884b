import {
  getProducts,
  getStocks,
  getStocksStatuses,
  searchProducts,
  searchProductsOfDay,
} from '@kippu/contract/products'
import { searchSetProducts } from '@kippu/contract/set-products'
import type { Site } from '@kippu/sites/site'
import type { FastifyInstance } from 'fastify'

import { serve } from '../http/route.ts'
import type { SiteContent } from '../site-content/site-content.ts'
import type { Wording } from './present.ts'
import type { ProductReads } from './product-reads.ts'

/** The products of a site, and their remaining stock. */
export function productRoutes(app: FastifyInstance, reads: ProductReads, content: SiteContent): void {
  const wordingOf = async (site: Site, asked: string | undefined): Promise<Wording> => ({
    lang: await content.chooseLanguage(site.key, asked),
    fallback: await content.chooseLanguage(site.key, undefined),
  })

  serve(app, getProducts, async ({ query }, { site }) =>
    reads.list(site.key, await wordingOf(site, query.lang)),
  )

  serve(app, searchProducts, async ({ query }, { site }) =>
    reads.search(site.key, await wordingOf(site, query.lang), query),
  )

  serve(app, searchProductsOfDay, async ({ query }, { site }) =>
    reads.searchDay(site.key, await wordingOf(site, query.lang), query.date),
  )

  serve(app, getStocksStatuses, ({ query }, { site }) => reads.statuses(site.key, query))

  serve(app, getStocks, async ({ query }, { site }) =>
    reads.stocks(site.key, await wordingOf(site, query.lang), query),
  )

  serve(app, searchSetProducts, async ({ query }, { site }) =>
    reads.searchSets(site.key, await wordingOf(site, query.lang), query),
  )
}
