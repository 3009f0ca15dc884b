import { CHECK_IN_STATUSES, SCAN_MODES } from '@kippu/domain/check-in/judge-entry'
import { TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { call } from './call.ts'
import { ticket } from './reservations.ts'
import { askedLanguage, jstDateTime, rowId, storableText, uuid } from './shapes.ts'

/** People of one party who check in together at most. */
const MOST_TOGETHER = 100

const type = v.picklist(TICKET_TYPES)

/**
 * One ticket as its holder's phone shows it at a gate (E-03). Its status is that of this moment: `available` within its time alone.
 */
export const readTicket = call({
  method: 'GET',
  path: '/api/v1/tickets/{reservation_token}/{id}',
  summary: 'Read a ticket at the gate',
  query: v.strictObject({ type, lang: askedLanguage }),
  response: v.object({
    ticket,
    /** How this visitor checks in: at the QR code of a gate, or by the code of the day (R-4.04–06). */
    scan_mode: v.picklist(SCAN_MODES),
    /** From when to when it admits, both included (S-9.05). */
    admits_from: jstDateTime,
    admits_until: jstDateTime,
    /** Tickets of the same reservation, time and kind of ticket that can go along now, this one first. */
    party: v.array(ticket),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'ticket not found'],
  // The screen itself says that there is no such ticket, or no connection.
  silent: true,
})

const checkInStatus = v.picklist(CHECK_IN_STATUSES)

/**
 * A visitor checks in with their own phone (E-04, S-9.01–10). With `read_qr` they have read the QR code of a gate; with
 * `tap_ticket` they have typed the code of the day that the house shows. `invalid_request` names `gate_code` or `presence_code` where it
 * is not one of this house now, and `mode` where the product does not permit it. The same `scan_id` gets the same answer again.
 */
export const checkIn = call({
  method: 'POST',
  path: '/api/v1/tickets/{reservation_token}/{id}/checkin',
  summary: 'Check in by oneself',
  body: v.strictObject({
    type,
    mode: v.picklist(SCAN_MODES),
    gate_code: v.optional(v.pipe(storableText, v.maxLength(100))),
    /** Six digits. */
    presence_code: v.optional(v.pipe(storableText, v.maxLength(20))),
    /** Tickets of the party that check in together; without it this one alone. */
    ids: v.optional(v.pipe(v.array(rowId), v.minLength(1), v.maxLength(MOST_TOGETHER))),
    /** Made up by the browser, so that a lost answer costs nobody their entry. */
    scan_id: v.optional(uuid),
  }),
  response: v.object({
    /** `success` when at least one was let in. */
    status: checkInStatus,
    /** Of this check-in, or of the one before where the status is `used`; else null. */
    checked_in_at: v.nullable(jstDateTime),
    tickets: v.array(v.object({ id: rowId, status: checkInStatus })),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'ticket not found'],
  // The screen itself says what is wrong, and sends a lost one again: nothing covers that button.
  silent: true,
})

/**
 * Codes of the tickets of a reservation that change every half minute, for the next minutes, where the site asks for that; else none. Each
 * holds from `from` on until the next one.
 */
export const readTicketCodes = call({
  method: 'GET',
  path: '/api/v1/ticketcodes/{reservation_token}',
  summary: 'Read the next codes of tickets',
  response: v.array(
    v.object({ id: rowId, codes: v.array(v.object({ from: jstDateTime, code: v.string() })) }),
  ),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // The page keeps what it has, and falls back to the code that does not change.
  silent: true,
})
