import type { ResellerContract } from '@kippu/domain/reseller'
import * as v from 'valibot'

/** A reseller that makes a call, with its contract. */
export interface Reseller extends ResellerContract {
  readonly id: string
  readonly siteKey: string
  readonly code: string
  readonly name: string
  /** The products that it sells; null for all that are sold on the channel. */
  readonly productIds: ReadonlySet<number> | null
  readonly cancellationHours: number
}

const netUnits = v.record(v.string(), v.number())

interface ResellerRow {
  readonly id: string
  readonly siteKey: string
  readonly code: string
  readonly name: string
  readonly productIds: readonly number[] | null
  readonly netPercent: number
  readonly netUnits: unknown
  readonly cancellationHours: number
}

export const RESELLER_COLUMNS = [
  'id',
  'site_key as siteKey',
  'code',
  'name',
  'product_ids as productIds',
  'net_percent as netPercent',
  'net_units as netUnits',
  'cancellation_hours as cancellationHours',
] as const

export function resellerOf(row: ResellerRow): Reseller {
  const { productIds, ...rest } = row
  return {
    ...rest,
    productIds: productIds && new Set(productIds),
    netUnits: new Map(Object.entries(v.parse(netUnits, row.netUnits))),
  }
}
