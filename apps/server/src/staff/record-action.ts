import type { Permission } from '@kippu/domain/staff/permission'

import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
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
