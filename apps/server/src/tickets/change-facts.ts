import { jstDateOf, jstIso } from '@kippu/domain/jst-date'
import {
  type ChangeFault,
  changeEndWithCoupons,
  changeFaultOf,
  type ChangeTerms,
  changeTermsOf,
  type MovableVisit,
  TIME_CHANGE_OFFERS,
} from '@kippu/domain/time-change'
import type { ChangePermission } from '@kippu/contract/reservations'
import { sql } from 'kysely'
import * as v from 'valibot'

import { fixed } from '../platform/db/fixed.ts'
import { CHANGE_SETTINGS, IS_OPEN_CALLED_OFF, MOVES_UNTIL } from '../orders/life/change-end.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'

const offer = v.picklist(TIME_CHANGE_OFFERS)

/** The facts that {@link CHANGE_FACTS} selects. */
export interface ChangeFactsRow {
  readonly status: string
  readonly channel: string
  readonly offer: string
  readonly admissions: number
  readonly is_used: boolean
  readonly is_handed_on: boolean
  readonly has_method_discount: boolean
  readonly changes: number
  /** In seconds since 1970. */
  readonly starts_at: number
  readonly is_being_paid: boolean
  /** In seconds since 1970. */
  readonly moves_until: number | null
  /** The house has cancelled it. */
  readonly is_called_off: boolean
  readonly coupons_end_on: string | null
  /** Those whose key begins with `Time_Change_`. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The facts that decide whether a reservation may be moved, as a column of a statement with the tables of
 * `reservationsByToken`.
 */
export const CHANGE_FACTS = fixed(sql<ChangeFactsRow>`(
  select json_build_object(
    'status', reservation.status, 'channel', orders.channel, 'changes', reservation.token_generation,
    'offer', (select time_changes from products where products.id = orders.product_id),
    'admissions', count(*) filter (where type = 'gate' and revoked_at is null),
    'is_used', coalesce(bool_or(used_at is not null), false),
    'is_handed_on', coalesce(bool_or(handed_on_at is not null and revoked_at is null), false),
    'has_method_discount', orders.method_discount > 0,
    'starts_at', (select extract(epoch from starts_at)::float from time_spans where time_spans.id = orders.time_span_id),
    'is_being_paid', exists (
      select from orders change
       where change.replaces = reservation.id and change.kind = 'time_change'
         and change.status in ('payment_pending', 'payment_3ds')),
    'moves_until', ${MOVES_UNTIL},
    'is_called_off', ${IS_OPEN_CALLED_OFF},
    'coupons_end_on', (
      select min((select ends_on from coupons where coupons.id = u.coupon_id))::text from order_coupons u
       where u.order_id = orders.id),
    'settings', ${CHANGE_SETTINGS})
    from tickets where tickets.reservation_id = reservation.id)`)

/** A reservation that may or may not be moved, by the terms of its site. */
export interface ChangeFacts {
  readonly visit: MovableVisit
  readonly terms: ChangeTerms
  /** The house has cancelled it, and it stays as it is until somebody moves it or decides about it. */
  readonly isCalledOff: boolean
}

export function changeFactsOf(row: ChangeFactsRow): ChangeFacts {
  return {
    visit: {
      isActive: row.status === 'active' && row.admissions > 0,
      channel: row.channel,
      offer: v.parse(offer, row.offer),
      hasUsedTicket: row.is_used,
      hasTicketHandedOn: row.is_handed_on,
      hasMethodDiscount: row.has_method_discount,
      changes: row.changes,
      startsAtMs: row.starts_at * 1000,
      isBeingPaid: row.is_being_paid,
      movesUntilMs: row.moves_until === null ? null : row.moves_until * 1000,
      couponsEndOn: row.coupons_end_on,
    },
    terms: changeTermsOf(new Map(Object.entries(row.settings))),
    isCalledOff: row.is_called_off,
  }
}

/** Somebody who missed their visit asks at the desk in the days behind it. */
const STAFF_MS_AFTER = 7 * 24 * 3_600_000

/** The same for the staff, who may move where a buyer may not; what is used, handed on or being paid stays where it is. */
export function factsForStaff({ visit, ...others }: ChangeFacts): ChangeFacts {
  return {
    visit: { ...visit, movesUntilMs: Math.max(visit.movesUntilMs ?? 0, visit.startsAtMs + STAFF_MS_AFTER) },
    ...others,
  }
}

/** Why a reservation may not be moved at this moment, or null. */
export function changeFaultAt(
  { visit, terms }: Pick<ChangeFacts, 'visit' | 'terms'>,
  nowMs: number,
): ChangeFault | null {
  return changeFaultOf(visit, terms, { nowMs, today: jstDateOf(nowMs) })
}

/** Whether a reservation may be moved, as its page says it. */
export function changePermissionOf(facts: ChangeFacts, nowMs: number): ChangePermission {
  const reason = changeFaultAt(facts, nowMs)
  const isOffered = reason !== 'not_offered' && reason !== 'cancelled'
  return {
    allowed: reason === null,
    until: isOffered ? jstIso(changeEndWithCoupons(facts.visit, facts.terms)) : null,
    reason,
    ...(facts.isCalledOff && { called_off: true }),
  }
}

export type CannotChange = Refusal<
  | 'cannot change ticket'
  | 'cannot change ticket because payment method discount'
  | 'waiting time change exists'
  | 'time_change: expired coupon'
>

/** The answer to a visitor who wants to move a reservation that may not be moved. */
export function refuseChange(fault: ChangeFault): CannotChange {
  switch (fault) {
    case 'method_discount':
      return refuse('cannot change ticket because payment method discount')
    case 'being_paid':
      return refuse('waiting time change exists')
    case 'coupon_expired':
      return refuse('time_change: expired coupon')
    case 'cancelled':
    case 'not_offered':
    case 'used':
    case 'handed_on':
    case 'limit_reached':
    case 'past_deadline':
      return refuse('cannot change ticket', { stays: fault })
  }
}
