import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

export interface AskedKey {
  readonly siteKey: string
  readonly keyHash: Buffer
  /** Keyed: what was sent can't be guessed by it. */
  readonly requestHash: Buffer
  /** The same by former keys of the deployment. */
  readonly formerRequestHashes: readonly Buffer[]
}

interface KeyState {
  readonly subject: string
  readonly isSameRequest: boolean
  /** Seconds until the process that is at it is thought to have died; 0 where none is. */
  readonly leaseLeft: number
  readonly answer: Buffer | null
}

/** Takes a key that nobody has; otherwise answers, and locks, how it stands. */
export async function takeKey(
  tx: Tx,
  { siteKey, keyHash, requestHash, formerRequestHashes }: AskedKey,
  { subject, leaseSeconds }: { readonly subject: string; readonly leaseSeconds: number },
): Promise<KeyState | undefined> {
  const { numInsertedOrUpdatedRows: taken } = await tx
    .insertInto('idempotency_keys')
    .values({
      site_key: siteKey,
      key_hash: keyHash,
      request_hash: requestHash,
      subject,
      leased_until: leaseEnd(leaseSeconds),
    })
    .onConflict(conflict => conflict.columns(['site_key', 'key_hash']).doNothing())
    .executeTakeFirst()
  if (taken === 1n) return undefined
  return tx
    .selectFrom('idempotency_keys')
    .select([
      'subject',
      sql<boolean>`request_hash = any(${[requestHash, ...formerRequestHashes]}::bytea[])`.as('isSameRequest'),
      sql<number>`greatest(0, extract(epoch from leased_until - now()))::float8`.as('leaseLeft'),
      'answer',
    ])
    .where('site_key', '=', siteKey)
    .where('key_hash', '=', keyHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Takes a key over whose first request came to no answer. */
export async function takeKeyOver(
  tx: Tx,
  { siteKey, keyHash }: AskedKey,
  { subject, leaseSeconds }: { readonly subject: string; readonly leaseSeconds: number },
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ subject, leased_until: leaseEnd(leaseSeconds) })
    .where('site_key', '=', siteKey)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Keeps the answer; without one the next request with the key does the work. False where somebody has taken the key over. */
export async function endKey(
  tx: Tx,
  { siteKey, keyHash }: AskedKey,
  { subject, answer }: { readonly subject: string; readonly answer: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ answer, leased_until: sql`now()` })
    .where('site_key', '=', siteKey)
    .where('key_hash', '=', keyHash)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Forgets a key of which nothing came. */
export async function dropKey(tx: Tx, { siteKey, keyHash }: AskedKey, subject: string): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('site_key', '=', siteKey)
    .where('key_hash', '=', keyHash)
    .where('subject', '=', subject)
    .execute()
}

/** Deletes up to `most` keys that are older than a day. */
export async function deleteOldKeys(tx: Tx, { most }: { readonly most: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where (site_key, key_hash) in (
      select site_key, key_hash from idempotency_keys
       where created_at < now() - interval '24 hours' order by created_at limit ${most} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

function leaseEnd(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
