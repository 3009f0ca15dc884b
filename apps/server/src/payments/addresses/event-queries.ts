import { sql } from 'kysely'

import { inPlace, type Placed } from '../../platform/db/asked.ts'
import { listed } from '../../platform/db/list.ts'
import type { GroupedWrite, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { type Returned, refsOfReturn } from '../attempts/returned.ts'
import { ATTEMPTS_WOKEN, RETURNS_KEPT } from '../attempts/wake-attempts.ts'
import type { ProviderEvent, ProviderRefs } from '../port/port.ts'
import { REFUNDS_WOKEN } from '../refunds/wake-refunds.ts'

/** A webhook event to be stored, and what it does to the attempt that it concerns. */
export interface NewEvent {
  readonly provider: string
  readonly dedupeKey: string
  readonly payload: ProviderEvent['payload']
  /** As it was read; undefined when the event concerns no attempt of ours. */
  readonly attempt: Pick<Attempt, 'id' | 'orderId' | 'operation'> | undefined
  /** The attempt and its refunds are looked at soon. */
  readonly wakes: boolean
  /** Also one that has been settled since it was read. */
  readonly wakesSettled: boolean
  /** Added to the attempt's references; those that it has stand. */
  readonly refs: ProviderRefs
  readonly callsPerson: boolean
  /** It is stored only while the attempt's operation is what it was when it was read. */
  readonly dependsOnOperation: boolean
}

/** Takes the rows of `chosen`; a return or webhook event that is stored already stays as it is. */
const EVENTS_STORED = sql`
  insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at, processed_at)
  -- The attempt's check_at takes over the work in this statement.
  select provider, dedupe_key, attempt_id, payload, now(), now() from chosen order by provider, dedupe_key
  on conflict (provider, dedupe_key) do nothing
  returning provider, dedupe_key`

/**
 * Stores webhook events; one that is new wakes its attempt and the refunds of it, or has a person called, in the same
 * commit. `undefined`: the operation has changed and the event depends on it.
 *
 * What an event does was decided on an attempt that was read without a lock, and that a page or the reconciler may have
 * moved since. That is harmless, for an event commutes with what they write:
 *
 * - One that was to wake nothing changes nothing about the attempt: it is as if it had arrived when that was read. The
 *   operation that it tells of, and the references that it must match, were written before the provider was called.
 * - One that wakes an attempt that has gone on meanwhile causes one look at it too many, unless that has been settled.
 *   None returns to `created`, the one state in which a look could end what is just beginning.
 * - One that wakes an attempt that was ended without money just before causes the look that it would have caused by
 *   arriving before: the worker that ends it finds the attempt woken since it was read, and has it looked at again.
 * - Each adds its references beneath those that are known, whatever was written between.
 *
 * What is not harmless is a reversal: an operation that is under way ends as every refusal does and calls nobody, but one
 * that has just ended calls nobody any more. So a reversal is stored only if the operation is the one that was read.
 *
 * The rows of attempts that are woken are locked, for this statement alone: others wait for one commit, and it waits for
 * transactions that call nobody. Events that wake nothing lock nothing. A queue of wakes beside the attempts would spare
 * that wait, and would cost the reconciler another scan, and every worker that ends an attempt a look into it.
 */
export const storeEvents: GroupedWrite<NewEvent, { readonly isNew: boolean } | undefined> = grouped(
  async (write, events) => {
    const { rows } = await sql<Placed & { readonly isNew: boolean }>`
      with asked as (
        select provider, dedupe_key, attempt_id, payload, wakes, wakes_settled, refs, calls_person, depends, operation, place
          from ${listed(
            'a',
            {
              provider: ['text', events.map(({ provider }) => provider)],
              dedupe_key: ['text', events.map(({ dedupeKey }) => dedupeKey)],
              attempt_id: ['uuid', events.map(({ attempt }) => attempt?.id ?? null)],
              payload: ['jsonb', events.map(({ payload }) => JSON.stringify(payload))],
              wakes: ['boolean', events.map(({ wakes }) => wakes)],
              wakes_settled: ['boolean', events.map(({ wakesSettled }) => wakesSettled)],
              refs: ['jsonb', events.map(({ refs }) => JSON.stringify(refs))],
              calls_person: ['boolean', events.map(({ callsPerson }) => callsPerson)],
              depends: ['boolean', events.map(({ dependsOnOperation }) => dependsOnOperation)],
              operation: ['text', events.map(({ attempt }) => attempt?.operation ?? null)],
            },
            'place',
          )}
      ), locked as (
        select id, operation from payment_attempts
         where id in (select attempt_id from asked where wakes or calls_person or depends)
         order by id for no key update
      ), unchanged as (
        select asked.provider, dedupe_key, attempt_id, payload, wakes, wakes_settled, refs, calls_person, place
          from asked left join locked on locked.id = attempt_id
         where not depends or locked.operation is not distinct from asked.operation
      ), chosen as (
        select distinct on (provider, dedupe_key)
               provider, dedupe_key, attempt_id, payload, wakes, wakes_settled, refs, calls_person, place
          from unchanged order by provider, dedupe_key, place
      ), stored as (${EVENTS_STORED}
      ), new_events as (
        select attempt_id, wakes, wakes_settled, refs, calls_person, place
          from chosen join stored using (provider, dedupe_key)
      ), attempts_woken as (${ATTEMPTS_WOKEN}
      ), refunds_woken as (${REFUNDS_WOKEN}
      )
      select unchanged.place::integer as place, new_events.place is not null as "isNew"
        from unchanged left join new_events on new_events.place = unchanged.place`.execute(write)
    return inPlace(events, rows)
  },
)

/** A return of the browser to be stored with its attempt. */
export interface NewReturn {
  readonly attempt: Pick<Attempt, 'id' | 'provider' | 'orderId'>
  /** The version of the attempt, as it was read. */
  readonly version: number
  readonly dedupeKey: string
  readonly returned: Returned
}

/**
 * Stores returns with attempts that are unchanged since they were read, and has these looked at soon; `undefined` for any
 * other. It compares the version, because a return counts those before it and each of them has raised it: of several of
 * one attempt a statement takes the first.
 */
export const storeReturns: GroupedWrite<NewReturn, true | undefined> = grouped(storeReturnsTogether)

async function storeReturnsTogether(
  write: Write,
  returns: readonly NewReturn[],
): Promise<Array<true | undefined>> {
  const payloads = returns.map(({ returned: { kept, hint } }) => JSON.stringify({ ...kept, hint }))
  const { rows } = await sql<Placed>`
    with asked as (
      select provider, dedupe_key, attempt_id, version, payload, refs, place
        from ${listed(
          'a',
          {
            provider: ['text', returns.map(({ attempt }) => attempt.provider)],
            dedupe_key: ['text', returns.map(({ dedupeKey }) => dedupeKey)],
            attempt_id: ['uuid', returns.map(({ attempt }) => attempt.id)],
            version: ['int', returns.map(({ version }) => version)],
            payload: ['jsonb', payloads],
            refs: ['jsonb', returns.map(({ returned }) => JSON.stringify(refsOfReturn(returned)))],
          },
          'place',
        )}
    ), locked as (
      select id, version from payment_attempts
       where id in (select attempt_id from asked) order by id for no key update
    ), chosen as (
      select distinct on (attempt_id) provider, dedupe_key, attempt_id, payload, refs, place
        from asked join locked on locked.id = attempt_id and locked.version = asked.version
       order by attempt_id, place
    ), stored as (${EVENTS_STORED}
    ), kept as (${RETURNS_KEPT}
    )
    select place::integer as place from chosen`.execute(write)
  return inPlace(returns, rows).map(stored => stored && true)
}
