import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { staffCall } from './staff-call.ts'

/** A row of a sheet by the names of its columns. */
const row = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))
export type ProductRow = v.InferOutput<typeof row>

const percent = v.object({ x: v.number(), y: v.number() })

const shown = v.object({
  /** Those that the site speaks. */
  languages: v.array(v.picklist(LANGUAGES)),
  /** Widths of the frames of a product on the first page, divided by their heights. */
  shapes: v.array(v.number()),
  /** Where the pictures of the site's folder are held, by their addresses. */
  held: v.record(v.string(), percent),
  /** Sheets of products by their names, as an export has them. */
  sheets: v.record(v.string(), v.array(row)),
})
export type ProductsShown = v.InferOutput<typeof shown>

/** The sheets that a product is made of, beside its days and prices: of these the rules that stay. */
export const PRODUCT_SHEETS = [
  'products',
  'product_texts',
  'options',
  'option_values',
  'sets',
  'rules',
] as const

/** All products of a site as their sheets have them: what is changed in them is sent as a small sheet. */
export const readProductsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/products',
  who: 'sheets:write',
  response: shown,
})

/**
 * Keeps a picture; nothing shows it before a product names its address. Sent twice, it is one. A refusal has the field `picture`, with `no picture`,
 * `too large`, `too small` or `torn`.
 */
export const uploadPictureCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/pictures',
  who: 'catalogue:write',
  upload: true,
  body: v.custom<unknown>(bytes => bytes instanceof Uint8Array),
  response: v.object({ address: v.string() }),
})
