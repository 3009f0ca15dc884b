import type { Answer, Received } from '@kippu/contract/call'
import type {
  DayStock,
  getProducts,
  getStocks,
  getStocksStatuses,
  Product,
  ProductOfDay,
  searchProducts,
  searchProductsOfDay,
} from '@kippu/contract/products'
import type { searchSetProducts } from '@kippu/contract/set-products'
import { jstIso } from '@kippu/domain/jst-date'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { createShortCache, type ShortCache } from '../../platform/short-cache.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { type Catalogue, type CatalogueProduct, createCatalogue, isOnSale } from './catalogue.ts'
import {
  type KnownPrice,
  knownPriceOf,
  presentDay,
  presentProduct,
  presentSetProduct,
  presentStatus,
  type Wording,
} from './present.ts'
import type { DayRow } from './queries.ts'
import { proposedSets } from './proposed-sets.ts'
import { mergeCalendars } from './site-calendar.ts'
import { createSpanOwners, type SpanOwners } from './span-owners.ts'
import { byMonths, createStockCache, type DayRange, type StockCache } from './stock-cache.ts'

type NotFound = Refusal<'record not found'>
type StatusRows = Answer<typeof getStocksStatuses>

/** The calls that read products and stock, as one channel sells them. Every product belongs to the site of the request. */
export interface ProductReads {
  /** The same for another channel. */
  on(channel: string): ProductReads
  /** Products that any channel sells, with the units that this one may take: for a visit that moves, sold where it was. */
  toMoveOn(channel: string): ProductReads
  /** Main products on sale, in display order. */
  list(siteKey: string, wording: Wording): Promise<Answer<typeof getProducts>>
  /** When the sale of main products begins that are not on sale yet, in ms since 1970. */
  saleStarts(siteKey: string): Promise<readonly number[]>
  search(
    siteKey: string,
    wording: Wording,
    query: Received<typeof searchProducts>['query'],
  ): Promise<Answer<typeof searchProducts> | NotFound>
  /** Main products that are open on a day, sold out or not. */
  searchDay(siteKey: string, wording: Wording, date: string): Promise<Answer<typeof searchProductsOfDay>>
  /** The states of one product, or of all main products on sale together. */
  statuses(
    siteKey: string,
    query: Received<typeof getStocksStatuses>['query'],
  ): Promise<StatusRows | NotFound>
  /** `product_id` is the number or the uuid. */
  stocks(
    siteKey: string,
    wording: Wording,
    query: Received<typeof getStocks>['query'],
  ): Promise<Answer<typeof getStocks> | NotFound>
  /**
   * Main products that are sold to visitors who stand in the house, with what is left of a day: by the channel `spot`
   * where it sells them, else by `web`. Those that are sold out, over or closed are among them.
   */
  shownOn(siteKey: string, wording: Wording, date: string): Promise<readonly ProductToShow[]>
  /** The set products that may be bought with visits at the given time spans; unknown spans are ignored. */
  searchSets(
    siteKey: string,
    wording: Wording,
    query: Received<typeof searchSetProducts>['query'],
  ): Promise<Answer<typeof searchSetProducts>>
}

/** A product and its times of one day, for a display. */
export interface ProductToShow
  extends Pick<Product, 'uuid' | 'name' | 'image_path' | 'sale_type'>, KnownPrice {
  readonly graceMinutes: number
  readonly spans: ReadonlyArray<{
    readonly id: number
    /** Date-times in +09:00. */
    readonly from: string
    readonly to: string
    readonly soldUntil: string | null
    /** Units that can be sold now. */
    readonly count: number
  }>
}

interface ReadSources {
  readonly catalogue: Catalogue
  readonly stock: StockCache
  /** Months and days of a product as visitors see them. */
  readonly days: ShortCache<DayStock[]>
  readonly spanOwners: SpanOwners
  readonly content: SiteContent
  readonly clock: Deps['clock']
  readonly channel: string
  /** Whether products are left out that the channel does not sell. */
  readonly isSelling: boolean
}

/** In ms. */
const MOST_AGE_MS = 1_000
/** The most months that are known, of all products and languages. */
const MOST_MONTHS = 500

/** Those of the web. */
export function createProductReads(deps: Pick<Deps, 'db' | 'clock'>, content: SiteContent): ProductReads {
  return readsOf({
    catalogue: createCatalogue(deps),
    stock: createStockCache(deps),
    days: createShortCache(deps.clock, MOST_AGE_MS, { mostKeys: MOST_MONTHS }),
    spanOwners: createSpanOwners(deps),
    content,
    clock: deps.clock,
    channel: 'web',
    isSelling: true,
  })
}

function readsOf(sources: ReadSources): ProductReads {
  return {
    on: channel => readsOf({ ...sources, channel, isSelling: true }),
    toMoveOn: channel => readsOf({ ...sources, channel, isSelling: false }),
    list: async (siteKey, wording) => {
      const products = await readMainOnSale(sources, siteKey)
      return products.map(product => presentProduct(product, wording))
    },
    saleStarts: siteKey => saleStarts(sources, siteKey),
    search: (siteKey, wording, query) => search(sources, { siteKey, wording, query }),
    searchDay: (siteKey, wording, date) => searchDay(sources, { siteKey, wording, query: date }),
    statuses: (siteKey, query) => statuses(sources, siteKey, query),
    stocks: (siteKey, wording, query) => stocksOn(sources, { siteKey, wording, query }),
    shownOn: (siteKey, wording, date) => shownOn(sources, { siteKey, wording, query: date }),
    searchSets: (siteKey, wording, query) => searchSets(sources, { siteKey, wording, query }),
  }
}

interface SiteQuery<Query> {
  readonly siteKey: string
  readonly wording: Wording
  readonly query: Query
}

async function saleStarts(sources: ReadSources, siteKey: string): Promise<readonly number[]> {
  const now = sources.clock.now()
  const products = await readSold(sources, siteKey)
  return products
    .filter(({ productType }) => productType === 'main')
    .flatMap(({ saleFrom }) => saleFrom?.getTime() ?? [])
    .filter(at => at > now)
}

async function search(
  sources: ReadSources,
  { siteKey, wording, query }: SiteQuery<Received<typeof searchProducts>['query']>,
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

async function searchDay(
  sources: ReadSources,
  { siteKey, wording, query: date }: SiteQuery<string>,
): Promise<ProductOfDay[]> {
  const products = await readMainOnSale(sources, siteKey)
  const threshold = await readThreshold(sources, siteKey)
  const offered = await Promise.all(
    products.map(async product => {
      const [day] = await readDays(sources, product, { range: { from: date, to: date }, threshold, wording })
      if (day === undefined || day.product_stock_status === 'closed') return []
      const { base_price, product_stock_status, time_spans } = day
      return { ...presentProduct(product, wording), base_price, product_stock_status, time_spans }
    }),
  )
  return offered.flat()
}

async function shownOn(
  sources: ReadSources,
  { siteKey, wording, query: date }: SiteQuery<string>,
): Promise<readonly ProductToShow[]> {
  const products = await readMainOnSale({ ...sources, isSelling: false }, siteKey)
  const threshold = await readThreshold(sources, siteKey)
  const inHouse = products.flatMap(product => {
    const channel = ['spot', 'web'].find(one => product.channels.has(one))
    return channel === undefined ? [] : [{ product, channel }]
  })
  return Promise.all(
    inHouse.map(async ({ product, channel }) => {
      const question = { range: { from: date, to: date }, threshold, wording }
      const [[day], rows] = await Promise.all([
        readDays({ ...sources, channel }, product, question),
        sources.stock.spansOn(product, date, channel),
      ])
      const ends = new Map(rows.map(({ id, soldUntil }) => [id, soldUntil]))
      const presented = presentProduct(product, wording)
      const { uuid, name, image_path, sale_type } = presented
      return {
        uuid,
        name,
        image_path,
        sale_type,
        graceMinutes: product.graceMinutes,
        ...knownPriceOf(presented, day?.base_price ?? product.basePrice),
        spans: (day?.time_spans ?? []).flatMap(({ time_span_id: id, from, to, remaining_stock: count }) => {
          const end = ends.get(id)
          return end === undefined ? [] : [{ id, from, to, soldUntil: end && jstIso(end.getTime()), count }]
        }),
      }
    }),
  )
}

async function searchSets(
  sources: ReadSources,
  { siteKey, wording, query }: SiteQuery<Received<typeof searchSetProducts>['query']>,
): Promise<Answer<typeof searchSetProducts>> {
  const { from, to, main_product_time_span_ids: timeSpanIds } = query
  const [products, owners, threshold] = await Promise.all([
    readOnSale(sources, siteKey),
    sources.spanOwners.read(siteKey, timeSpanIds),
    readThreshold(sources, siteKey),
  ])
  return Promise.all(
    proposedSets(products, owners).map(async ({ product, num }) => {
      const days = await readDays(sources, product, { range: { from, to }, threshold, wording })
      return presentSetProduct({ product, num, days }, wording)
    }),
  )
}

interface DaysQuestion {
  readonly range: DayRange
  readonly threshold: number
  readonly wording: Wording
}

/** A day alone is made by itself, and the days of a range by whole months, so that all who ask share them. */
async function readDays(
  sources: ReadSources,
  product: CatalogueProduct,
  { range, ...question }: DaysQuestion,
): Promise<DayStock[]> {
  const { threshold, wording } = question
  const known = (days: DayRange): Promise<DayStock[]> => {
    const key = JSON.stringify([product.id, sources.channel, days, threshold, wording])
    return sources.days.read(key, () => makeDays(sources, product, { range: days, ...question }))
  }
  return range.from === range.to ? known(range) : byMonths(range, known)
}

async function makeDays(
  { stock, channel }: ReadSources,
  product: CatalogueProduct,
  { range: { from, to }, threshold, wording }: DaysQuestion,
): Promise<DayStock[]> {
  const [days, spans] = await Promise.all([
    stock.days(product, { from, to }, channel),
    from === to ? stock.spansOn(product, from, channel) : stock.spans(product, { from, to }, channel),
  ])
  const spansByDate = Map.groupBy(spans, span => span.date)
  return days.map(day =>
    presentDay({ product, day, spans: spansByDate.get(day.date) ?? [], threshold }, wording),
  )
}

async function statuses(
  sources: ReadSources,
  siteKey: string,
  { from, to, product_uuid: uuid }: Received<typeof getStocksStatuses>['query'],
): Promise<StatusRows | NotFound> {
  const threshold = await readThreshold(sources, siteKey)
  const statusesOf = async (product: CatalogueProduct): Promise<StatusRows> => {
    const days = await sources.stock.days(product, { from, to }, sources.channel)
    return days.map(day => presentStatus(ifOnSale(sources, product, day), threshold))
  }
  if (uuid === undefined) {
    const products = await readMainOnSale(sources, siteKey)
    return mergeCalendars(
      await Promise.all(
        products.map(async product => ({ uuid: product.uuid, days: await statusesOf(product) })),
      ),
    )
  }
  const product = await findProduct(sources, siteKey, uuid)
  return product === undefined ? refuse('record not found') : statusesOf(product)
}

async function stocksOn(
  sources: ReadSources,
  { siteKey, wording, query: { date, product_id } }: SiteQuery<Received<typeof getStocks>['query']>,
): Promise<Answer<typeof getStocks> | NotFound> {
  const product = await findProduct(sources, siteKey, product_id)
  if (product === undefined) return refuse('record not found')
  const [[day], spans, threshold] = await Promise.all([
    sources.stock.days(product, { from: date, to: date }, sources.channel),
    sources.stock.spansOn(product, date, sources.channel),
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

async function readOnSale(sources: ReadSources, siteKey: string): Promise<readonly CatalogueProduct[]> {
  const products = await readSold(sources, siteKey)
  return products.filter(product => isOnSale(product, sources.clock.now()))
}

/** Those that the channel sells, at whatever time. */
async function readSold(
  { catalogue, channel, isSelling }: ReadSources,
  siteKey: string,
): Promise<readonly CatalogueProduct[]> {
  const products = await catalogue.read(siteKey)
  return isSelling ? products.filter(({ channels }) => channels.has(channel)) : products
}

async function readMainOnSale(sources: ReadSources, siteKey: string): Promise<readonly CatalogueProduct[]> {
  const products = await readOnSale(sources, siteKey)
  return products.filter(({ productType }) => productType === 'main')
}

async function findProduct(
  sources: ReadSources,
  siteKey: string,
  name: string,
): Promise<CatalogueProduct | undefined> {
  const products = await readSold(sources, siteKey)
  return products.find(isNamed(name))
}

function isNamed(name: string): (product: CatalogueProduct) => boolean {
  const asked = name.toLowerCase()
  return ({ id, uuid }) => uuid === asked || String(id) === asked
}

/** Outside its sales period every day of a product is closed. */
function ifOnSale({ clock }: ReadSources, product: CatalogueProduct, day: DayRow): DayRow {
  return isOnSale(product, clock.now()) ? day : { ...day, isClosed: true }
}

async function readThreshold({ content }: ReadSources, siteKey: string): Promise<number> {
  const settings = await content.settings(siteKey)
  return lowStockThresholdOf(settings.get('Low_Stock_Threshold'))
}
