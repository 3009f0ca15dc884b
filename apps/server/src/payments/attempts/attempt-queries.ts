import { canMoveAttempt, isAttemptFinal, type AttemptState } from '@kippu/domain/states/payment'
import { sql } from 'kysely'

import { afterSeconds } from '../../db/after-seconds.ts'
import type { Read, Tx } from '../../db/database.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import { hashToken } from '../../tokens.ts'
import { type Attempt, attemptOf, type Operation } from './attempt.ts'
import type { BrowserStep, ProviderError, ProviderRefs } from '../port/port.ts'
import { NEWS_WAITS_SECONDS } from './timing.ts'

/** SQL of payment attempts. Deadlines are the database's own clock, so that servers whose clocks differ agree. */

/** States in which a payment may still take money. */
export const OPEN_STATES = ['created', 'executing', 'action_required', 'pending', 'authorized'] as const

export interface NewAttempt {
  readonly id: string
  readonly siteKey: string
  readonly orderId: string
  readonly paymentNumberHash: Buffer
  readonly provider: string
  readonly account: string
  readonly method: string
  readonly providerOrderRef: string
  /** Yen that are charged, and the consumption tax contained in them. */
  readonly amount: number
  readonly taxAmount: number
  /** Yen that the method has taken off before. */
  readonly methodDiscount: number
  readonly refs: ProviderRefs
  readonly deadlineSeconds: number
  readonly leaseSeconds: number
}

/** Writes an attempt ahead of its first call. @throws 23505 when another one of the order is open. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt> {
  await tx
    .insertInto('payment_attempts')
    .values({
      id: attempt.id,
      site_key: attempt.siteKey,
      order_id: attempt.orderId,
      payment_number_hash: attempt.paymentNumberHash,
      provider: attempt.provider,
      provider_account: attempt.account,
      method: attempt.method,
      provider_order_ref: attempt.providerOrderRef,
      amount: attempt.amount,
      currency: 'JPY',
      tax_amount: attempt.taxAmount,
      method_discount: attempt.methodDiscount,
      state: 'created',
      provider_refs: JSON.stringify(attempt.refs),
      deadline: afterSeconds(attempt.deadlineSeconds),
      check_at: afterSeconds(attempt.leaseSeconds),
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .execute()
  return readAttempt(tx, attempt.id)
}

function selectAttempt(read: Read) {
  return read
    .selectFrom('payment_attempts')
    .select([
      'id',
      'site_key',
      'order_id',
      sql<string>`(select kind from orders where orders.id = payment_attempts.order_id)`.as('order_kind'),
      'provider',
      'provider_account',
      'method',
      'provider_order_ref',
      'amount',
      'currency',
      'tax_amount',
      'method_discount',
      'state',
      'operation',
      'provider_refs',
      'browser_step',
      'failure',
      'checks',
      sql<boolean>`coalesce(check_at <= now(), false)`.as('is_due'),
      sql<number>`extract(epoch from deadline - now())::float`.as('seconds_left'),
      sql<boolean>`deadline <= now()`.as('is_past_deadline'),
      sql<boolean>`created_at <= now() - interval '24 hours'`.as('is_old'),
    ])
}

export async function readAttempt(read: Read, id: string): Promise<Attempt> {
  return attemptOf(await selectAttempt(read).where('id', '=', id).executeTakeFirstOrThrow())
}

/** The attempt of a site behind a payment number (S-7.01). */
export function findAttemptByNumber(
  read: Read,
  { siteKey, paymentNumber }: { readonly siteKey: string; readonly paymentNumber: string },
): Promise<Attempt | undefined> {
  return findOfSite(read, siteKey, ['payment_number_hash', paymentNumber])
}

/** The attempt of a site whose visitor comes back from 3-D Secure with `md`; only what we have stored is found. */
export function findAttemptByMd(
  read: Read,
  { siteKey, md }: { readonly siteKey: string; readonly md: string },
): Promise<Attempt | undefined> {
  return findOfSite(read, siteKey, ['md_hash', md])
}

async function findOfSite(
  read: Read,
  siteKey: string,
  [column, word]: readonly ['payment_number_hash' | 'md_hash', string],
): Promise<Attempt | undefined> {
  const row = await selectAttempt(read)
    .where(column, '=', hashToken(word))
    .where('site_key', '=', siteKey)
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** The attempt that has a reference at its provider; only such as have an index of their own. */
export async function findAttemptIdByRef(
  read: Read,
  { ref, value }: { readonly ref: 'intent'; readonly value: string },
): Promise<string | undefined> {
  const row = await read
    .selectFrom('payment_attempts')
    .select('id')
    .where(sql<string>`provider_refs ->> ${sql.lit(ref)}`, '=', value)
    .executeTakeFirst()
  return row?.id
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

/** How many attempts an order had, the open one included. */
export async function countAttempts(read: Read, orderId: string): Promise<number> {
  const { attempts } = await read
    .selectFrom('payment_attempts')
    .select(sql<number>`count(*)::integer`.as('attempts'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return attempts
}

/** Locks an attempt until the transaction ends. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt | undefined> {
  const row = await selectAttempt(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && attemptOf(row)
}

/** Locks several in one order, whoever asks, so that nobody waits in a circle; answers in the order they were asked for. */
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

export interface AttemptChange {
  readonly state?: AttemptState
  readonly operation?: Operation | null
  /** Added to those it has. */
  readonly refs?: ProviderRefs
  readonly step?: BrowserStep | null
  readonly failure?: ProviderError | null
  /** When to look again; null when nothing is open. */
  readonly checkInSeconds: number | null
  readonly needsPerson?: boolean
}

/** Changes an attempt that the caller has locked, and answers with what it is now. */
export async function changeAttempt(tx: Tx, previous: Attempt, change: AttemptChange): Promise<Attempt> {
  const { state = previous.state, operation, refs, step, failure, checkInSeconds, needsPerson } = change
  if (state !== previous.state && !canMoveAttempt(previous.state, state))
    throw new Error(`no payment attempt moves from ${previous.state} to ${state}`)
  await tx
    .updateTable('payment_attempts')
    .set({
      state,
      version: VERSION_RAISED,
      check_at: checkAt(previous, state, checkInSeconds),
      updated_at: sql<Date>`now()`,
      ...(operation !== undefined && { operation: operation }),
      ...((refs || isAttemptFinal(state)) && { provider_refs: changedRefs(refs ?? {}, state) }),
      ...(step !== undefined && { browser_step: step && JSON.stringify(step) }),
      ...(step?.kind === 'three_ds' && { md_hash: hashToken(step.md) }),
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(beginsToEnd(previous, operation) && { checks: 0 }),
      ...(needsPerson !== undefined && { needs_person: needsPerson }),
    })
    .where('id', '=', previous.id)
    .execute()
  return readAttempt(tx, previous.id)
}

/** What the money waits for from now on is looked at as often as anything new, however long its visitor was away. */
function beginsToEnd(previous: Attempt, operation: AttemptChange['operation']): boolean {
  const isEnding = operation === 'capture' || operation === 'void' || operation === 'refund'
  return isEnding && operation !== previous.operation
}

/**
 * What the browser gave, and what a provider wants to know of it: good for one payment, and of no use to anybody once
 * that is over.
 */
const OF_THE_BROWSER = [
  'token',
  'token_key',
  'tds2_info_token',
  'tds2_info_token_key',
  'payment_method',
  'browser_info',
  'browser_ip',
  'browser_user_agent',
  'browser_accept',
  'device_fingerprint',
  'return_param',
  'return_redirectResult',
]

function changedRefs(refs: ProviderRefs, state: AttemptState) {
  const all = sql<string>`provider_refs || ${JSON.stringify(refs)}::jsonb`
  return isAttemptFinal(state) ? sql<string>`(${all}) - ${OF_THE_BROWSER}::text[]` : all
}

/** This reference of ours tells whether an attempt was woken since it was read. */
const WOKEN = 'woken'

/**
 * When an attempt is looked at again. One that ends without money is looked at once more when it was woken meanwhile: what
 * woke it may say that money moved, and the worker that ended it does not know that.
 */
function checkAt(previous: Attempt, state: AttemptState, checkInSeconds: number | null) {
  const time = checkInSeconds === null ? sql<Date | null>`null::timestamptz` : checkTime(checkInSeconds)
  if (state !== 'failed' && state !== 'expired') return time
  const seenWoken = previous.refs[WOKEN] ?? null
  return sql<Date | null>`case when provider_refs ->> ${WOKEN} is distinct from ${seenWoken}::text
    then least(${time}, ${afterSeconds(NEWS_WAITS_SECONDS)}) else ${time} end`
}

/** The deadline is never slept through. */
function checkTime(seconds: number) {
  const time = afterSeconds(seconds)
  return sql<Date>`case when deadline > now() then least(${time}, deadline) else ${time} end`
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

/** Takes a due attempt for `leaseSeconds`; of several servers one gets it. */
export async function claimDue(tx: Tx, id: string, leaseSeconds: number): Promise<Attempt | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set(eb => ({
      check_at: afterSeconds(leaseSeconds),
      checks: eb('checks', '+', 1),
      version: VERSION_RAISED,
    }))
    .where('id', '=', id)
    .where('check_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? readAttempt(tx, id) : undefined
}

/** Puts an attempt on the list of those that a person must look at. */
export async function markForPerson(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ needs_person: true, version: VERSION_RAISED })
    .where('id', '=', id)
    .execute()
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

/**
 * Has an attempt looked at within `seconds`, if nobody wanted to look earlier. `refs` are what a lost answer may have
 * told us; what is known already stands.
 */
export async function wakeAttempt(
  tx: Tx,
  id: string,
  { seconds, refs = {} }: { readonly seconds: number; readonly refs?: ProviderRefs },
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({
      check_at: sql<Date>`least(check_at, ${afterSeconds(seconds)})`,
      provider_refs: sql<string>`${JSON.stringify(refs)}::jsonb || provider_refs
        || jsonb_build_object(${WOKEN}::text, gen_random_uuid()::text)`,
      version: VERSION_RAISED,
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps an attempt out of other workers' hands for `leaseSeconds` more, if it is still where it was when it was read. */
export async function renewLease(
  tx: Tx,
  { id, state, operation }: Attempt,
  leaseSeconds: number,
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ check_at: afterSeconds(leaseSeconds), version: VERSION_RAISED })
    .where('id', '=', id)
    .where('state', '=', state)
    .where(sql<boolean>`operation is not distinct from ${operation}`)
    .execute()
}

/** Whether another attempt of the same order is open. */
export async function hasOtherOpenAttempt(read: Read, attempt: Attempt): Promise<boolean> {
  const row = await read
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', attempt.orderId)
    .where('id', '!=', attempt.id)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
  return row !== undefined
}
