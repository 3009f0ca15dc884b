import { ENTRY_POLICIES, type EntryPolicy } from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { type CatalogueRows, listCatalogue } from './queries.ts'

/** Texts by language. */
type Words<T> = ReadonlyMap<string, T>

export interface CatalogueProduct {
  readonly id: number
  readonly uuid: string
  readonly productType: 'main' | 'set'
  readonly saleType: BookingType
  readonly entryPolicy: EntryPolicy
  readonly reentryMinutes: number | null
  /** Whole yen; a day may have another price. */
  readonly basePrice: number
  readonly imagePath: string | null
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
  /** Not sold any longer; what was sold of it stays. */
  readonly isRetired: boolean
  readonly graceMinutes: number
  /** A visit that was bought on the web may be moved, within the terms of the site. */
  readonly isMoved: boolean
  /** The channels that sell it. */
  readonly channels: ReadonlySet<string>
  readonly words: Words<ProductWords>
  readonly options: readonly CatalogueOption[]
  /** Set products that may be bought with it, in display order. */
  readonly sets: readonly CatalogueSet[]
}

export interface CatalogueSet {
  readonly productId: number
  /** Units that the venue proposes with one order. */
  readonly num: number
}

export interface ProductWords {
  readonly name: string
  readonly description: string
  readonly caution: string | null
  readonly naming_right: string | null
}

export interface CatalogueOption {
  readonly id: number
  readonly type: 'ticket_type' | 'extra'
  readonly words: Words<{ readonly name: string }>
  readonly values: readonly CatalogueValue[]
}

export interface CatalogueValue {
  readonly id: number
  /** Whole yen, may be negative. */
  readonly addCost: number
  /** The value that it is sold with; null where it is sold by itself. */
  readonly onlyWith: number | null
  readonly words: Words<{ readonly name: string; readonly caution: string | null }>
}

/** Products of sites in display order, at most a second old and shared by all requests. */
export interface Catalogue {
  read(siteKey: string): Promise<readonly CatalogueProduct[]>
}

const MOST_AGE_MS = 1_000

export function createCatalogue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Catalogue {
  const cache = createShortCache<readonly CatalogueProduct[]>(clock, MOST_AGE_MS)
  return {
    read: siteKey =>
      cache.read(siteKey, async () => assemble(await db.read(tx => listCatalogue(tx, siteKey)))),
  }
}

/** Whether the product is within its sales period, and not retired. */
export function isOnSale(
  { saleFrom, saleUntil, isRetired }: Pick<CatalogueProduct, 'saleFrom' | 'saleUntil' | 'isRetired'>,
  nowMs: number,
): boolean {
  return (
    !isRetired &&
    (saleFrom === null || saleFrom.getTime() <= nowMs) &&
    (saleUntil === null || nowMs < saleUntil.getTime())
  )
}

const productType = v.picklist(['main', 'set'])
const bookingType = v.picklist(BOOKING_TYPES)
const entryPolicy = v.picklist(ENTRY_POLICIES)
const optionType = v.picklist(['ticket_type', 'extra'])

function assemble(rows: CatalogueRows): readonly CatalogueProduct[] {
  const productTexts = Map.groupBy(rows.productTexts, text => text.product_id)
  const options = Map.groupBy(rows.options, option => option.product_id)
  const sets = Map.groupBy(rows.sets, set => set.product_id)
  const optionOf = optionAssembler(rows)
  return rows.products.map(product => ({
    id: product.id,
    uuid: product.uuid,
    productType: v.parse(productType, product.product_type),
    saleType: v.parse(bookingType, product.sale_type),
    entryPolicy: v.parse(entryPolicy, product.entry_policy),
    reentryMinutes: product.reentry_minutes,
    basePrice: product.base_price,
    imagePath: product.image_path,
    saleFrom: product.sale_from,
    saleUntil: product.sale_until,
    isRetired: product.retired_at !== null,
    graceMinutes: product.grace_minutes,
    isMoved: product.time_changes !== 'none',
    channels: new Set(product.channels),
    words: byLanguage(productTexts.get(product.id)),
    // One of which all values are retired is not shown.
    options: (options.get(product.id) ?? []).map(optionOf).filter(({ values }) => values.length > 0),
    sets: (sets.get(product.id) ?? []).map(({ set_product_id, num }) => ({ productId: set_product_id, num })),
  }))
}

function optionAssembler(rows: CatalogueRows): (option: CatalogueRows['options'][number]) => CatalogueOption {
  const optionTexts = Map.groupBy(rows.optionTexts, text => text.option_id)
  const values = Map.groupBy(rows.values, value => value.option_id)
  const valueTexts = Map.groupBy(rows.valueTexts, text => text.option_value_id)
  return ({ id, type }) => {
    const live = values.get(id) ?? []
    return {
      id,
      type: v.parse(optionType, type),
      words: byLanguage(optionTexts.get(id)),
      // A companion whose holder is retired cannot be bought.
      values: live
        .filter(value => value.only_with === null || live.some(one => one.id === value.only_with))
        .map(value => ({
          id: value.id,
          addCost: value.add_cost,
          onlyWith: value.only_with,
          words: byLanguage(valueTexts.get(value.id)),
        })),
    }
  }
}

function byLanguage<T extends { readonly lang: string }>(texts: readonly T[] = []): Words<T> {
  return new Map(texts.map(text => [text.lang, text]))
}
