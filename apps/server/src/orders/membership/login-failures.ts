import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Tokens } from '../../platform/tokens.ts'
import {
  adoptFailures,
  type FailureSubject,
  hasMostFailures,
  lowerFailures,
  raiseFailures,
} from './failure-queries.ts'

/** A count expires this many minutes after its first failure. */
export const SPAN_MINUTES = 15
/** After this many failures of a login id its next try is refused. */
const OF_A_LOGIN_ID = { most: 10, minutes: SPAN_MINUTES }
/** The limit of a client: many visitors share the address of a carrier or a venue, and some mistype. */
const OF_AN_ADDRESS = { most: 100, minutes: SPAN_MINUTES }

/** A try to log in, and its client. */
export interface LoginTry {
  readonly siteKey: string
  readonly loginId: string
  /** Address of the client. */
  readonly address: string
}

type FailureDeps = Pick<Deps, 'db' | 'tokens'>

/**
 * Counts a try as a failure of its login id before the password is checked, so that any number of tries at once, on any
 * number of servers, stay within the limit together. False: the limit is reached. {@link forgiveTry} or {@link
 * noteFailure} must follow.
 */
export function openTry({ db, tokens }: FailureDeps, login: LoginTry): Promise<boolean> {
  return db.transaction(
    async tx =>
      !(await hasMostFailures(tx, await addressOf(tx, tokens, login), OF_AN_ADDRESS)) &&
      (await raiseFailures(tx, await loginIdOf(tx, tokens, login), OF_A_LOGIN_ID)),
  )
}

/** The password was right. */
export function forgiveTry({ db, tokens }: FailureDeps, login: LoginTry): Promise<void> {
  return db.transaction(async tx => lowerFailures(tx, await loginIdOf(tx, tokens, login)))
}

/**
 * The password was wrong: only now is the client counted, so that people who log in at once from one address never lock
 * each other out.
 */
export async function noteFailure({ db, tokens }: FailureDeps, login: LoginTry): Promise<void> {
  await db.transaction(async tx => raiseFailures(tx, await addressOf(tx, tokens, login), OF_AN_ADDRESS))
}

function loginIdOf(tx: Tx, tokens: Tokens, { siteKey, loginId }: LoginTry): Promise<FailureSubject> {
  return subjectOf(tx, tokens, { siteKey, text: `login id ${loginId}` })
}

function addressOf(tx: Tx, tokens: Tokens, { siteKey, address }: LoginTry): Promise<FailureSubject> {
  return subjectOf(tx, tokens, { siteKey, text: `address ${networkOf(address)}` })
}

/**
 * Neither a login id nor an address is stored, because both are personal. There are few enough of them to try each, so
 * the hash needs a key: the table alone tells nothing. A count of a former key is continued under the present one.
 */
async function subjectOf(
  tx: Tx,
  tokens: Tokens,
  { siteKey, text }: { readonly siteKey: string; readonly text: string },
): Promise<FailureSubject> {
  const { hash: subjectHash, formerHashes } = tokens.hide(`failed login:${text}`)
  const subject = { siteKey, subjectHash }
  if (formerHashes.length > 0) await adoptFailures(tx, subject, { formerHashes, minutes: SPAN_MINUTES })
  return subject
}
