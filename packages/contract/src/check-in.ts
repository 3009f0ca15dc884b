import { CHECK_IN_STATUSES, SCAN_MODES } from '@kippu/domain/check-in/judge-entry'
import { TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { call } from './call.ts'
import { ticket } from './reservations.ts'
import { askedLanguage, jstDateTime, rowId, storableText, uuid } from './shapes.ts'

/** People of one party who check in together at most. */
const MOST_TOGETHER = 100

const type = v.pipe(v.picklist(TICKET_TYPES), v.description('What kind of ticket the number is of.'))

export const readTicket = call({
  method: 'GET',
  path: '/api/v1/tickets/{reservation_token}/{id}',
  summary: 'Read a ticket at the gate',
  description:
    'One ticket as its holder’s telephone shows it at a gate. Its status is that of this moment: `available` within its time alone.',
  query: v.strictObject({ type, lang: askedLanguage }),
  response: v.object({
    ticket: v.pipe(ticket, v.description('The ticket.')),
    scan_mode: v.pipe(
      v.picklist(SCAN_MODES),
      v.description('How this visitor checks in: by the QR code of a gate, or by the code of the day.'),
    ),
    admits_from: v.pipe(jstDateTime, v.description('From when it admits.')),
    admits_until: v.pipe(jstDateTime, v.description('Until when it admits, included.')),
    party: v.pipe(
      v.array(ticket),
      v.description('Tickets of the same reservation, time and kind that can go along now, this one first.'),
    ),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'ticket not found'],
  // The screen itself says that there is no such ticket, or no connection.
  silent: true,
})

const checkInStatus = v.pipe(v.picklist(CHECK_IN_STATUSES), v.title('CheckInStatus'))

export const checkIn = call({
  method: 'POST',
  path: '/api/v1/tickets/{reservation_token}/{id}/checkin',
  summary: 'Check in by oneself',
  description:
    'Lets the holder of a ticket in, and others of the party. With `read_qr` they have read the QR code of a gate; with `tap_ticket` they have typed the code of the day that the house shows. `invalid_request` names `gate_code` or `presence_code` where it is not one of this house now, and `mode` where the product does not permit it. The same `scan_id` gets the same answer again.',
  body: v.strictObject({
    type,
    mode: v.pipe(v.picklist(SCAN_MODES), v.description('How the visitor checks in.')),
    gate_code: v.optional(
      v.pipe(storableText, v.maxLength(100), v.description('The content of the QR code of a gate.')),
    ),
    presence_code: v.optional(
      v.pipe(storableText, v.maxLength(20), v.description('The six digits of the day that the house shows.')),
    ),
    ids: v.optional(
      v.pipe(
        v.array(rowId),
        v.minLength(1),
        v.maxLength(MOST_TOGETHER),
        v.description(
          'Numbers of the tickets of the party that check in together; without it this one alone.',
        ),
      ),
    ),
    scan_id: v.optional(
      v.pipe(
        uuid,
        v.description('A UUID that the caller makes up: the same one gets the same answer again.'),
      ),
    ),
  }),
  response: v.object({
    status: v.pipe(checkInStatus, v.description('`success` where at least one was let in.')),
    checked_in_at: v.pipe(
      v.nullable(jstDateTime),
      v.description('When; of the check-in before where the ticket is used; else null.'),
    ),
    tickets: v.pipe(
      v.array(
        v.object({
          id: v.pipe(rowId, v.description('The number of the ticket inside its reservation.')),
          status: v.pipe(checkInStatus, v.description('Whether the ticket admits now.')),
        }),
      ),
      v.description('Tickets.'),
    ),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'ticket not found'],
  // The screen itself says what is wrong, and sends a lost one again: nothing covers that button.
  silent: true,
})

export const readTicketCodes = call({
  method: 'GET',
  path: '/api/v1/ticketcodes/{reservation_token}',
  summary: 'Read the next codes of tickets',
  description:
    'Codes that change every half minute, for the next minutes, where the site asks for that; else none. Each holds from `from` on until the next one.',
  response: v.array(
    v.object({
      id: v.pipe(rowId, v.description('The number of the ticket inside its reservation.')),
      codes: v.pipe(
        v.array(
          v.object({
            from: v.pipe(jstDateTime, v.description('When it begins, included.')),
            code: v.pipe(v.string(), v.description('A code.')),
          }),
        ),
        v.description('The next codes, each valid until the next one begins.'),
      ),
    }),
  ),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // The page keeps what it has, and falls back to the code that does not change.
  silent: true,
})
