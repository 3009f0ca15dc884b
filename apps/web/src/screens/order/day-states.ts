import type { DayStock } from '@kippu/contract/products'
import { dayStateFromStock, setProductsOn } from '@kippu/domain/calendar/day-state'
import type {
  DayState,
  RequiredSetProduct,
  SetProductStock,
  StockQuestion,
} from '@kippu/domain/calendar/day-state'
import type { IsoDate } from '@kippu/domain/jst-date'

import type { SavedOrder } from '../../session/pieces.ts'
import { withOwnHold } from '../../parts/choosing/choice/own-hold.ts'

export interface DayStatesQuestion extends Pick<StockQuestion, 'totalTickets' | 'timeChangeSetProductStock'> {
  readonly requiredSetProducts: readonly RequiredSetProduct[]
  /** The visitor's own order, whose units they may order again. */
  readonly held: SavedOrder | null
}

/**
 * The state of each day for a party with set products: the rules of `dayStateFromStock` for every day that has stock.
 */
export function dayStatesOf(
  stock: { readonly days: readonly DayStock[]; readonly setProducts: readonly SetProductStock[] },
  { held, ...question }: DayStatesQuestion,
): Readonly<Record<IsoDate, DayState>> {
  return Object.fromEntries(
    stock.days.map(day => [
      day.date,
      dayStateFromStock({
        ...question,
        day: withOwnHold(day, held),
        setProducts: setProductsOn(day.date, stock.setProducts),
      }),
    ]),
  )
}
