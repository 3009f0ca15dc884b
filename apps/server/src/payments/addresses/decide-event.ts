import { accountOf } from '../attempts/account-of.ts'
import type { Attempt } from '../attempts/attempt.ts'
import type { AskedAttempts } from '../attempts/find-attempts.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import type { PaymentProvider, ProviderEvent } from '../port/port.ts'
import { DISPUTE } from '../refunds/find-dispute.ts'
import type { NewEvent } from './event-queries.ts'

/** A webhook event as an account reads it that can verify it. */
export interface VerifiedEvent {
  readonly sender: Pick<PaymentProvider, 'id' | 'account'>
  readonly event: ProviderEvent
}

/** The readings of one event by all accounts that can verify it, the preferred one first. */
export type Readings = readonly [VerifiedEvent, ...VerifiedEvent[]]

/** The readings' names for the attempts that the event may concern. */
export function attemptsNamedBy(readings: Readings): AskedAttempts {
  const events = readings.map(({ event }) => event)
  return {
    ids: events.flatMap(({ attemptId }) => attemptId ?? []),
    intents: events.flatMap(({ attemptId, findBy }) => (attemptId === undefined && findBy?.value) || []),
  }
}

/**
 * The stored form of an event and its effect: as the account reads it that has the attempt, else as its first reader.
 *
 * @param attempts those that the readings name.
 * @throws when the payment's account has no keys now: the provider delivers again, and the keys may be back by then.
 */
export function decideEvent(
  payments: PaymentProviders,
  readings: Readings,
  attempts: readonly Attempt[],
): NewEvent {
  const owned = findOwner(payments, readings, attempts)
  const { sender, event } = owned ?? readings[0]
  const attempt = owned?.attempt
  const wakes = attempt !== undefined && tellsMore(event, attempt)
  const reverses = attempt !== undefined && event.undoes === true
  return {
    provider: sender.id,
    dedupeKey: event.dedupeKey,
    payload: { ...event.payload, ...(event.dispute !== undefined && { [DISPUTE]: event.dispute }) },
    attempt,
    wakes,
    wakesSettled: event.hint === 'settled' || (attempt !== undefined && tellsOfLess(event, attempt)),
    refs: wakes ? event.refs : {},
    // An operation that is still under way ends as every refusal does; what is finished and reversed calls a person.
    callsPerson:
      attempt !== undefined && (event.dispute !== undefined || (reverses && attempt.operation === null)),
    dependsOnOperation: reverses,
  }
}

interface OwnedEvent extends VerifiedEvent {
  readonly attempt: Attempt
}

/** The reading by the account that has the attempt; undefined when the event concerns no attempt of ours. */
function findOwner(
  payments: PaymentProviders,
  readings: Readings,
  attempts: readonly Attempt[],
): OwnedEvent | undefined {
  for (const { sender, event } of readings) {
    const attempt = attempts.find(one => isNamedBy(event, one))
    if (attempt === undefined) continue
    const madeWith = accountOf(payments, attempt)
    if (madeWith === undefined) throw new Error(`the account of payment ${attempt.id} is not configured`)
    if (madeWith.id !== sender.id || madeWith.account !== sender.account) continue
    if (hasAll(attempt, event.mustMatch ?? {})) return { sender, event, attempt }
  }
  return undefined
}

function isNamedBy({ attemptId, findBy }: ProviderEvent, { id, refs }: Attempt): boolean {
  if (attemptId !== undefined) return id === attemptId
  return findBy !== undefined && refs[findBy.ref] === findBy.value
}

function hasAll({ refs }: Attempt, mustMatch: Attempt['refs']): boolean {
  return Object.entries(mustMatch).every(([name, value]) => refs[name] === value)
}

/** Whether the event says that some of a captured payment went back: a refund of ours, or one made elsewhere. */
function tellsOfLess({ left }: ProviderEvent, { state, amount }: Attempt): boolean {
  return left !== undefined && left < amount.minor && (state === 'captured' || state === 'partially_refunded')
}

/** Whether the event may tell more than the attempt's state. */
function tellsMore(event: ProviderEvent, attempt: Attempt): boolean {
  const { hint } = event
  const { state, operation } = attempt
  if (hint === 'other') return false
  switch (state) {
    case 'executing':
    case 'action_required':
    case 'pending':
      return true
    case 'failed':
    case 'expired':
      return hint === 'authorized' || hint === 'captured' || operation !== null
    case 'created':
    case 'authorized':
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
    case 'refund_failed':
      return hint === 'settled' || operation !== null || tellsOfLess(event, attempt)
  }
}
