import { type EntryWindow, isSameDay, isWithin } from './entry-window.ts'

/** How often a ticket admits within its time. */
export const ENTRY_POLICIES = ['once', 'daily', 'any'] as const
export type EntryPolicy = (typeof ENTRY_POLICIES)[number]

/** At the QR code of a gate, or by the code of the day. */
export const SCAN_MODES = ['read_qr', 'tap_ticket'] as const
export type ScanMode = (typeof SCAN_MODES)[number]

/** Into the house, or out of it. */
export const DIRECTIONS = ['in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The answers of a check-in. */
export const CHECK_IN_STATUSES = ['success', 'used', 'invalid_time', 'invalid'] as const
export type CheckInStatus = (typeof CHECK_IN_STATUSES)[number]

/** Why somebody is not let in, for the staff. */
export const REFUSAL_REASONS = [
  'already_in',
  'too_early',
  'too_late',
  /** It was moved, handed on or taken back: its holder has a newer code. */
  'older_code',
  'revoked',
  /** The code leads to no ticket of this site. */
  'unknown',
  /** It is signed, but not by this site. */
  'forged',
  /** It changes every half minute, and this one is older. */
  'expired_code',
  'not_inside',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Decided of one ticket. */
export type Judgement =
  | { readonly status: 'success' }
  | { readonly status: Exclude<CheckInStatus, 'success'>; readonly reason: RefusalReason }

/** The past of a ticket, in ms since 1970. */
export interface TicketPast {
  readonly lastInAt: number | null
  readonly lastOutAt: number | null
}

export interface EntryRules {
  readonly policy: EntryPolicy
  /** How long after an exit the same ticket may enter again; null where it may not. */
  readonly reentryMinutes: number | null
  readonly window: EntryWindow
}

interface Asked {
  readonly rules: EntryRules
  readonly past: TicketPast
  /** In ms since 1970. */
  readonly at: number
}

const MINUTE_MS = 60_000
/** A ticket that admits any time is not passed back over the barrier: it enters again after so long. */
const PASS_BACK_MS = MINUTE_MS

/** Whether a valid ticket lets somebody in now. The gate and a device without a connection judge by the same rules. */
export function judgeEntry({ rules, past, at }: Asked): Judgement {
  if (past.lastInAt !== null) {
    // Also after the end of the time: who was inside stays as long as they like.
    if (isBackInTime({ rules, past, at }, past.lastInAt)) return { status: 'success' }
    if (!maySeveral({ rules, at }, past.lastInAt)) return { status: 'used', reason: 'already_in' }
  }
  if (isWithin(rules.window, at)) return { status: 'success' }
  return { status: 'invalid_time', reason: at < rules.window.from ? 'too_early' : 'too_late' }
}

/** Whether somebody who is inside may be let out: at any hour. */
export function judgeExit({ past }: Pick<Asked, 'past'>): Judgement {
  return isInside(past) ? { status: 'success' } : { status: 'invalid', reason: 'not_inside' }
}

export function isInside({ lastInAt, lastOutAt }: TicketPast): boolean {
  return lastInAt !== null && (lastOutAt === null || lastOutAt < lastInAt)
}

function maySeveral({ rules, at }: Pick<Asked, 'rules' | 'at'>, lastInAt: number): boolean {
  switch (rules.policy) {
    case 'once':
      return false
    case 'daily':
      return !isSameDay(lastInAt, at)
    case 'any':
      return Math.abs(at - lastInAt) >= PASS_BACK_MS
  }
}

function isBackInTime(
  { rules: { reentryMinutes }, past: { lastOutAt }, at }: Asked,
  lastInAt: number,
): boolean {
  if (reentryMinutes === null || lastOutAt === null || lastOutAt < lastInAt) return false
  // An offline gate tells of entries that lie before an exit.
  return lastOutAt <= at && at <= lastOutAt + reentryMinutes * MINUTE_MS
}

/**
 * The status that comes first when a ticket is asked whether it is good now: a day ticket that entered is used for the
 * rest of the day.
 */
export function partyStatusOf(statuses: readonly CheckInStatus[]): CheckInStatus {
  return statuses.includes('success') ? 'success' : (statuses[0] ?? 'invalid')
}
