import { canMoveAttempt, isAttemptFinal, type AttemptState } from '@kippu/domain/states/payment'
import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { list, listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { BrowserStep, ProviderError, ProviderRefs } from '../port/port.ts'
import { type Attempt, ATTEMPT_RETURNED, type Operation, WOKEN } from './attempt.ts'
import { EVENT_WAITS_SECONDS } from './timing.ts'

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

/** A change that was decided on an attempt as it was read. */
export interface DecidedChange {
  readonly previous: Attempt
  readonly change: AttemptChange
}

/**
 * Part of a statement: `asked_attempts` with the changes, and `locked_attempts` (id, order_id), those that are still where
 * they were when they were read. No other worker moves them until the commit.
 *
 * @throws for a move that the table of states does not allow.
 */
export function lockAttemptsAsRead(changes: readonly DecidedChange[]): RawBuilder<unknown> {
  const rows = changes.map(rowOf)
  return sql`asked_attempts as (
    select asked_id, was_state, was_operation, new_state, new_operation, refs, is_final, sets_step, step, new_md_hash,
           sets_failure, new_failure, begins_to_end, person, seconds, is_over, seen_woken,
           now() + make_interval(secs => seconds) as look_at
    from ${listed('a', {
      asked_id: ['uuid', rows.map(row => row.id)],
      was_state: ['text', rows.map(row => row.wasState)],
      was_operation: ['text', rows.map(row => row.wasOperation)],
      new_state: ['text', rows.map(row => row.state)],
      new_operation: ['text', rows.map(row => row.operation)],
      refs: ['jsonb', rows.map(row => row.refs)],
      is_final: ['boolean', rows.map(row => row.isFinal)],
      sets_step: ['boolean', rows.map(row => row.setsStep)],
      step: ['jsonb', rows.map(row => row.step)],
      new_md_hash: ['bytea', rows.map(row => row.mdHash)],
      sets_failure: ['boolean', rows.map(row => row.setsFailure)],
      new_failure: ['jsonb', rows.map(row => row.failure)],
      begins_to_end: ['boolean', rows.map(row => row.beginsToEnd)],
      person: ['boolean', rows.map(row => row.needsPerson)],
      seconds: ['float', rows.map(row => row.seconds)],
      is_over: ['boolean', rows.map(row => row.isOver)],
      seen_woken: ['text', rows.map(row => row.woken)],
    })}
  ), locked_attempts as materialized (
    select p.id, p.order_id from payment_attempts p join asked_attempts a on a.asked_id = p.id
     where p.state = a.was_state and p.operation is not distinct from a.was_operation
     order by p.id for no key update of p
  )`
}

/**
 * Part of a statement: `changed_attempts`, the attempts behind `ready` (a query of ids), as they are now
 * (`attemptOf` reads them).
 */
export function changeAttempts(ready: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`changed_attempts as (
    update payment_attempts set state = new_state, operation = new_operation, version = ${VERSION_RAISED},
      check_at = ${CHECK_AT}, updated_at = now(),
      provider_refs = case when is_final then (provider_refs || refs) - ${list('text', OF_THE_BROWSER)} else provider_refs || refs end,
      browser_step = case when sets_step then step else browser_step end,
      md_hash = coalesce(new_md_hash, md_hash),
      failure = case when sets_failure then new_failure else failure end,
      checks = case when begins_to_end then 0 else checks end,
      needs_person = coalesce(person, needs_person)
    from asked_attempts
    where id = asked_id and id in (${ready})
    returning ${ATTEMPT_RETURNED}
  )`
}

/**
 * When an attempt is looked at again; the deadline of an open one is never slept through. One that was woken since it was read is
 * looked at once more: at once if it waits for its provider, whose word has come meanwhile; soon if it ends without money, because
 * what woke it may say that money moved, and the worker that ended it does not know that.
 */
const LOOK_AT = sql`case when look_at is null then null when is_over or deadline <= now() then look_at else least(look_at, deadline) end`
const CHECK_AT = fixed(sql`case
  when provider_refs ->> ${sql.lit(WOKEN)} is not distinct from seen_woken then ${LOOK_AT}
  when new_state = 'pending' and new_operation is null then now()
  when is_over then least(${LOOK_AT}, now() + make_interval(secs => ${sql.lit(EVENT_WAITS_SECONDS)}))
  else ${LOOK_AT} end`)

/**
 * The fields that the browser gave, and those that a provider wants to know of it: good for one payment, and of no use
 * to anybody once that is over.
 */
export const OF_THE_BROWSER: readonly string[] = [
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

function rowOf({ previous, change }: DecidedChange) {
  const { state = previous.state, operation = previous.operation, refs = {}, step, failure } = change
  if (state !== previous.state && !canMoveAttempt(previous.state, state))
    throw new Error(`no payment attempt moves from ${previous.state} to ${state}`)
  return {
    id: previous.id,
    wasState: previous.state,
    wasOperation: previous.operation,
    state,
    operation,
    refs: JSON.stringify(refs),
    isFinal: isAttemptFinal(state),
    setsStep: step !== undefined,
    step: step ? JSON.stringify(step) : null,
    mdHash: step?.kind === 'three_ds' ? hashToken(step.md) : null,
    setsFailure: failure !== undefined,
    failure: failure ? JSON.stringify(failure) : null,
    beginsToEnd: beginsToEnd(previous, operation),
    needsPerson: change.needsPerson ?? null,
    seconds: change.checkInSeconds,
    isOver: state === 'failed' || state === 'expired',
    woken: previous.refs[WOKEN] ?? null,
  }
}

/** When a capture, void or refund begins, checks start again from 0, however often it was checked while its visitor was away. */
function beginsToEnd(previous: Attempt, operation: Operation | null): boolean {
  const isEnding = operation === 'capture' || operation === 'void' || operation === 'refund'
  return isEnding && operation !== previous.operation
}
