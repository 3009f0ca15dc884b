import {
  CHECK_IN_STATUSES,
  DIRECTIONS,
  ENTRY_POLICIES,
  REFUSAL_REASONS,
} from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

/** The data that a device of the staff keeps, as its database has it. Times are ms since 1970. */

const reason = v.nullable(v.picklist(REFUSAL_REASONS))
const moment = v.nullable(v.number())

/** The name of this device, until the store says that it is not enrolled. */
export const keptDevice = v.object({
  key: v.string(),
  deviceName: v.string(),
  gateName: v.string(),
})
export type KeptDevice = v.InferOutput<typeof keptDevice>

const product = v.object({
  id: v.number(),
  name: v.string(),
  bookingType: v.picklist(BOOKING_TYPES),
  entryPolicy: v.picklist(ENTRY_POLICIES),
  reentryMinutes: v.nullable(v.number()),
  kinds: v.array(v.object({ id: v.number(), name: v.string(), needsProof: v.boolean() })),
})

/** All that is needed to decide without the store, except the tickets that something happened to. */
export const keptLists = v.object({
  siteKey: v.string(),
  cursor: v.string(),
  /** When the store wrote the newest answer, by its clock. */
  asOf: v.number(),
  /** When this device asked for it, by its own clock: what the store had answered before is in these lists. */
  askedAt: v.number(),
  /** The day, in Tokyo, of the last answer that was whole. */
  day: v.string(),
  lang: v.string(),
  keys: v.array(v.object({ number: v.number(), publicKey: v.string() })),
  rotating: v.boolean(),
  earlyMinutes: v.number(),
  products: v.array(product),
})
export type KeptLists = v.InferOutput<typeof keptLists>

/** A ticket with a newer code, an entry or an exit, or whose money went back. */
export const keptTicket = v.object({
  uid: v.string(),
  version: v.number(),
  revoked: v.boolean(),
  lastInAt: moment,
  lastOutAt: moment,
})
export type KeptTicket = v.InferOutput<typeof keptTicket>

/** A scan of this device: one that was decided here, or one that the store decided and the lists do not have yet. */
export const keptScan = v.object({
  /** Counts up: the oldest is told first. Given by the database. */
  seq: v.optional(v.number()),
  scanId: v.string(),
  siteKey: v.string(),
  /** The id of the ticket; absent where the code leads to none. */
  uid: v.optional(v.string()),
  /** The name of the ticket: for the list of what the store decided otherwise. */
  name: v.string(),
  direction: v.picklist(DIRECTIONS),
  at: v.number(),
  /** As it was read; empty once the store has had it. */
  code: v.string(),
  status: v.picklist(CHECK_IN_STATUSES),
  reason,
  /** The ticket's past before the scan: an undone scan leaves it like that. */
  before: v.object({ lastInAt: moment, lastOutAt: moment }),
  undone: v.nullable(v.string()),
  /** When the store had answered it, by the clock of the device; null while it has to be reported. */
  answeredAt: moment,
  /** 1 while the store has to be told something; absent otherwise, so that an index finds the others alone. */
  waiting: v.optional(v.literal(1)),
})
export type KeptScan = v.InferOutput<typeof keptScan>

/** A scan that the store would have decided otherwise, or whose undoing came too late. */
export const keptConflict = v.object({
  scanId: v.string(),
  at: v.number(),
  name: v.string(),
  direction: v.picklist(DIRECTIONS),
  /** The decision of this device, and the one of the store. */
  status: v.picklist(CHECK_IN_STATUSES),
  storeStatus: v.picklist(CHECK_IN_STATUSES),
  storeReason: reason,
  /** `decided`: the store would have decided otherwise; `not_undone`: it could not undo; `unread`: it could not read the scan. */
  kind: v.picklist(['decided', 'not_undone', 'unread']),
})
export type KeptConflict = v.InferOutput<typeof keptConflict>
