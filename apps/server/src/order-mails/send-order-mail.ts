import type { Received } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'
import { canMoveOrder, holdMayExpire } from '@kippu/domain/states/order'
import type { Site } from '@kippu/sites/site'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken, lockOrder, type OrderRecord } from '../orders/find-order.ts'
import type { ConfirmationJob } from '../jobs/queue.ts'
import { moveOrder } from '../orders/move-order.ts'
import { readFieldTemplates } from '../site-content/read-field-templates.ts'
import { hashToken } from '../tokens.ts'
import { acceptAnswers, type Answers } from './accept-answers.ts'
import { storeAnswers, storeMail, voidMail } from './queries.ts'

type CannotSend = Refusal<
  | 'session_timeout'
  | 'record not found'
  | 'invalid email address'
  | 'invalid order status'
  | 'invalid_request'
  | 'too_many_requests'
>

type BuyerForm = Received<typeof sendOrderMailCall>['body'] & { readonly token: string }

/** Enough to correct an address or two and to send again; not enough to flood strangers' mailboxes. */
const MOST_MAILS = 5

/**
 * Stores the answers of the buyer form and queues the mail whose link proves the address (R-7.19–20, D-16). Asked
 * again, it replaces the answers and voids the link sent before (S-1.02), so an address typed wrong, or one that the mail
 * server refuses at once (S-6.03), can be corrected. Once the address is proved, its order takes other answers with the
 * same address without a mail; another address needs another order (S-1.11). Where the site trusts its members, an order that
 * one is logged in to needs no mail at all, and may be paid at once (S-5.06, D-16).
 */
export async function sendOrderMail(
  deps: Pick<Deps, 'db' | 'tokens' | 'jobs' | 'firstTry'>,
  site: Site,
  form: BuyerForm,
): Promise<{ mail_sent: boolean } | CannotSend> {
  const mail = await storeForm(deps, site, form)
  if (mail === undefined) return { mail_sent: false }
  if (isRefusal(mail)) return mail
  const result = await deps.firstTry.sendConfirmation(mail)
  return result === 'refused' ? refuse('invalid email address') : { mail_sent: true }
}

/**
 * What is mailed is queued in the same transaction, so that it goes out even if this process ends now (S-6.04).
 * `undefined`: the answers are stored and nothing needs to be mailed.
 */
async function storeForm(
  { db, tokens, jobs }: Pick<Deps, 'db' | 'tokens' | 'jobs'>,
  { key: siteKey, membership }: Site,
  { token, contents }: BuyerForm,
): Promise<ConfirmationJob | undefined | CannotSend> {
  return db.transaction(async tx => {
    const order = await lockLiveOrder(tx, siteKey, token)
    if (isRefusal(order)) return order
    const answers = acceptAnswers(contents, await readFieldTemplates(tx, siteKey))
    if (isRefusal(answers)) return answers
    if (order.status === 'ready_checkout' && emailOf(order.customerInfo) === emailOf(answers)) {
      await storeAnswers(tx, order.id, answers)
      return undefined
    }
    if (membership.skipMailAuthentication && order.memberId !== null) return trustMember(tx, order, answers)
    if (!canMoveOrder(order.status, 'mail_sent')) return refuse('invalid order status')
    if (order.mailGeneration >= MOST_MAILS) return refuse('too_many_requests')
    await moveOrder(tx, { orderId: order.id, to: 'mail_sent' })
    const generation = order.mailGeneration + 1
    const mailTokenHash = hashToken(tokens.derive('mail', `${order.id}.${generation}`))
    await storeAnswers(tx, order.id, answers)
    await storeMail(tx, { orderId: order.id, generation, mailTokenHash })
    const mail: ConfirmationJob = { name: 'send-confirmation-mail', orderId: order.id, generation }
    await jobs.enqueue(tx, mail)
    return mail
  })
}

/** A link that was mailed before is void: it may lie in the mailbox of a stranger whose address was typed by mistake. */
async function trustMember(
  tx: Tx,
  { id: orderId, status }: OrderRecord,
  answers: Answers,
): Promise<undefined | Refusal<'invalid order status'>> {
  // Not the table of moves alone: a payment that failed leads to `ready_checkout` as well.
  if (!holdMayExpire(status)) return refuse('invalid order status')
  if (status !== 'ready_checkout') await moveOrder(tx, { orderId, to: 'ready_checkout' })
  await storeAnswers(tx, orderId, answers)
  await voidMail(tx, orderId)
  return undefined
}

async function lockLiveOrder(tx: Tx, siteKey: string, token: string): Promise<OrderRecord | CannotSend> {
  const found = await findOrderByToken(tx, { siteKey, token })
  const order = found && (await lockOrder(tx, found.id))
  if (order === undefined) return refuse('record not found')
  return order.hasEnded ? refuse('session_timeout') : order
}

function emailOf(answers: Answers): string | undefined {
  return answers.find(({ key }) => key === 'email')?.value
}
