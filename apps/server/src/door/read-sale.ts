import type { Answer, Received, RefusalOf } from '@kippu/contract/call'
import type { listSpotProducts, readSpotStocks, searchSpotSetProducts } from '@kippu/contract/spot'
import { jstDateOf, jstIso } from '@kippu/domain/jst-date'

import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { knownPriceOf, type Wording } from '../catalogue/products/present.ts'
import type { ProductReads } from '../catalogue/products/product-reads.ts'
import { openSale, type SaleDeps } from './open-sale.ts'

export interface SaleReadDeps extends SaleDeps {
  readonly products: ProductReads
}

/** The site of which something is read, and the words in which. */
export interface SaleReader {
  readonly siteKey: string
  readonly wording: Wording
}

/**
 * The product of a code and its times of today that are still on sale. One that is no longer sold at the door has no
 * sale.
 */
export async function readStocks(
  deps: SaleReadDeps,
  { siteKey, wording }: SaleReader,
  token: string,
): Promise<Answer<typeof readSpotStocks> | Refusal<RefusalOf<typeof readSpotStocks>>> {
  const sale = openSale(deps, siteKey, token)
  if (isRefusal(sale)) return sale
  const reads = deps.products.on('spot')
  const product = (await reads.list(siteKey, wording)).find(({ id }) => id === sale.productId)
  if (product === undefined) return refuse('spot qrCode has expired')
  const stock = await stockOfToday(reads, { siteKey, wording }, { uuid: product.uuid, date: sale.today })
  return {
    ...stock,
    product: { ...product, ...stock },
    date: sale.today,
    expires_at: jstIso(sale.expiresAt),
  }
}

/**
 * The main products that are sold at the door, with their state of today. A code is not needed; an old one is refused.
 */
export async function listProducts(
  deps: SaleReadDeps,
  { siteKey, wording }: SaleReader,
  token: string | undefined,
): Promise<Answer<typeof listSpotProducts> | Refusal<RefusalOf<typeof listSpotProducts>>> {
  const sale = token === undefined ? undefined : openSale(deps, siteKey, token)
  if (isRefusal(sale)) return sale
  const reads = deps.products.on('spot')
  const date = jstDateOf(deps.clock.now())
  const products = await reads.list(siteKey, wording)
  return Promise.all(
    products.map(async product => {
      const { uuid, name, description, image_path } = product
      const { base_price, product_stock_status } = await stockOfToday(
        reads,
        { siteKey, wording },
        { uuid, date },
      )
      const price = knownPriceOf(product, base_price)
      return { uuid, name, description, image_path, base_price, ...price, product_stock_status }
    }),
  )
}

/** The set products that go with times of today of the product of a code; other days and products have none. */
export async function searchSets(
  deps: SaleReadDeps,
  { siteKey, wording }: SaleReader,
  query: Received<typeof searchSpotSetProducts>['query'],
): Promise<Answer<typeof searchSpotSetProducts> | Refusal<RefusalOf<typeof searchSpotSetProducts>>> {
  const sale = openSale(deps, siteKey, query.qr_token)
  if (isRefusal(sale)) return sale
  const { today, productId } = sale
  if (query.from > today || query.to < today) return []
  const reads = deps.products.on('spot')
  const stock = await reads.stocks(siteKey, wording, { date: today, product_id: String(productId) })
  const ofToday = isRefusal(stock) ? [] : stock.time_spans.map(({ time_span_id: id }) => id)
  const asked = query.main_product_time_span_ids.filter(id => ofToday.includes(id))
  if (asked.length === 0) return []
  return reads.searchSets(siteKey, wording, {
    main_product_time_span_ids: asked,
    from: today,
    to: today,
    lang: query.lang,
  })
}

type StockOfDay = Exclude<Awaited<ReturnType<ProductReads['stocks']>>, Refusal>

async function stockOfToday(
  reads: ProductReads,
  { siteKey, wording }: SaleReader,
  { uuid, date }: { readonly uuid: string; readonly date: string },
): Promise<StockOfDay> {
  const stock = await reads.stocks(siteKey, wording, { date, product_id: uuid })
  // It was listed a moment ago, from the same second of the catalogue or the one before.
  return isRefusal(stock) ? { time_spans: [], base_price: 0, product_stock_status: 'closed' } : stock
}
