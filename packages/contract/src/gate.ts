import {
  CHECK_IN_STATUSES,
  DIRECTIONS,
  ENTRY_POLICIES,
  REFUSAL_REASONS,
} from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES, SALES_CHANNELS, TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { type Answer, call } from './call.ts'
import {
  askedLanguage,
  isoDate,
  jstDateTime,
  jstMoment,
  language,
  rowId,
  storableText,
  uuid,
} from './shapes.ts'

/** Scans that one report names at most: with the longest codes it stays below the largest body. */
export const MOST_REPORTED = 100
/** Rows of one answer of the door list. */
export const MOST_LISTED = 200
/** For how long a scan can be undone, in seconds. */
export const UNDO_SECONDS = 60

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const checkInStatus = v.picklist(CHECK_IN_STATUSES)
const reason = v.picklist(REFUSAL_REASONS)

const device = v.object({
  device_name: v.string(),
  gate_name: v.string(),
  site_name: v.string(),
  /** What the staff's screens are shown in unless they choose: the site's default. */
  lang: language,
})
export type GateDevice = v.InferOutput<typeof device>

/**
 * A device of the staff becomes one of the gate's, once and within minutes, by the code that `kippu gates enrol` shows. It then sends
 * its key with every call of the gate, as `Authorization: Bearer`.
 */
export const enrolDevice = call({
  method: 'POST',
  path: '/api/v1/gate/devices',
  summary: 'Enrol a device of the staff',
  body: v.strictObject({ enrolment_token: v.pipe(storableText, v.maxLength(100)) }),
  response: v.object({ device_key: v.string(), device }),
  status: 201,
  errors: ['record not found'],
  // The screen itself says that the code is used or too old.
  ignoredStatuses: [404],
})

/** Which device this is. A revoked one gets `device not enrolled` from this and every other call of the gate. */
export const readDevice = call({
  method: 'GET',
  path: '/api/v1/gate/device',
  summary: 'Read which device this is',
  device: true,
  response: device,
  status: 200,
  errors: ['device not enrolled'],
  ignoredStatuses: [401],
})

const gateTicket = v.object({
  /** Number inside the reservation. */
  id: rowId,
  type: v.picklist(TICKET_TYPES),
  status: checkInStatus,
  /** Why it is not let in; null on a success. */
  reason: v.nullable(reason),
  /** The kind: adult, child. Empty on a set product. */
  option_name: v.string(),
  /** The kind is shown together with a proof of it: an age, a card. */
  needs_proof: v.boolean(),
  product_name: v.string(),
  reservation_from: jstDateTime,
  reservation_to: jstDateTime,
  booking_type: v.picklist(BOOKING_TYPES),
  /** The newest entry and exit before this scan. */
  last_in_at: v.nullable(jstDateTime),
  last_out_at: v.nullable(jstDateTime),
})
export type GateTicket = v.InferOutput<typeof gateTicket>

const scanAnswer = v.object({
  scan_id: uuid,
  /** `success` when at least one of the tickets was let in, or out. */
  status: checkInStatus,
  /** Why nobody was; null on a success. */
  reason: v.nullable(reason),
  at: jstDateTime,
  /** None where the code leads to no ticket of this site. */
  tickets: v.array(gateTicket),
})
export type ScanAnswer = v.InferOutput<typeof scanAnswer>

/**
 * The staff scan a code: of a ticket, signed or plain, of a whole party, or the eight letters that somebody reads out; or they admit
 * tickets of the door list by hand. The same `scan_id` gets the same answer again, so that a lost answer costs nobody their entry.
 */
export const scanTicket = call({
  method: 'POST',
  path: '/api/v1/gate/scans',
  summary: 'Scan a ticket',
  device: true,
  query: v.strictObject({ lang: askedLanguage }),
  body: v.pipe(
    v.strictObject({
      scan_id: uuid,
      direction: v.picklist(DIRECTIONS),
      code: v.optional(v.pipe(storableText, v.maxLength(400))),
      /** From the door list. */
      reservation_number: v.optional(v.pipe(storableText, v.maxLength(40))),
      ids: v.optional(v.pipe(v.array(rowId), v.minLength(1), v.maxLength(100))),
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

/** Undoes an entry or exit of this gate's site within a minute, with a reason: the ticket is as it was before. */
export const undoScan = call({
  method: 'POST',
  path: '/api/v1/gate/scans/{scan_id}/undo',
  summary: 'Undo a scan',
  device: true,
  body: v.strictObject({ reason: v.pipe(storableText, v.trim(), v.minLength(1), v.maxLength(200)) }),
  response: v.object({ undone: v.literal(true) }),
  status: 200,
  errors: ['device not enrolled', 'record not found', 'scan can no longer be undone'],
  ignoredStatuses: [400, 401, 404],
})

const reportedScan = v.strictObject({
  scan_id: uuid,
  direction: v.picklist(DIRECTIONS),
  /** When the device saw it. */
  at: jstMoment,
  /** As it was read. */
  code: v.pipe(storableText, v.maxLength(400)),
  /** What the device decided, and why. */
  status: checkInStatus,
  reason: v.nullable(reason),
  /** The staff undid it there, and why. */
  undone_reason: v.nullable(v.pipe(storableText, v.maxLength(200))),
})
export type ReportedScan = v.InferOutput<typeof reportedScan>

/**
 * A device that was offline tells what it did, oldest first. Each scan is kept once, however often it is told; one that should not have
 * been let in is kept with the reason, for it has happened.
 */
export const reportScans = call({
  method: 'POST',
  path: '/api/v1/gate/reports',
  summary: 'Report what an offline gate did',
  device: true,
  body: v.strictObject({
    scans: v.pipe(v.array(reportedScan), v.minLength(1), v.maxLength(MOST_REPORTED)),
  }),
  response: v.array(
    v.object({
      scan_id: uuid,
      /** What the store would have decided: where it differs from the device's, somebody entered who should not have, or was sent away. */
      status: checkInStatus,
      reason: v.nullable(reason),
    }),
  ),
  status: 200,
  errors: ['device not enrolled'],
  silent: true,
})

/** All that a gate needs to decide without the store, of today and tomorrow. Bytes are base64url. */
export const readOfflineGate = call({
  method: 'GET',
  path: '/api/v1/gate/offline',
  summary: 'Read what a gate needs offline',
  device: true,
  /** `since`: the cursor of an answer before; then only what changed. */
  query: v.strictObject({
    since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'cursor'))),
    lang: askedLanguage,
  }),
  response: v.object({
    site_key: v.string(),
    /** Of this answer, for the next one. */
    cursor: v.string(),
    as_of: jstDateTime,
    keys: v.array(v.object({ number: v.number(), public_key: v.string() })),
    /** Codes that do not change are refused offline. */
    rotating: v.boolean(),
    early_minutes: count,
    products: v.array(
      v.object({
        id: rowId,
        name: v.string(),
        booking_type: v.picklist(BOOKING_TYPES),
        entry_policy: v.picklist(ENTRY_POLICIES),
        reentry_minutes: v.nullable(count),
        kinds: v.array(v.object({ id: rowId, name: v.string(), needs_proof: v.boolean() })),
      }),
    ),
    /** Tickets with a newer code, an entry or an exit, or whose money went back. */
    tickets: v.array(
      v.object({
        uid: uuid,
        /** Codes of an earlier version are refused. */
        version: count,
        revoked: v.boolean(),
        last_in_at: v.nullable(jstDateTime),
        last_out_at: v.nullable(jstDateTime),
      }),
    ),
  }),
  status: 200,
  errors: ['device not enrolled'],
  silent: true,
})
export type OfflineGate = Answer<typeof readOfflineGate>

const doorListRow = v.object({
  reservation_number: v.string(),
  /** As the buyer wrote it; empty where the site asks for none. */
  buyer_name: v.string(),
  tickets: v.array(gateTicket),
})
export type DoorListRow = v.InferOutput<typeof doorListRow>

/** Who is expected in a time span, by reservation number; `q` is a part of the buyer's name or of the number. */
export const readDoorList = call({
  method: 'GET',
  path: '/api/v1/gate/doorlist',
  summary: 'Read who is expected',
  device: true,
  query: v.strictObject({
    time_span_id: v.pipe(v.string(), v.regex(/^\d{1,10}$/, 'number'), v.transform(Number), rowId),
    q: v.optional(v.pipe(storableText, v.maxLength(100))),
    /** The last reservation number of the page before. */
    after: v.optional(v.pipe(storableText, v.maxLength(40))),
    lang: askedLanguage,
  }),
  response: v.object({ rows: v.array(doorListRow), has_more: v.boolean() }),
  status: 200,
  errors: ['device not enrolled', 'record not found'],
  ignoredStatuses: [401],
})

const slotArrivals = v.object({
  time_span_id: rowId,
  product_name: v.string(),
  product_type: v.picklist(['main', 'set']),
  booking_type: v.picklist(BOOKING_TYPES),
  from: jstDateTime,
  to: jstDateTime,
  /** Tickets that admit, or did. */
  expected: count,
  /** Of these, who entered at least once. */
  arrived: count,
  /** Who is inside now: entered, and not out again. */
  inside: count,
  /** Who did not come, once the time is over; else null. */
  no_shows: v.nullable(count),
  /** Where these tickets were sold: of each channel, expected and arrived. A program of the release before does not say it. */
  channels: v.optional(
    v.array(v.object({ channel: v.picklist(SALES_CHANNELS), expected: count, arrived: count })),
    [],
  ),
  /** Scans that let nobody in, by reason. */
  refusals: v.array(v.object({ reason, count })),
})
export type SlotArrivals = v.InferOutput<typeof slotArrivals>

/** Who has come and who has not, for each time of a day, as it is now. */
export const readArrivals = call({
  method: 'GET',
  path: '/api/v1/gate/arrivals',
  summary: 'Read the arrivals of a day',
  device: true,
  query: v.strictObject({ date: isoDate, lang: askedLanguage }),
  response: v.object({
    slots: v.array(slotArrivals),
    /** Scans that lead to no ticket of the day, by reason. */
    other_refusals: v.array(v.object({ reason, count })),
    /** Entries that were undone: each may have let somebody in whose ticket is good once more. */
    undone: count,
    /** Scans of offline devices that should not have been let in. */
    wrongly_admitted: count,
  }),
  status: 200,
  errors: ['device not enrolled'],
  ignoredStatuses: [401],
})
