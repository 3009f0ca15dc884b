import { sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { hashToken } from '../../platform/tokens.ts'
import { type Attempt, ATTEMPT_COLUMNS, attemptOf } from './attempt.ts'
import type { ProviderRefs } from '../port/port.ts'
import { LEASE_SECONDS } from './timing.ts'

/** SQL of payment attempts. Deadlines are the database's own clock, so that servers whose clocks differ agree. */

/** States in which a payment may still take money. */
export const OPEN_STATES = ['created', 'executing', 'action_required', 'pending', 'authorized'] as const

function selectAttempt(read: Read) {
  return read.selectFrom('payment_attempts').select(ATTEMPT_COLUMNS)
}

export async function readAttempt(read: Read, id: string): Promise<Attempt> {
  return attemptOf(await selectAttempt(read).where('id', '=', id).executeTakeFirstOrThrow())
}

export async function findAttempt(read: Read, id: string): Promise<Attempt | undefined> {
  const row = await selectAttempt(read).where('id', '=', id).executeTakeFirst()
  return row && attemptOf(row)
}

/** The attempt of a site whose visitor comes back from 3-D Secure with `md`; only what we have stored is found. */
export async function findAttemptByMd(
  read: Read,
  { siteKey, md }: { readonly siteKey: string; readonly md: string },
): Promise<Attempt | undefined> {
  const row = await selectAttempt(read)
    .where('md_hash', '=', hashToken(md))
    .where('site_key', '=', siteKey)
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** The attempt that speaks for an order: the one that took money, else the newest. */
export async function findAttemptOfOrder(read: Read, orderId: string): Promise<Attempt | undefined> {
  const row = await selectAttempt(read)
    .where('order_id', '=', orderId)
    .orderBy(sql`state in ('authorized', 'captured') desc`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** Locks an attempt until the transaction ends. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt | undefined> {
  const row = await selectAttempt(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && attemptOf(row)
}

/**
 * Locks several in one order, the same for every caller, so that nobody waits in a circle; answers in the order they
 * were asked for.
 */
export async function lockAttempts(tx: Tx, ids: readonly string[]): Promise<readonly Attempt[]> {
  const locked = new Map<string, Attempt>()
  for (const id of ids.toSorted()) {
    const attempt = await lockAttempt(tx, id)
    if (attempt !== undefined) locked.set(id, attempt)
  }
  return ids.flatMap(id => locked.get(id) ?? [])
}

/**
 * Locks an attempt if it still is where it was when it was read. False: another worker has moved it, and the copy in hand is
 * out of date.
 */
export async function lockUnchanged(tx: Tx, previous: Attempt): Promise<boolean> {
  const now = await lockAttempt(tx, previous.id)
  return now?.state === previous.state && now.operation === previous.operation
}

/** Attempts to be looked at now, the longest waiting first; none of the providers in `except`. */
export async function findDueAttempts(
  read: Read,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<ReadonlyArray<{ readonly id: string; readonly provider: string }>> {
  return read
    .selectFrom('payment_attempts')
    .select(['id', 'provider'])
    .where('check_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`provider <> all(${except}::text[])`)
    .orderBy('check_at')
    .limit(limit)
    .execute()
}

/** Takes a due attempt for one lease; of several servers one gets it. */
export async function claimDue(tx: Tx, id: string): Promise<Attempt | undefined> {
  const row = await tx
    .updateTable('payment_attempts')
    .set(eb => ({
      check_at: afterSeconds(LEASE_SECONDS),
      checks: eb('checks', '+', 1),
      version: VERSION_RAISED,
    }))
    .where('id', '=', id)
    .where('check_at', '<=', sql<Date>`now()`)
    .returning(ATTEMPT_COLUMNS)
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** Adds references to those of an attempt, also while somebody works on it; what is new wins. */
export async function keepRefs(tx: Tx, id: string, refs: ProviderRefs): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({
      provider_refs: sql<string>`provider_refs || ${JSON.stringify(refs)}::jsonb`,
      version: VERSION_RAISED,
    })
    .where('id', '=', id)
    .execute()
}

/** A person is needed no longer; nothing else of it moves: not when it is looked at, nor when it last changed. */
export async function clearPersonNeeded(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ needs_person: false, version: VERSION_RAISED })
    .where('id', '=', id)
    .execute()
}

/** Keeps an attempt out of other workers' hands for another lease, if it is still where it was when it was read. */
export async function renewLease(tx: Tx, { id, state, operation }: Attempt): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ check_at: afterSeconds(LEASE_SECONDS), version: VERSION_RAISED })
    .where('id', '=', id)
    .where('state', '=', state)
    .where(sql<boolean>`operation is not distinct from ${operation}`)
    .execute()
}
