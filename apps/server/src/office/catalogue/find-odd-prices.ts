import { placeText } from './place-of.ts'
import { type OddPrice, oddPlace, type OddPrices, type Plan, type PlannedSheet } from './planned.ts'
import { days } from './sheets/days.ts'
import { optionValues } from './sheets/option-values.ts'
import { products } from './sheets/products.ts'
import { type Change, keyOf, numberOf, type Row, type Scope, type Sheet, textOf } from './sheets/sheet.ts'

const MOST_SHOWN = 20
const TIMES = 4

/** The prices that an import makes free, a quarter or less, or four times or more; also in small steps within a day. */
export function findOddPrices({ sheets, scope }: Pick<Plan, 'sheets' | 'scope'>): OddPrices {
  const first: OddPrice[] = []
  const [prices, places] = [new Set<number>(), new Set<string>()]
  let total = 0
  for (const { sheet, row, place, before, after } of oddRows({ sheets, scope })) {
    total += 1
    places.add(place)
    if (prices.size < MOST_SHOWN) prices.add(after)
    if (first.length < MOST_SHOWN)
      first.push({ sheet, row, place: placeText(sheet, scope, row), before, after })
  }
  return { total, first, prices: [...prices], places }
}

/** A row with a price that nobody means as a rule. */
export interface OddRow extends Prices {
  readonly sheet: Sheet
  readonly row: Row
  /** As {@link oddPlace} names it. */
  readonly place: string
}

export function* oddRows({ sheets, scope }: Pick<Plan, 'sheets' | 'scope'>): Generator<OddRow> {
  for (const { sheet, price, dayAgo } of pricedSheets(sheets, scope))
    for (const change of sheets.find(one => one.sheet === sheet)?.changes ?? []) {
      const { before: last, after } = change.after === null ? NO_PRICES : price(change, change.after)
      const row = change.after ?? []
      const before = isOdd(last, after) ? last : oddSince(dayAgo(row), last, after)
      if (before === undefined) continue
      const place = oddPlace(textOf(row[0]), sheet === days ? textOf(row[1]) : undefined)
      yield { sheet, row, place, before, after }
    }
}

/** Whether one of the prices is of a day that tickets are sold for. */
export function isOddWhereSold(
  { places }: Pick<OddPrices, 'places'>,
  { tickets }: { readonly tickets: ReadonlyArray<{ readonly product: string; readonly date: string }> },
): boolean {
  return tickets.some(
    ({ product, date }) => places.has(oddPlace(product)) || places.has(oddPlace(product, date)),
  )
}

interface Prices {
  /** Null: there was none to compare with. */
  readonly before: number | null
  readonly after: number
}

const NO_PRICES: Prices = { before: 0, after: 0 }

function isOdd(before: number | null, after: number): boolean {
  if (before === null) return after === 0
  return before !== after && (after === 0 || after * TIMES <= before || after >= before * TIMES)
}

/** The price of a day ago, where another step away from it makes it a quarter or less, or four times or more. */
function oddSince(dayAgo: number | undefined, last: number | null, after: number): number | undefined {
  if (dayAgo === undefined || last === null || !isOdd(dayAgo, after)) return undefined
  return after < dayAgo === after < last && after !== last ? dayAgo : undefined
}

interface PricedSheet {
  readonly sheet: Sheet
  readonly price: (change: Change, after: Row) => Prices
  /** Undefined where it has not been changed since. */
  readonly dayAgo: (row: Row) => number | undefined
}

function pricedSheets(
  sheets: readonly PlannedSheet[],
  { names, dayAgo = new Map() }: Scope,
): readonly PricedSheet[] {
  const recent = (sheet: Sheet, row: Row): number | undefined => dayAgo.get(priceKey(sheet, row))
  const former = new Map<string, number>()
  const added = new Set<string>()
  for (const { before, after } of sheets.find(({ sheet }) => sheet === products)?.changes ?? [])
    if (before !== null) former.set(textOf(before[0]), numberOf(before[PRICE]))
    else added.add(textOf(after?.[0]))
  const basePrice = (row: Row) => names.product(textOf(row[0]))?.basePrice ?? 0
  return [
    {
      sheet: products,
      price: ({ before }, after) => ({ before: priceAt(before, PRICE), after: numberOf(after[PRICE]) }),
      dayAgo: row => recent(products, row),
    },
    {
      // A day that is new is compared with its product.
      sheet: days,
      price: ({ before }, after) => ({
        before: priceAt(before, DAY_PRICE) ?? basePrice(after),
        after: numberOf(after[DAY_PRICE]),
      }),
      dayAgo: row => recent(days, row),
    },
    {
      sheet: optionValues,
      price: ({ before }, after) => {
        const cost = numberOf(after[ADD_COST])
        const base = basePrice(after)
        const old = former.get(textOf(after[0])) ?? base
        if (before === null) {
          // A kind that is new is compared with its product, unless that is new too.
          if (added.has(textOf(after[0]))) return NO_PRICES
          return { before: old === 0 ? null : old, after: Math.max(0, base + cost) }
        }
        return { before: old + numberOf(before[ADD_COST]), after: base + cost }
      },
      dayAgo: row => {
        const [cost, base] = [recent(optionValues, row), recent(products, row)]
        if (cost === undefined && base === undefined) return undefined
        return (base ?? former.get(textOf(row[0])) ?? basePrice(row)) + (cost ?? numberOf(row[ADD_COST]))
      },
    },
  ]
}

const PRICE = 4
const DAY_PRICE = 2
const ADD_COST = 3

/** The sheets with prices, and the place of the price in each. */
export const PRICED: ReadonlyArray<readonly [sheet: Sheet, price: number]> = [
  [products, PRICE],
  [days, DAY_PRICE],
  [optionValues, ADD_COST],
]

/** The name of a row in {@link Scope.dayAgo}. */
export function priceKey(sheet: Sheet, row: Row): string {
  return `${sheet.name}\t${keyOf(sheet, row)}`
}

function priceAt(row: Row | null, index: number): number | null {
  return row === null ? null : numberOf(row[index])
}
