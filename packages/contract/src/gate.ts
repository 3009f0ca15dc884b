import { CHECK_IN_STATUSES, DIRECTIONS, REFUSAL_REASONS } from '@kippu/domain/check-in/judge-entry'
import { SALES_CHANNELS, TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { type Answer, call } from './call.ts'
import {
  admission,
  day,
  productName,
  reservationNumber,
  saleType,
  shownName,
  timeSpanId,
  visitFrom,
  visitTo,
} from './fields.ts'
import { askedLanguage, jstDateTime, jstMoment, language, rowId, storableText, uuid } from './shapes.ts'

/** Scans that one report names at most: with the longest codes it stays below the largest body. */
export const MOST_REPORTED = 100
/** Rows of one answer of the door list. */
export const MOST_LISTED = 200
/** For how long a scan can be undone, in seconds. */
export const UNDO_SECONDS = 60

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const scanId = v.pipe(
  uuid,
  v.description('A UUID that the caller makes up: the same one gets the same answer again.'),
)
const direction = v.pipe(v.picklist(DIRECTIONS), v.description('Into the house, or out of it.'))
const checkInStatus = v.pipe(v.picklist(CHECK_IN_STATUSES), v.title('CheckInStatus'))
const reason = v.pipe(
  v.picklist(REFUSAL_REASONS),
  v.description('Why a scan lets nobody in.'),
  v.title('RefusalReason'),
)

const refusalCount = v.pipe(
  v.object({ reason, count: v.pipe(count, v.description('How many scans.')) }),
  v.title('RefusalCount'),
)

const device = v.pipe(
  v.object({
    device_name: v.pipe(v.string(), v.description('The name of the device.')),
    gate_name: v.pipe(v.string(), v.description('The name of the gate.')),
    site_name: v.pipe(v.string(), v.description('The name of the site.')),
    lang: v.pipe(
      language,
      v.description(
        'The language of the staff’s screens unless they choose another: the default of the site.',
      ),
    ),
  }),
  v.title('GateDevice'),
)
export type GateDevice = v.InferOutput<typeof device>

export const enrolDevice = call({
  method: 'POST',
  path: '/api/v1/gate/devices',
  summary: 'Enrol a device of the staff',
  description:
    'Makes a device of the staff one of the gate’s, once and within minutes, by the code that `kippu gates enrol` shows.',
  body: v.strictObject({
    enrolment_token: v.pipe(
      storableText,
      v.maxLength(100),
      v.description('The code that the house shows for the enrolment.'),
    ),
  }),
  response: v.object({
    device_key: v.pipe(
      v.string(),
      v.description('The key of the device, for `Authorization: Bearer`. It is told once.'),
    ),
    device: v.pipe(device, v.description('The device.')),
  }),
  status: 201,
  errors: ['record not found'],
  // The screen itself says that the code is used or too old.
  ignoredStatuses: [404],
})

export const readDevice = call({
  method: 'GET',
  path: '/api/v1/gate/device',
  summary: 'Read which device this is',
  description: 'Which device this is. A revoked one gets `device not enrolled` from every call.',
  device: true,
  response: device,
  status: 200,
  errors: ['device not enrolled'],
  ignoredStatuses: [401],
})

/** When somebody went in and out with it, before this. */
const moves = {
  last_in_at: v.pipe(
    v.nullable(jstDateTime),
    v.description('The newest entry before; null where there is none.'),
  ),
  last_out_at: v.pipe(
    v.nullable(jstDateTime),
    v.description('The newest exit before; null where there is none.'),
  ),
}

const gateTicket = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the ticket inside its reservation.')),
    type: v.pipe(v.picklist(TICKET_TYPES), v.description('What kind it is.')),
    status: v.pipe(checkInStatus, v.description('Whether the ticket admits now.')),
    reason: v.pipe(v.nullable(reason), v.description('Why it is not let in; null on a success.')),
    option_name: v.pipe(
      v.string(),
      v.description('The kind of ticket: adult, child. Empty for a set product.'),
    ),
    needs_proof: v.pipe(
      v.boolean(),
      v.description('Whether the kind is shown together with a proof of it: an age, a card.'),
    ),
    product_name: productName,
    reservation_from: visitFrom,
    reservation_to: visitTo,
    booking_type: saleType,
    ...moves,
  }),
  v.title('GateTicket'),
)
export type GateTicket = v.InferOutput<typeof gateTicket>

const scanAnswer = v.pipe(
  v.object({
    scan_id: scanId,
    status: v.pipe(
      checkInStatus,
      v.description('`success` where at least one of the tickets was let in, or out.'),
    ),
    reason: v.pipe(v.nullable(reason), v.description('Why nobody was let in; null on a success.')),
    at: v.pipe(jstDateTime, v.description('When it happened.')),
    tickets: v.pipe(
      v.array(gateTicket),
      v.description('The tickets of the code; none where it leads to no ticket of this site.'),
    ),
  }),
  v.title('ScanAnswer'),
)
export type ScanAnswer = v.InferOutput<typeof scanAnswer>

export const scanTicket = call({
  method: 'POST',
  path: '/api/v1/gate/scans',
  summary: 'Scan a ticket',
  description:
    'Scans the code of a ticket, signed or plain, or of a party, or the eight letters that somebody reads out; or admits tickets of the door list by hand. The same `scan_id` gets the same answer again, so that a lost answer costs nobody their entry.',
  device: true,
  query: v.strictObject({ lang: askedLanguage }),
  body: v.pipe(
    v.strictObject({
      scan_id: scanId,
      direction,
      code: v.optional(
        v.pipe(
          storableText,
          v.maxLength(400),
          v.description('What was read: the code of a ticket or a party, or the eight letters.'),
        ),
      ),
      reservation_number: v.optional(
        v.pipe(
          storableText,
          v.maxLength(40),
          v.description('Of the door list, together with `ids`; instead of `code`.'),
        ),
      ),
      ids: v.optional(
        v.pipe(
          v.array(rowId),
          v.minLength(1),
          v.maxLength(100),
          v.description('Numbers of the tickets inside the reservation.'),
        ),
      ),
    }),
    v.check(
      ({ code, reservation_number: number, ids }) =>
        code === undefined
          ? number !== undefined && ids !== undefined
          : number === undefined && ids === undefined,
      'one_choice',
    ),
  ),
  response: scanAnswer,
  status: 200,
  errors: ['device not enrolled'],
  timeoutSeconds: 5,
  ignoredStatuses: [401],
})

export const undoScan = call({
  method: 'POST',
  path: '/api/v1/gate/scans/{scan_id}/undo',
  summary: 'Undo a scan',
  description: 'Undoes an entry or an exit of this site within a minute: the ticket is as it was before.',
  device: true,
  body: v.strictObject({
    reason: v.pipe(
      storableText,
      v.trim(),
      v.minLength(1),
      v.maxLength(200),
      v.description('Why it is undone, in the words of the staff.'),
    ),
  }),
  response: v.object({ undone: v.pipe(v.literal(true), v.description('Always true.')) }),
  status: 200,
  errors: ['device not enrolled', 'record not found', 'scan can no longer be undone'],
  ignoredStatuses: [400, 401, 404],
})

const reportedScan = v.pipe(
  v.strictObject({
    scan_id: scanId,
    direction,
    at: v.pipe(jstMoment, v.description('When the device saw it.')),
    code: v.pipe(storableText, v.maxLength(400), v.description('As it was read.')),
    status: v.pipe(checkInStatus, v.description('What the device decided.')),
    reason: v.pipe(v.nullable(reason), v.description('Why it was not let in; null on a success.')),
    undone_reason: v.pipe(
      v.nullable(v.pipe(storableText, v.maxLength(200))),
      v.description('Why the staff undid it there; null where they did not.'),
    ),
  }),
  v.title('ReportedScan'),
)
export type ReportedScan = v.InferOutput<typeof reportedScan>

export const reportScans = call({
  method: 'POST',
  path: '/api/v1/gate/reports',
  summary: 'Report what an offline gate did',
  description:
    'A device that was offline tells what it did, the oldest first. Each scan is kept once, however often it is told; one that should not have been let in is kept with the reason, for it has happened.',
  device: true,
  body: v.strictObject({
    scans: v.pipe(
      v.array(reportedScan),
      v.minLength(1),
      v.maxLength(MOST_REPORTED),
      v.description('What the device did, the oldest first; at most 100.'),
    ),
  }),
  response: v.array(
    v.object({
      scan_id: scanId,
      status: v.pipe(
        checkInStatus,
        v.description(
          'What the store would have decided: where it differs from the device’s, somebody entered who should not have, or was sent away.',
        ),
      ),
      reason: v.pipe(v.nullable(reason), v.description('Why it was not let in; null on a success.')),
    }),
  ),
  status: 200,
  errors: ['device not enrolled'],
  silent: true,
})

export const readOfflineGate = call({
  method: 'GET',
  path: '/api/v1/gate/offline',
  summary: 'Read what a gate needs offline',
  description:
    'All that a gate needs to decide without the store, of today and tomorrow. Bytes are base64url.',
  device: true,
  query: v.strictObject({
    since: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,16}$/, 'cursor'),
        v.description(
          'The cursor of an answer before: only what changed since then is answered. Without it, everything.',
        ),
      ),
    ),
    lang: askedLanguage,
  }),
  response: v.object({
    site_key: v.pipe(v.string(), v.description('The site.')),
    cursor: v.pipe(v.string(), v.description('Of this answer, to be sent as `since` with the next call.')),
    as_of: v.pipe(jstDateTime, v.description('The moment that the answer is of.')),
    keys: v.pipe(
      v.array(
        v.object({
          number: v.pipe(v.number(), v.description('The number of the key, as the codes name it.')),
          public_key: v.pipe(v.string(), v.description('Ed25519, base64url.')),
        }),
      ),
      v.description('Public keys by which the codes of tickets are checked.'),
    ),
    rotating: v.pipe(v.boolean(), v.description('Whether codes that do not change are refused offline.')),
    early_minutes: v.pipe(count, v.description('Minutes before its time from which a ticket admits.')),
    products: v.pipe(
      v.array(
        v.object({
          id: v.pipe(rowId, v.description('The number of the product.')),
          name: shownName,
          booking_type: saleType,
          entry_policy: admission.entry_policy,
          reentry_minutes: admission.reentry_minutes,
          kinds: v.pipe(
            v.array(
              v.object({
                id: v.pipe(rowId, v.description('The number of the kind.')),
                name: shownName,
                needs_proof: v.pipe(
                  v.boolean(),
                  v.description('Whether the kind is shown together with a proof of it: an age, a card.'),
                ),
              }),
            ),
            v.description('The kinds of tickets.'),
          ),
        }),
      ),
      v.description('Products.'),
    ),
    tickets: v.pipe(
      v.array(
        v.object({
          uid: v.pipe(uuid, v.description('The ticket, for ever.')),
          version: v.pipe(count, v.description('Codes of an earlier version are refused.')),
          revoked: v.pipe(v.boolean(), v.description('Whether the ticket admits nobody any more.')),
          ...moves,
        }),
      ),
      v.description('Tickets with a newer code, an entry or an exit, or whose money went back.'),
    ),
  }),
  status: 200,
  errors: ['device not enrolled'],
  silent: true,
})
export type OfflineGate = Answer<typeof readOfflineGate>

const doorListRow = v.pipe(
  v.object({
    reservation_number: reservationNumber,
    buyer_name: v.pipe(
      v.string(),
      v.description('As the buyer wrote it; empty where the site asks for none.'),
    ),
    tickets: v.pipe(v.array(gateTicket), v.description('Tickets.')),
  }),
  v.title('DoorListRow'),
)
export type DoorListRow = v.InferOutput<typeof doorListRow>

export const readDoorList = call({
  method: 'GET',
  path: '/api/v1/gate/doorlist',
  summary: 'Read who is expected',
  description: 'Who is expected in a time span, by reservation number, a page at a time.',
  device: true,
  query: v.strictObject({
    time_span_id: v.pipe(
      v.string(),
      v.description('The time span.'),
      v.regex(/^\d{1,10}$/, 'number'),
      v.transform(Number),
      rowId,
    ),
    q: v.optional(
      v.pipe(
        storableText,
        v.maxLength(100),
        v.description('A part of the buyer’s name or of the reservation number.'),
      ),
    ),
    after: v.optional(
      v.pipe(
        storableText,
        v.maxLength(40),
        v.description('The last reservation number of the page before; without it, the first page.'),
      ),
    ),
    lang: askedLanguage,
  }),
  response: v.object({
    rows: v.pipe(v.array(doorListRow), v.description('Reservations, by number.')),
    has_more: v.pipe(v.boolean(), v.description('Whether there is a further page.')),
  }),
  status: 200,
  errors: ['device not enrolled', 'record not found'],
  ignoredStatuses: [401],
})

const slotArrivals = v.pipe(
  v.object({
    time_span_id: timeSpanId,
    product_name: productName,
    product_type: v.pipe(
      v.picklist(['main', 'set']),
      v.description('A product of its own, or one that is bought with another.'),
    ),
    booking_type: saleType,
    from: v.pipe(jstDateTime, v.description('When it begins, included.')),
    to: v.pipe(jstDateTime, v.description('When it ends.')),
    expected: v.pipe(count, v.description('Tickets that admit, or did.')),
    arrived: v.pipe(count, v.description('Of these, who entered at least once.')),
    inside: v.pipe(count, v.description('Who is inside now: entered, and not out again.')),
    no_shows: v.pipe(
      v.nullable(count),
      v.description('Who did not come, once the time is over; null before.'),
    ),
    // A program of the release before does not say it.
    channels: v.optional(
      v.pipe(
        v.array(
          v.object({
            channel: v.pipe(v.picklist(SALES_CHANNELS), v.description('Where the tickets were sold.')),
            expected: v.pipe(count, v.description('Tickets that admit, or did.')),
            arrived: v.pipe(count, v.description('Of these, who entered at least once.')),
          }),
        ),
        v.description('Where these tickets were sold: of each channel, expected and arrived.'),
      ),
      [],
    ),
    refusals: v.pipe(v.array(refusalCount), v.description('Scans that let nobody in, by reason.')),
  }),
  v.title('SlotArrivals'),
)
export type SlotArrivals = v.InferOutput<typeof slotArrivals>

export const readArrivals = call({
  method: 'GET',
  path: '/api/v1/gate/arrivals',
  summary: 'Read the arrivals of a day',
  description: 'Who has come and who has not, for each time of a day, as it is now.',
  device: true,
  query: v.strictObject({ date: day, lang: askedLanguage }),
  response: v.object({
    slots: v.pipe(v.array(slotArrivals), v.description('The times of the day.')),
    other_refusals: v.pipe(
      v.array(refusalCount),
      v.description('Scans that lead to no ticket of the day, by reason.'),
    ),
    undone: v.pipe(
      count,
      v.description(
        'Entries that were undone: each may have let somebody in whose ticket is good once more.',
      ),
    ),
    wrongly_admitted: v.pipe(
      count,
      v.description('Scans of offline devices that should not have been let in.'),
    ),
  }),
  status: 200,
  errors: ['device not enrolled'],
  ignoredStatuses: [401],
})
