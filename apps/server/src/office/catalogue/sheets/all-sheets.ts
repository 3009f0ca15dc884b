import { colours } from './colours.ts'
import { coupons } from './coupons.ts'
import { days } from './days.ts'
import { folded } from './kinds.ts'
import { members } from './members.ts'
import { optionValues } from './option-values.ts'
import { options } from './options.ts'
import { productTexts } from './product-texts.ts'
import { products } from './products.ts'
import { promotions } from './promotions.ts'
import { rules } from './rules.ts'
import { sets } from './sets.ts'
import { shares } from './shares.ts'
import type { Sheet } from './sheet.ts'
import { spans } from './spans.ts'
import { texts } from './texts.ts'

/** In the order in which they are written: what refers to another one comes after it. Time spans are locked before coupons (platform/db/database.ts). */
export const SHEETS: readonly Sheet[] = [
  products,
  productTexts,
  options,
  optionValues,
  sets,
  rules,
  days,
  spans,
  shares,
  promotions,
  members,
  coupons,
  texts,
  colours,
]

/** By the names that a file may have. */
const BY_NAME = new Map<string, Sheet>(
  SHEETS.flatMap(sheet => [sheet.name, ...sheet.others].map(name => [headingOf(name), sheet])),
)

/** The sheet that a file or a worksheet is called after: `products`, `商品`, `02-time spans`. */
export function sheetNamed(name: string): Sheet | undefined {
  return BY_NAME.get(headingOf(name)) ?? BY_NAME.get(headingOf(name.replace(/^\d+[-_. ]+/u, '')))
}

/** Names are the same whatever their case, width and spaces. */
export function headingOf(written: string): string {
  return folded(written)
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '')
}

/** Whether any sheet has a column of this name. */
export function isHeading(word: string): boolean {
  return HEADINGS.has(headingOf(word))
}

const HEADINGS = new Set(
  SHEETS.flatMap(({ columns }) => columns.flatMap(({ name, others }) => [name, ...others].map(headingOf))),
)
