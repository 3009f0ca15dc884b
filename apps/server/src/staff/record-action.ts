import type { Permission } from '@kippu/domain/staff/permission'

import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { type Actor, assertMayDo } from './actor.ts'

/** One thing that somebody did, as it is kept for ever. */
export interface Action {
  readonly permission: Permission
  /** Null: it concerns the whole deployment. */
  readonly siteKey: string | null
  /** As the command is called: `sales stop`. */
  readonly verb: string
  /** A number or an id of what it was done to, never a name, an address or a telephone number. */
  readonly subject: string
  /** Numbers and words of ours: what it was before and after. No data of a person. */
  readonly details?: Readonly<Record<string, unknown>>
  /** In the words of the actor. */
  readonly reason?: string
}

/**
 * Writes the line of an action in the transaction that does it, so that neither is without the other.
 * @throws NotPermitted when the actor may not do it, which undoes the transaction.
 */
export async function recordAction(
  tx: Tx,
  { clock, actor }: { readonly clock: Clock; readonly actor: Actor },
  { permission, siteKey, verb, subject, details = {}, reason }: Action,
): Promise<void> {
  assertMayDo(actor, permission, siteKey)
  await tx
    .insertInto('staff_actions')
    .values({
      at: new Date(clock.now()),
      site_key: siteKey,
      staff: actor.name,
      permission,
      verb,
      subject,
      details: JSON.stringify(details),
      reason: reason ?? null,
    })
    .execute()
}

export interface ActionDeps {
  readonly db: Database
  readonly clock: Clock
  readonly actor: Actor
}

/**
 * Writes the line of an action that has no transaction of its own: somebody read what is personal, or work over many transactions came to its end. Work of that kind
 * writes a line of its begin with its first transaction, so that a begin without an end says that a process was stopped in between.
 */
export async function recordAlone({ db, clock, actor }: ActionDeps, action: Action): Promise<void> {
  await db.transaction(tx => recordAction(tx, { clock, actor }, action))
}
