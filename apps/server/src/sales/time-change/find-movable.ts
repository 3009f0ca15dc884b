import type { UnitsBySpan } from '@kippu/domain/stock/grant'
import { sql } from 'kysely'

import { inPlace, type Placed } from '../../platform/db/asked.ts'
import { fixed } from '../../platform/db/fixed.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import {
  CHANGE_FACTS,
  type ChangeFacts,
  changeFactsOf,
  factsForStaff,
  type ChangeFactsRow,
} from '../../tickets/change-facts.ts'
import { PAID_YEN } from '../../tickets/paid-yen.ts'
import { reservationsByToken } from '../../tickets/reservation-tables.ts'
import { type AskedOrder, IS_CHANGE_UNDER_WAY, ORDER_COLUMNS } from '../../orders/life/find-order.ts'
import {
  PAYABLE_COLUMNS,
  payableOf,
  type PayableOrder,
  type PayableRow,
} from '../../orders/life/payable-order.ts'

/** A ticket that admits somebody. */
export interface LiveTicket {
  readonly type: string
  readonly productId: number
  readonly timeSpanId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** The price, in yen. */
  readonly price: number
}

interface NumberedTicket extends LiveTicket {
  readonly number: number
  readonly codeVersion: number
}

/** A reservation and all that a change of its time is judged and priced by. */
export interface Movable {
  readonly reservationId: string
  /** The newest completed order of the reservation. */
  readonly bought: PayableOrder
  readonly tickets: readonly NumberedTicket[]
  /** The yen that are paid and were not given back. */
  readonly paid: number
  readonly facts: ChangeFacts
  /** The terms of the reseller that sold it, where it is moved by them. */
  readonly contract?: SoldByContract
  /** The change that is under way, if any. */
  readonly underWay: ChangeUnderWay | undefined
  /** The units that that change holds of each time span. */
  readonly held: UnitsBySpan
}

/** A reseller owes for a visit by contract, and for a change of it. */
export interface SoldByContract {
  /** The reseller in the books. */
  readonly account: string
  /** Yen that it owes for a ticket of a kind, of what the house asks itself. */
  readonly priceOf: (optionValueId: number, retail: number) => number
}

/** A visit as the staff move it: later than its buyer may, and one that a reseller sold by its contract. */
export function movedByHouse(found: Movable, contract: SoldByContract | undefined): Movable {
  const facts = factsForStaff(found.facts)
  if (contract === undefined) return { ...found, facts }
  const { visit, terms, isCalledOff } = facts
  return {
    ...found,
    contract,
    facts: { visit: { ...visit, channel: null }, terms: { ...terms, givesBack: true }, isCalledOff },
  }
}

export interface ChangeUnderWay {
  readonly id: string
  readonly version: number
  readonly hasEnded: boolean
}

interface MovableRow extends Placed, PayableRow {
  readonly reservation_id: string
  readonly tickets: readonly NumberedTicket[]
  readonly paid: number
  readonly change: ChangeFactsRow
  readonly under_way:
    | (ChangeUnderWay & { readonly held: ReadonlyArray<readonly [span: number, units: number]> })
    | null
}

const TICKETS = sql`(
  select coalesce(json_agg(json_build_object(
           'number', t.id, 'type', t.type, 'productId', t.product_id, 'timeSpanId', t.time_span_id,
           'optionValueId', t.option_value_id, 'price', t.price, 'codeVersion', t.code_version) order by t.id), '[]')
    from tickets t where t.reservation_id = reservation.id and t.revoked_at is null)`

// A change that is being paid never ends by itself.
const UNDER_WAY = sql`(
  select json_build_object(
           'id', id, 'version', version, 'hasEnded', status = 'ready_checkout' and expires_at <= now(),
           'held', (select coalesce(json_agg(json_build_array(time_span_id, units) order by time_span_id), '[]')
                      from holds where order_id = change.id))
    from orders change where change.replaces = reservation.id and ${IS_CHANGE_UNDER_WAY})`

const COLUMNS = fixed(sql`${ORDER_COLUMNS}, ${PAYABLE_COLUMNS},
           ${TICKETS} as tickets, ${PAID_YEN} as paid, ${CHANGE_FACTS} as change, ${UNDER_WAY} as under_way`)

/** The reservation of a site that a token opens. */
export const movableByToken: GroupedRead<AskedOrder, Movable | undefined> = grouped(findMovables)

/** As {@link movableByToken}, inside of a transaction. @throws when what was found is not as it must be. */
export async function findMovable(read: Read, asked: AskedOrder): Promise<Movable | undefined> {
  const [found] = await findMovables(read, [asked])
  if (found instanceof Error) throw found
  return found
}

async function findMovables(
  read: Read,
  asked: readonly AskedOrder[],
): Promise<Array<Movable | Error | undefined>> {
  const questions = asked.map(one => ({ ...one, lang: undefined }))
  const { rows } = await sql<MovableRow>`
    select asked.place::integer as place, reservation.id as reservation_id, ${COLUMNS}
      from ${reservationsByToken(questions)}`.execute(read)
  return inPlace(asked, rows).map(row => tried(() => row && movableOf(row)))
}

function movableOf(row: MovableRow): Movable {
  const { under_way: underWay } = row
  return {
    reservationId: row.reservation_id,
    bought: payableOf(row),
    tickets: row.tickets,
    paid: row.paid,
    facts: changeFactsOf(row.change),
    underWay: underWay ?? undefined,
    held: new Map(underWay?.held ?? []),
  }
}

/** Units of each time span that are free for this visit alone: the change under way holds them. What has ended counts as free already. */
export function ownUnitsOf({ underWay, held }: Pick<Movable, 'underWay' | 'held'>): UnitsBySpan {
  return underWay?.hasEnded === false ? held : new Map()
}
