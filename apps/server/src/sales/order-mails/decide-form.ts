import type { Received } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'
import { judgeContents } from '@kippu/domain/form/field-rules'
import type { FieldContent, FieldTemplate } from '@kippu/domain/form/order-fields'
import { canMoveOrder } from '@kippu/domain/states/order'
import { fullShareOfDomain, type ShareName } from '@kippu/domain/stock/unproven-shares'
import type { Site } from '@kippu/sites/site'

import type { MailBound } from '../../orders/address-proofs/count-mails.ts'
import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import { buyerOf, normaliseAddress, sharingDomainOf } from '../../orders/buyers/buyer.ts'
import type { Decision } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal, refuse, type Refusal, type RefusalDetails } from '../../platform/http/refusal.ts'
import type { ConfirmationJob } from '../../platform/jobs/jobs.ts'
import { type OrderRecord, placesOf } from '../../orders/life/find-order.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import type { FormChange, StoredForm } from '../../orders/life/order-mail.ts'
import type { Places } from '../../stock/hold-queue.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { FormFacts } from './form-facts.ts'

export type BuyerForm = Received<typeof sendOrderMailCall>['body'] & {
  /** The visitor's address; their network gets no more than its part of the mails that prove addresses. */
  readonly address: string
}

export type CannotSend = Refusal<
  | 'session_timeout'
  | 'record not found'
  | 'invalid email address'
  | 'order is being paid'
  | 'invalid order status'
  | 'invalid_request'
  | 'too_many_requests'
  | 'too many mails'
  | 'out of stock'
>

/**
 * The steps after a form is stored. `mail`: its link has to be sent. `proved`: nothing needs to be mailed. `take
 * places`: nothing either, and the order has no places yet. `give up places`: nothing is stored, for the share of its
 * mail domain is full; the order first gives its places back, and the form is decided again.
 */
export type AcceptedForm =
  | { readonly kind: 'mail'; readonly mail: ConfirmationJob; readonly places: Places }
  | { readonly kind: 'proved'; readonly places: Places }
  | { readonly kind: 'take places' }
  | { readonly kind: 'give up places'; readonly orderId: string; readonly full: ShareName }
  | CannotSend

/** Enough to correct an address or two and to send again; not enough to try many addresses. */
const MOST_MAILS = 5

/** Decides about an order whose buyer form was sent. */
export function decideForm(
  { env, tokens, jobs }: Pick<Deps, 'env' | 'tokens' | 'jobs'>,
  { membership, unprovenShares }: Pick<Site, 'membership' | 'unprovenShares'>,
  { contents, lang, address }: BuyerForm,
  found: FormFacts | undefined,
): Decision<FormChange, StoredForm, AcceptedForm> {
  if (found === undefined) return { answer: refuse('record not found') }
  const order = openOrder(found.order)
  if (isRefusal(order)) return { answer: order }
  const answers = acceptAnswers(contents, found.templates)
  if (isRefusal(answers)) return { answer: answers }
  const { email = '' } = buyerOf(answers)
  const form = { order, answers, lang: lang ?? order.lang }
  if (order.status === 'ready_checkout' && order.buyer.email === email)
    return withoutMail({ ...form, to: 'ready_checkout', link: 'kept', holdSeconds: null })
  // A link that was mailed before is void: it may lie in the mailbox of a stranger whose address was typed by mistake.
  if (membership.skipMailAuthentication && isOwnAddress(found.memberAddress, email))
    return proveByForm(form, env)
  if (!canMoveOrder(order.status, 'mail_sent')) return { answer: refuse('invalid order status') }
  if (order.mailGeneration >= MOST_MAILS) return { answer: refuse('too_many_requests') }
  const full = sharingDomainOf(email) === null ? undefined : fullShareOf({ unprovenShares }, found)
  if (full !== undefined) return { answer: { kind: 'give up places', orderId: order.id, full } }
  const generation = order.mailGeneration + 1
  const mail = { name: 'send-confirmation-mail', orderId: order.id, generation } as const
  const tokenHash = hashToken(tokens.derive('mail', `${order.id}.${generation}`))
  const counted = {
    address: countedAddress(env, email),
    network: networkHash(env, address),
    bounds: env.confirmationMails,
  }
  const link = { generation, tokenHash, job: jobs.rowOf(mail), mail: counted }
  const accepted = { kind: 'mail', mail, places: placesOf(order) } as const
  const holdSeconds = env.unprovenHoldSeconds
  return {
    change: { ...form, to: 'mail_sent', link, holdSeconds },
    answerOf: stored => (stored === 'stored' ? accepted : refuse('too many mails', boundDetails(stored))),
  }
}

/** Which field is refused, by which bound, and when it may be sent again. */
function boundDetails({ by, retryAfter }: MailBound): RefusalDetails {
  return { fields: [{ field: 'email', rule: `too_many_mails_of_${by}` }], retryAfter, boundedBy: by }
}

/** The share of its mail domain that is too full, on one of its days, for what an unproven order holds. */
export function fullShareOf(
  { unprovenShares }: Pick<Site, 'unprovenShares'>,
  { domainDays }: Pick<FormFacts, 'domainDays'>,
): ShareName | undefined {
  return domainDays
    .map(day => fullShareOfDomain(unprovenShares, day, day.units))
    .find(share => share !== undefined)
}

type GivenForm = Pick<FormChange, 'answers' | 'lang'> & { readonly order: OrderRecord }

/** The address is known of the member. An order without places stays where it is until it has them. */
function proveByForm(form: GivenForm, env: Deps['env']): Decision<FormChange, StoredForm, AcceptedForm> {
  const holdSeconds = env.orderHoldSeconds
  if (!form.order.placesAtProof)
    return withoutMail({ ...form, to: 'ready_checkout', link: 'void', holdSeconds })
  const change = { ...form, to: 'mail_sent', link: 'void', holdSeconds: env.unprovenHoldSeconds } as const
  return { change, answerOf: () => ({ kind: 'take places' }) }
}

/** Judges the answers of the buyer form by the rules the browser ran. */
export function acceptAnswers(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): readonly FieldContent[] | Refusal<'invalid email address' | 'invalid_request'> {
  const { answers, problems } = judgeContents(contents, templates)
  if (problems.some(({ rule }) => rule === 'mail_validate_invalid')) return refuse('invalid email address')
  return problems.length > 0 ? refuse('invalid_request', { fields: problems }) : answers
}

function withoutMail(change: FormChange & GivenForm): Decision<FormChange, StoredForm, AcceptedForm> {
  return { change, answerOf: () => ({ kind: 'proved', places: placesOf(change.order) }) }
}

/**
 * Whether an address is the one that is known of the member who is logged in to the order. A login proves the member and
 * nothing else: tickets that go anywhere else need a mail that proves it, as everybody's do.
 */
function isOwnAddress(memberAddress: string | null, address: string): boolean {
  if (memberAddress === null) return false
  return normaliseAddress(memberAddress) === normaliseAddress(address)
}
