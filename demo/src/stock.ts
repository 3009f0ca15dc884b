import { midnightOf, weekdayOf } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'

import type { DemoProduct } from './products.ts'

/** How much of a day is left to sell. */
export type DemoDay = 'closed' | 'normal' | 'few' | 'sold_out'

const SUNDAY = 0
const TUESDAY = 2
const SATURDAY = 6
const WEEK_MS = 7 * 86_400_000
/** The most tickets in a span of a nearly sold-out day; below the low-stock threshold. */
const FEW = 8

/**
 * The state of a day, always the same for the same product and date. Tuesdays are closed; of three Saturdays one is
 * sold out and one nearly, so that every month shows each state; the other days look random.
 */
export function demoDay(productUuid: string, date: IsoDate): DemoDay {
  if (weekdayOf(date) === TUESDAY) return 'closed'
  const turn = weekdayOf(date) === SATURDAY ? (weekOf(date) + Math.floor(fractionOf(productUuid) * 3)) % 3 : 2
  if (turn === 0) return 'sold_out'
  if (turn === 1) return 'few'
  const chance = fractionOf(`${productUuid} ${date}`)
  const [soldOut, few] = isWeekend(date) ? [0.06, 0.35] : [0.05, 0.17]
  if (chance < soldOut) return 'sold_out'
  return chance < few ? 'few' : 'normal'
}

/**
 * The tickets that a span starts with. In the demo nothing is sold before a visitor buys it (`taken` is the sum of the
 * holds), so a sold-out span is one without capacity. On an ordinary day some spans are short, never the first.
 */
export function demoCapacity(product: DemoProduct, date: IsoDate, index: number): number {
  const chance = fractionOf(`${product.uuid} ${date} ${index}`)
  switch (demoDay(product.uuid, date)) {
    case 'closed':
    case 'sold_out':
      return 0
    case 'few':
      return index === 0 ? FEW : Math.floor(chance * (FEW + 1))
    case 'normal':
      if (index === 0 || chance > 0.2) return product.capacity
      return chance < 0.06 ? 0 : FEW
  }
}

export function demoBasePrice(product: DemoProduct, date: IsoDate): number {
  return product.basePrice + (isWeekend(date) ? product.weekendExtra : 0)
}

function isWeekend(date: IsoDate): boolean {
  const weekday = weekdayOf(date)
  return weekday === SUNDAY || weekday === SATURDAY
}

function weekOf(date: IsoDate): number {
  return Math.floor(midnightOf(date) / WEEK_MS)
}

/** A number from 0 to 1, exclusive, that depends only on the text and looks random (FNV-1a, then mixed). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
