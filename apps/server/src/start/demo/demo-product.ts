import type { EntryPolicy } from '@kippu/domain/check-in/judge-entry'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { BookingType } from '@kippu/domain/states/ticket'
import type { SiteKey } from '@kippu/demo/registry'
import type { Localized } from '@kippu/sites/site'

/** A product of the demo catalogue with all its texts; money in yen. */
export interface DemoProduct {
  readonly siteKey: SiteKey
  /** Fixed, so that links to the demo keep working and a second seed finds the product again. */
  readonly uuid: string
  readonly saleType: BookingType
  /** Where it is another one than its booking type has usually. */
  readonly entryPolicy?: EntryPolicy
  /** Price of the first ticket type on an ordinary day. */
  readonly basePrice: number
  /** Added to the base price on Saturdays and Sundays. */
  readonly weekendExtra: number
  /** Minutes after its start for which a time slot is still sold. */
  readonly graceMinutes: number
  readonly imagePath: string
  readonly name: Localized
  readonly description: Localized
  readonly caution: Localized | null
  readonly namingRight: Localized | null
  readonly ticketTypes: readonly DemoOptionValue[]
  /** Groups of extras that may be ordered besides tickets, such as audio guides. */
  readonly extras: readonly DemoExtra[]
  /** The time spans of a day on which the venue is open. */
  readonly spansOf: (date: IsoDate) => readonly DemoSpan[]
  /** Tickets in a span of an ordinary day; above the low-stock threshold. */
  readonly capacity: number
}

/** A product that is bought together with a visit, never alone. */
export interface DemoSetProduct extends DemoProduct {
  /** UUIDs of the main products that it may be bought with. */
  readonly goesWith: readonly string[]
  /** Units that the venue proposes with one order. */
  readonly num: number
}

/** An option of type `extra`: each of its values has its own price. */
export interface DemoExtra {
  readonly name: Localized
  readonly values: readonly DemoOptionValue[]
}

/** One value of an option. */
export interface DemoOptionValue {
  readonly name: Localized
  /** For a ticket type: added to the base price of the day, negative for cheaper tickets. For an extra: its price. */
  readonly addCost: number
  readonly caution: Localized | null
}

/** Start and end as date-times in +09:00. */
export interface DemoSpan {
  readonly startsAt: string
  readonly endsAt: string
}
