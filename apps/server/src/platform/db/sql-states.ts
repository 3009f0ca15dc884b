/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_TIMED_OUT = '55P03'
/** SQLSTATE of the transaction that the database aborted to end a deadlock. */
export const DEADLOCK = '40P01'
/** SQLSTATE of a prepared statement whose name the connection has already. */
export const PREPARED_ALREADY = '42P05'
const CONFLICTS = new Set(['40001', DEADLOCK])

/** SQLSTATE of a database error, '' for anything else. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether the database resolved a conflict of two transactions by ending this one: the same work may succeed at once. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlStateOf(error))
}

/** SQLSTATE of a row that others refer to. */
const REFERRED_TO = '23503'

/** Whether a row could not be removed, because something refers to it. */
export function isReferredTo(error: unknown): boolean {
  return sqlStateOf(error) === REFERRED_TO
}

/** SQLSTATE of a row that a check of its table refuses. */
const CHECK_BROKEN = '23514'

export function isCheckBroken(error: unknown): boolean {
  return sqlStateOf(error) === CHECK_BROKEN
}

/** SQLSTATE of a write for which the disk of the database has no room. */
const DISK_FULL = '53100'

export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === DISK_FULL
}

/** SQLSTATE of a statement that somebody cancelled, or that took too long. */
const CANCELLED = '57014'
/** SQLSTATE of a transaction that waited too long for its program: it stood still, or its connection did. */
const IDLE_TOO_LONG = '25P03'

/**
 * SQLSTATEs that mean that the server is unavailable, starting, stopping or full (53, 57P), or that it gave a statement up
 * because it took or waited too long. Of the connection class (08) only those that mean the same.
 */
const AWAY_STATES = new RegExp(
  `^(0800[01346]|53\\w{3}|57P\\w{2}|${CANCELLED}|${LOCK_TIMED_OUT}|${IDLE_TOO_LONG})$`,
)
/**
 * SQLSTATE of a protocol violation. Of the database it is a bug of ours, such as a statement with too many parameters; a
 * pooler says it of everything, above all of a database that it cannot reach.
 */
const PROTOCOL_VIOLATION = '08P01'
/** SQLSTATE of a write at a server that takes none: one that was just promoted, or that was the primary until now. */
const READ_ONLY = '25006'
/** SQLSTATE of what a server can't do, among it reading an unlogged table while it is a standby. */
const NOT_SUPPORTED = '0A000'
const AWAY_ERRORS = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** The messages of `pg` for a connection that ended or could not be opened; it gives them no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Too many wait for a statement, or others change the same rows all the time. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Whether the same work may succeed when it is repeated: the database was unavailable or slow, or resolved a conflict between two transactions. */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || isConflict(error)
}

/** SQLSTATEs of a wrong password or role (28), of a database that is not there (3D000), and of missing rights (42501). */
const SHUT_STATES = /^(28\w{3}|3D000|42501)$/

/** Whether the database answers, and keeps us out. */
export function isDatabaseShut(error: unknown): boolean {
  return SHUT_STATES.test(sqlStateOf(error))
}

/**
 * Whether the database could not be reached at all, or did not do in time what it was asked: the visitor is told to come again,
 * and nothing is wrong with the request.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true
  const state = sqlStateOf(error)
  if (AWAY_ERRORS.has(state) || AWAY_STATES.test(state) || isOfPooler(error) || isOfStandby(error))
    return true
  return error instanceof Error && AWAY_WORDS.test(error.message)
}

/** Whether a server answered that is not the primary, or not yet: the connection leads to the wrong one. */
export function isOfStandby(error: unknown): boolean {
  const state = sqlStateOf(error)
  return (
    state === READ_ONLY ||
    (state === NOT_SUPPORTED && error instanceof Error && error.message.endsWith('during recovery'))
  )
}

/** The database names the routine that raised an error; a pooler has none. */
function isOfPooler(error: unknown): boolean {
  return (
    sqlStateOf(error) === PROTOCOL_VIOLATION &&
    error instanceof Error &&
    !('routine' in error && error.routine !== undefined)
  )
}
