import type { Answer, Received } from '@kippu/contract/call'
import type { getProducts, getStocks, getStocksStatuses, searchProducts } from '@kippu/contract/products'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { SiteContent } from '../site-content/site-content.ts'
import { type Catalogue, type CatalogueProduct, createCatalogue, isOnSale } from './catalogue.ts'
import { presentDay, presentProduct, presentStatus, type Wording } from './present.ts'
import type { DayRow } from './queries.ts'
import { createStockCache, type DayRange, type StockCache } from './stock-cache.ts'

type NotFound = Refusal<'record not found'>

/** What visitors read of products and stock. Every product belongs to the site that is asked (design §5). */
export interface ProductReads {
  /** Main products on sale, in display order. */
  list(siteKey: string, wording: Wording): Promise<Answer<typeof getProducts>>
  search(
    siteKey: string,
    wording: Wording,
    query: Received<typeof searchProducts>['query'],
  ): Promise<Answer<typeof searchProducts> | NotFound>
  statuses(
    siteKey: string,
    query: Received<typeof getStocksStatuses>['query'],
  ): Promise<Answer<typeof getStocksStatuses> | NotFound>
  /** `product_id` is the number or the uuid (D-46). */
  stocks(
    siteKey: string,
    wording: Wording,
    query: Received<typeof getStocks>['query'],
  ): Promise<Answer<typeof getStocks> | NotFound>
}

interface Sources {
  readonly catalogue: Catalogue
  readonly stock: StockCache
  readonly content: SiteContent
  readonly clock: Deps['clock']
}

export function createProductReads(deps: Pick<Deps, 'db' | 'clock'>, content: SiteContent): ProductReads {
  const sources: Sources = {
    catalogue: createCatalogue(deps),
    stock: createStockCache(deps),
    content,
    clock: deps.clock,
  }
  return {
    list: async (siteKey, wording) => {
      const products = await readOnSale(sources, siteKey)
      return products
        .filter(({ productType }) => productType === 'main')
        .map(product => presentProduct(product, wording))
    },
    search: (siteKey, wording, query) => search(sources, { siteKey, wording, query }),
    statuses: async (siteKey, { from, to, product_uuid }) => {
      const product = await findProduct(sources, siteKey, product_uuid)
      if (product === undefined) return refuse('record not found')
      const threshold = await readThreshold(sources, siteKey)
      const days = await sources.stock.days(product, { from, to })
      return days.map(day => presentStatus(ifOnSale(sources, product, day), threshold))
    },
    stocks: (siteKey, wording, query) => stocksOn(sources, { siteKey, wording, query }),
  }
}

interface Asked<Query> {
  readonly siteKey: string
  readonly wording: Wording
  readonly query: Query
}

async function search(
  sources: Sources,
  { siteKey, wording, query }: Asked<Received<typeof searchProducts>['query']>,
): Promise<Answer<typeof searchProducts> | NotFound> {
  const products = await readOnSale(sources, siteKey)
  const { product_uuid: uuid, product_type: type } = query
  if (uuid !== undefined && !products.some(isNamed(uuid))) return refuse('record not found')
  const asked = products.filter(
    product =>
      (uuid === undefined || isNamed(uuid)(product)) && (type === undefined || product.productType === type),
  )
  const threshold = await readThreshold(sources, siteKey)
  return Promise.all(
    asked.map(async product => ({
      ...presentProduct(product, wording),
      days: await readDays(sources, product, { range: query, threshold, wording }),
    })),
  )
}

interface DaysQuestion {
  readonly range: DayRange
  readonly threshold: number
  readonly wording: Wording
}

async function readDays(
  { stock }: Sources,
  product: CatalogueProduct,
  { range: { from, to }, threshold, wording }: DaysQuestion,
): Promise<Answer<typeof searchProducts>[number]['days']> {
  const [days, spans] = await Promise.all([
    stock.days(product, { from, to }),
    stock.spans(product, { from, to }),
  ])
  const spansByDate = Map.groupBy(spans, span => span.date)
  return days.map(day =>
    presentDay({ product, day, spans: spansByDate.get(day.date) ?? [], threshold }, wording),
  )
}

async function stocksOn(
  sources: Sources,
  { siteKey, wording, query: { date, product_id } }: Asked<Received<typeof getStocks>['query']>,
): Promise<Answer<typeof getStocks> | NotFound> {
  const product = await findProduct(sources, siteKey, product_id)
  if (product === undefined) return refuse('record not found')
  const [[day], spans, threshold] = await Promise.all([
    sources.stock.days(product, { from: date, to: date }),
    sources.stock.spansOn(product, date),
    readThreshold(sources, siteKey),
  ])
  if (day === undefined)
    return { time_spans: [], base_price: product.basePrice, product_stock_status: 'closed' }
  const { time_spans, base_price, product_stock_status } = presentDay(
    { product, day: ifOnSale(sources, product, day), spans, threshold },
    wording,
  )
  return { time_spans, base_price, product_stock_status }
}

async function readOnSale(
  { catalogue, clock }: Sources,
  siteKey: string,
): Promise<readonly CatalogueProduct[]> {
  const products = await catalogue.read(siteKey)
  return products.filter(product => isOnSale(product, clock.now()))
}

async function findProduct(
  { catalogue }: Sources,
  siteKey: string,
  name: string,
): Promise<CatalogueProduct | undefined> {
  const products = await catalogue.read(siteKey)
  return products.find(isNamed(name))
}

function isNamed(name: string): (product: CatalogueProduct) => boolean {
  const asked = name.toLowerCase()
  return ({ id, uuid }) => uuid === asked || String(id) === asked
}

/** Outside its time of sale every day of a product is closed. */
function ifOnSale({ clock }: Sources, product: CatalogueProduct, day: DayRow): DayRow {
  return isOnSale(product, clock.now()) ? day : { ...day, isClosed: true }
}

async function readThreshold({ content }: Sources, siteKey: string): Promise<number> {
  const settings = await content.settings(siteKey)
  return lowStockThresholdOf(settings.get('Low_Stock_Threshold'))
}
