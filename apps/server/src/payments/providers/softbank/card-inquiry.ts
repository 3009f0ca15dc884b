import type { AttemptRef, PaymentOutcome } from '../../port/port.ts'
import { reasonOf } from './operation.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import { readCode } from './sps-errors.ts'
import { cardInquiry } from './sps-requests.ts'

/** The gateway tells no amount of a card authorisation: it is the amount of our own request. */
export type CardState =
  /** Authorised; nothing is captured until it is committed. */
  | 'uncommitted'
  | 'committed'
  | 'sold'
  | 'cancelled'
  | 'refunded'
  | 'partially_refunded'
  | 'refused'
  | 'at_work'

/** The state of a card at the gateway, or why we do not know it. */
export type CardInquiry =
  | { readonly kind: 'known'; readonly state: CardState }
  | { readonly kind: 'unknown'; readonly reason: string }

const COMMITTED = '1'
const CANCELLED_COMMITS = ['2', '3']

/** Asks for the state of a card whose tracking id is known. */
export async function inquireCard({ sps }: SoftbankParts, tracked: TrackedCard): Promise<CardInquiry> {
  const result = await sps.call(cardInquiry(tracked))
  if (result.kind !== 'ok') return { kind: 'unknown', reason: reasonOf(result) }
  const commit = result.values.get('res_pay_method_info.commit_status') ?? ''
  const payment = result.values.get('res_pay_method_info.payment_status') ?? ''
  const state = stateOf(commit, payment)
  return state === undefined
    ? { kind: 'unknown', reason: `payment status ${payment}, commit status ${commit}` }
    : { kind: 'known', state }
}

function stateOf(commit: string, payment: string): CardState | undefined {
  if (CANCELLED_COMMITS.includes(commit) && payment === '1') return 'cancelled'
  switch (payment) {
    case '1':
      return commit === COMMITTED ? 'committed' : 'uncommitted'
    case '2':
      return 'sold'
    case '3':
      return 'cancelled'
    case '4':
      return 'refunded'
    case '5':
      return 'partially_refunded'
    case '6':
    case '20':
    case '21':
    case '22':
      return 'at_work'
    case '90':
    case '91':
    case '92':
      // An error after the commit says nothing about the money.
      return commit === COMMITTED ? undefined : 'refused'
    default:
      return undefined
  }
}

/** The gateway's ids of a card authorisation. */
export interface TrackedCard {
  readonly trackingId: string
  readonly transactionId: string
}

/** Undefined until an authorisation was answered: before that, none can be committed. */
export function trackedCard({ refs }: Pick<AttemptRef, 'refs'>): TrackedCard | undefined {
  const trackingId = refs['tracking_id']
  return trackingId === undefined ? undefined : { trackingId, transactionId: refs['transaction_id'] ?? '' }
}

/** The outcome of an attempt whose card has this state. */
export function outcomeOfCard(
  inquiry: CardInquiry,
  { cardSales, tracked }: Pick<SoftbankParts['account'], 'cardSales'> & { readonly tracked: TrackedCard },
): PaymentOutcome {
  const refs = refsOf(tracked)
  if (inquiry.kind === 'unknown') return { kind: 'unknown', refs, reason: inquiry.reason }
  switch (inquiry.state) {
    case 'uncommitted':
      return { kind: 'ready', refs }
    case 'committed':
      return { kind: cardSales === 'with_commit' ? 'captured' : 'authorized', refs }
    case 'sold':
    case 'partially_refunded':
      return { kind: 'captured', refs }
    case 'cancelled':
    case 'refunded':
      return { kind: 'voided', refs }
    case 'refused':
      return {
        kind: 'failed',
        refs,
        error: { codes: ['payment_status'], class: 'declined', retryable: true },
      }
    case 'at_work':
      return { kind: 'pending', refs }
  }
}

/** References to be kept. Some calls need no transaction id. */
export function refsOf({ trackingId, transactionId }: TrackedCard): Readonly<Record<string, string>> {
  return { tracking_id: trackingId, transaction_id: transactionId }
}

/** Whether it is unknown after a refusal what became of the money. */
export function mustInquire(code: string): boolean {
  const { meaning } = readCode(code)
  return meaning === 'repeated' || meaning === 'unsure'
}
