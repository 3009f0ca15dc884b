import { unaccompanied } from '@kippu/domain/companions'
import { entryOf } from '@kippu/domain/known'
import type { Answer } from '@kippu/contract/call'
import type { searchProducts } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'

import { isRefusal } from '../../platform/http/refusal.ts'
import type { Wording } from '../../catalogue/products/present.ts'
import type { ProductReads } from '../../catalogue/products/product-reads.ts'
import type { SoldByContract } from './find-movable.ts'
import type { LiveLine } from './live-lines.ts'
import type { NewPrices } from './new-price.ts'

/** A product on sale, with its days. */
export type OfferedProduct = Answer<typeof searchProducts>[number]

/** Products on sale, at most a second old, by their number. */
export type Offers = ReadonlyMap<number, OfferedProduct>

interface OffersQuestion {
  readonly siteKey: string
  readonly channel: string
  /** Days, both included. */
  readonly from: string
  readonly to: string
}

/** As the channel of the reservation sells them: a move takes from its share. */
export async function readOffers(
  products: ProductReads,
  wording: Wording,
  { siteKey, channel, from, to }: OffersQuestion,
): Promise<Offers> {
  const found = await products.toMoveOn(channel).search(siteKey, wording, { from, to, lang: undefined })
  return new Map(isRefusal(found) ? [] : found.map(product => [product.id, product]))
}

/** Whether all that is bought can still be had: a kind of ticket, an extra or a set product may have left the catalogue since. */
export function isOffered(
  offers: Offers,
  { productId, lines }: { readonly productId: number; readonly lines: readonly LiveLine[] },
): boolean {
  const values = offers.get(productId)?.options.flatMap(option => option.values) ?? []
  const known = new Set<number | null>(values.map(value => value.option_value_id))
  return lines.every(line =>
    line.kind === 'set' ? offers.has(line.productId) : known.has(line.optionValueId),
  )
}

/** Whether a kind among the lines has lost the one that it is sold with, whose tickets were given back. */
export function lacksHolder(
  offers: Offers,
  { productId, lines }: { readonly productId: number; readonly lines: readonly LiveLine[] },
): boolean {
  const values = offers.get(productId)?.options.flatMap(option => option.values) ?? []
  const holders = new Map(values.map(value => [value.option_value_id, value.only_with ?? null]))
  const kinds = lines.flatMap(({ optionValueId, quantity: count }) =>
    optionValueId === null ? [] : [{ optionValueId, onlyWith: holders.get(optionValueId) ?? null, count }],
  )
  return unaccompanied(kinds).size > 0
}

/** The prices of a day for these lines, all of which are offered. Where a set product is not offered on the day, its usual price. */
export function pricesOn(
  offers: Offers,
  {
    productId,
    date,
    lines,
    contract,
  }: {
    readonly productId: number
    readonly date: string
    readonly lines: readonly LiveLine[]
    readonly contract: SoldByContract | undefined
  },
): NewPrices | undefined {
  const product = offers.get(productId)
  const day = product?.days.find(one => one.date === date)
  if (product === undefined || day === undefined) return undefined
  const values = product.options.flatMap(option => option.values)
  return {
    priceOf: contract?.priceOf,
    basePrice: day.base_price,
    addCosts: new Map(values.map(value => [value.option_value_id, value.add_cost])),
    setPrices: new Map(
      setsOf(lines).map(({ productId: id }) => {
        const set = entryOf(offers, id)
        return [id, set.days.find(one => one.date === date)?.base_price ?? set.base_price]
      }),
    ),
  }
}

/** The set products among the lines. */
export function setsOf(lines: readonly LiveLine[]): LiveLine[] {
  return lines.filter(({ kind }) => kind === 'set')
}

/** The set products of the lines as they are offered, with the number of units that go along. */
export function offeredSets(offers: Offers, lines: readonly LiveLine[]): SetProduct[] {
  const units = new Map<number, number>()
  for (const { productId, quantity } of setsOf(lines))
    units.set(productId, (units.get(productId) ?? 0) + quantity)
  return Array.from(units, ([id, num]) => ({ set: offers.get(id), num })).flatMap(({ set, num }) => {
    if (set === undefined) return []
    const { uuid, name, description, image_path, base_price, days } = set
    const time_spans = days.flatMap(day => day.time_spans)
    return { uuid, name, description, image_path, base_price, time_spans, num }
  })
}
