import { addDays, type IsoDate } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import type { Localized } from '@kippu/sites/site'

import { readSheet, type SheetRow } from './read-sheet.ts'

/** A product of the demonstration with its words and its hours; money in yen. */
export interface DemoProduct {
  readonly siteKey: string
  /** Fixed, so that links to the demonstration keep working. */
  readonly uuid: string
  readonly saleType: BookingType
  /** Price of the first kind of tickets on an ordinary day. */
  readonly basePrice: number
  /** Added to the base price on Saturdays and Sundays. */
  readonly weekendExtra: number
  readonly name: Localized
  readonly ticketTypes: readonly DemoOptionValue[]
  readonly extras: readonly DemoExtra[]
  /** The time spans of a day on which the venue is open. */
  readonly spansOf: (date: IsoDate) => readonly DemoSpan[]
  /** Places in a span of an ordinary day; above the low-stock threshold. */
  readonly capacity: number
  /** UUIDs of the main products that a set product may be bought with. */
  readonly goesWith: readonly string[]
}

/** A group of extras that may be ordered besides tickets, such as audio guides. */
export interface DemoExtra {
  readonly name: Localized
  readonly values: readonly DemoOptionValue[]
}

export interface DemoOptionValue {
  readonly name: Localized
  /** For a kind of ticket: added to the price of the day. For an extra: its price. */
  readonly addCost: number
  readonly caution: Localized | null
}

/** Start and end as date-times in +09:00. */
export interface DemoSpan {
  readonly startsAt: string
  readonly endsAt: string
}

const rows = readSheet('products')
const texts = Map.groupBy(readSheet('product_texts'), ({ product }) => product)
const options = Map.groupBy(readSheet('options'), ({ product }) => product)
const values = Map.groupBy(readSheet('option_values'), ({ product, option }) => `${product} ${option}`)
const sets = Map.groupBy(readSheet('sets'), ({ set_product: set }) => set)

/** The main products of all sites, each site's in the order in which they are shown. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = rows.filter(({ kind }) => kind === 'main').map(productOf)

/** Products that are bought together with a visit, never alone. */
export const DEMO_SET_PRODUCTS: readonly DemoProduct[] = rows
  .filter(({ kind }) => kind === 'set')
  .map(productOf)

function productOf(row: SheetRow): DemoProduct {
  const uuid = cell(row, 'product')
  const words = new Map(texts.get(uuid)?.map(text => [text['language'], cell(text, 'name')]))
  const ofType = (type: string): readonly SheetRow[] =>
    options.get(uuid)?.filter(option => option['type'] === type) ?? []
  const valuesOf = (option: SheetRow): readonly DemoOptionValue[] =>
    values.get(`${uuid} ${option['option']}`)?.map(value => ({
      name: localized(value, 'name'),
      addCost: Number(value['add_cost']),
      caution: value['caution_ja'] === '' ? null : localized(value, 'caution'),
    })) ?? []
  return {
    siteKey: cell(row, 'site'),
    uuid,
    saleType: BOOKING_TYPES.find(type => type === row['booking']) ?? 'time',
    basePrice: Number(row['base_price']),
    weekendExtra: Number(row['weekend_extra']),
    name: inLanguages(lang => words.get(lang) ?? ''),
    ticketTypes: ofType('ticket_type').flatMap(valuesOf),
    extras: ofType('extra').map(option => ({ name: localized(option, 'name'), values: valuesOf(option) })),
    spansOf: hoursOf(row),
    capacity: Number(row['capacity']),
    goesWith: sets.get(uuid)?.map(set => cell(set, 'product')) ?? [],
  }
}

function cell(row: SheetRow, heading: string): string {
  const value = row[heading]
  if (value === undefined) throw new Error(`the sheet has no column ${heading}`)
  return value
}

function localized(row: SheetRow, heading: string): Localized {
  return inLanguages(lang => cell(row, `${heading}_${lang.replace('-', '_')}`))
}

function inLanguages(wordsOf: (lang: (typeof LANGUAGES)[number]) => string): Localized {
  return {
    ja: wordsOf('ja'),
    en: wordsOf('en'),
    kr: wordsOf('kr'),
    'zh-hans': wordsOf('zh-hans'),
    'zh-hant': wordsOf('zh-hant'),
    th: wordsOf('th'),
  }
}

/**
 * A pass is good from the start of its day to the last second of its last day. All else is one span after the other, from
 * the first start to the last, each as long as the sheet says.
 */
function hoursOf(row: SheetRow): DemoProduct['spansOf'] {
  const passDays = Number(row['valid_days'])
  if (passDays > 0)
    return date => [{ startsAt: dateTime(date, 0), endsAt: `${addDays(date, passDays - 1)}T23:59:59+09:00` }]
  const first = minutesOf(cell(row, 'first'))
  const last = row['last'] === '' ? first : minutesOf(cell(row, 'last'))
  const length = Number(row['length'])
  const starts = Array.from({ length: (last - first) / length + 1 }, (_, index) => first + index * length)
  return date =>
    starts.map(start => ({ startsAt: dateTime(date, start), endsAt: dateTime(date, start + length) }))
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function dateTime(date: IsoDate, minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${date}T${hour}:${String(minutes % 60).padStart(2, '0')}:00+09:00`
}
