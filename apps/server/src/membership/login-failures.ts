import { createHash, randomUUID } from 'node:crypto'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import {
  countFailures,
  deleteFailures,
  type FailureSubject,
  insertFailures,
  lockFailures,
} from './queries.ts'

/** So many failures of a login id, or of a client, and it may not try again before the first is older than the span (S-5.04). */
const MOST_FAILURES = 10
export const SPAN_MINUTES = 15

/** Who tries to log in where. */
export interface LoginTry {
  readonly siteKey: string
  readonly loginId: string
  /** Address of the client. */
  readonly address: string
}

/** A try that counts as failed until {@link forgiveTry} says otherwise: the ids of its rows. */
export type OpenTry = readonly string[]

/**
 * Counts a try before its password is looked at, so that any number of tries at once never get more than the limit
 * between them, in however many processes. `undefined`: there were too many.
 */
export function openTry({ db }: Pick<Deps, 'db'>, login: LoginTry): Promise<OpenTry | undefined> {
  const subjects = subjectsOf(login)
  return db.transaction(async tx => {
    // In one order for everybody: two tries never wait for each other.
    for (const subject of subjects) await lockFailures(tx, subject)
    for (const subject of subjects)
      if ((await countFailures(tx, subject, SPAN_MINUTES)) >= MOST_FAILURES) return undefined
    const failures = subjects.map(subject => ({ id: randomUUID(), ...subject }))
    await insertFailures(tx, failures)
    return failures.map(({ id }) => id)
  })
}

/** The password was right. */
export function forgiveTry(tx: Tx, open: OpenTry): Promise<void> {
  return deleteFailures(tx, open)
}

/** Neither a login id nor an address is stored: both are personal (S-15.02). Sorted. */
function subjectsOf({ siteKey, loginId, address }: LoginTry): FailureSubject[] {
  return [`login id ${loginId}`, `address ${address}`]
    .map(subject => ({ siteKey, subjectHash: createHash('sha256').update(subject).digest() }))
    .toSorted((a, b) => Buffer.compare(a.subjectHash, b.subjectHash))
}
