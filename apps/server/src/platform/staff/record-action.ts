import type { Database, Tx } from '../db/database.ts'
import { type Act, assertReaches } from './staff-verb.ts'

/** One thing that somebody did, as it is kept for ever; who did it with which permission, when and at which site is the act's. */
export interface Action {
  /** The site of the thing that it was done to, where the act is not done at one site. */
  readonly siteKey?: string
  /** How far work over many transactions is; without it, all is done. */
  readonly stage?: 'begun' | 'refused'
  /** A number or an id of what it was done to, never a name, an address or a telephone number. */
  readonly subject: string
  /** Numbers and words of ours: what it was before and after. No data of a person. */
  readonly details?: Readonly<Record<string, unknown>>
  /** In the words of the actor. */
  readonly reason?: string | undefined
}

/**
 * Writes the line of an action in the transaction that does it, so that neither is without the other.
 * @throws NotPermitted when the actor does not work at the site of what it was done to, which undoes the transaction.
 */
export async function recordAction(
  tx: Tx,
  act: Act,
  { siteKey = act.siteKey ?? undefined, stage, subject, details = {}, reason }: Action,
): Promise<void> {
  const { actor, via, clock, permission, verb } = act
  assertReaches(act, siteKey ?? null)
  await tx
    .insertInto('staff_actions')
    .values({
      at: new Date(clock.now()),
      site_key: siteKey ?? null,
      staff: actor.name,
      permission,
      verb: stage === undefined ? verb : `${verb} ${stage}`,
      subject,
      details: JSON.stringify(details),
      reason: reason ?? null,
      via,
    })
    .execute()
}

/**
 * Writes the line of an action that has no transaction of its own: somebody read what is personal, or work over many transactions came to its end. Work of that kind
 * writes a line of its begin with its first transaction, so that a begin without an end says that a process was stopped in between.
 */
export async function recordAlone(db: Database, act: Act, action: Action): Promise<void> {
  await db.transaction(tx => recordAction(tx, act, action))
}
