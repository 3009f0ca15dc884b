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

import type { PublicReads } from '../../platform/http/public-reads.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import type { ProductReads } from './product-reads.ts'
import { wordingOf } from './wording.ts'

interface ProductSources {
  readonly products: ProductReads
  readonly content: SiteContent
  readonly reads: PublicReads
}

/** The products of a site, and their remaining stock. */
export function productRoutes(app: FastifyInstance, { products, content, reads }: ProductSources): void {
  /** A query with the language that the site answers in. */
  const inWords = async <Query extends { readonly lang?: string | undefined }>(
    { lang, ...query }: Query,
    site: Site,
  ) => ({ siteKey: site.key, wording: await wordingOf(content, site.key, lang), query })

  reads.serve(app, getProducts, {
    question: ({ query }, site) => inWords(query, site),
    answer: ({ siteKey, wording }) => products.list(siteKey, wording),
  })

  reads.serve(app, searchProducts, {
    question: ({ query }, site) => inWords(query, site),
    answer: ({ siteKey, wording, query }) => products.search(siteKey, wording, query),
  })

  reads.serve(app, searchProductsOfDay, {
    question: ({ query }, site) => inWords(query, site),
    answer: ({ siteKey, wording, query }) => products.searchDay(siteKey, wording, query.date),
  })

  reads.serve(app, getStocksStatuses, {
    question: ({ query }, { key: siteKey }) => ({ siteKey, query }),
    answer: ({ siteKey, query }) => products.statuses(siteKey, query),
  })

  reads.serve(app, getStocks, {
    question: ({ query }, site) => inWords(query, site),
    answer: ({ siteKey, wording, query }) => products.stocks(siteKey, wording, query),
  })

  reads.serve(app, searchSetProducts, {
    question: ({ query }, site) => inWords(query, site),
    answer: ({ siteKey, wording, query }) => products.searchSets(siteKey, wording, query),
  })
}
