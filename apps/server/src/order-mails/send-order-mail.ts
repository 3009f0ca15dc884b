import type { Received } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken, lockOrder, type OrderRecord } from '../orders/find-order.ts'
import type { ConfirmationJob } from '../jobs/queue.ts'
import { moveOrder } from '../orders/move-order.ts'
import { hashToken } from '../tokens.ts'
import { acceptAnswers } from './accept-answers.ts'
import { findFieldTemplates, storeAnswers } from './queries.ts'

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
const MOST_MAILS = 10

/**
 * Stores the answers of the buyer form and queues the mail whose link proves the address (R-7.19–20, D-16). Asked
 * again, it replaces the answers and voids the link sent before (S-1.02), so an address typed wrong, or one that the mail
 * server refuses at once (S-6.03), can be corrected.
 */
export async function sendOrderMail(
  deps: Pick<Deps, 'db' | 'tokens' | 'jobs' | 'firstTry'>,
  siteKey: string,
  form: BuyerForm,
): Promise<{ mail_sent: boolean } | CannotSend> {
  const mail = await storeForm(deps, siteKey, form)
  if (isRefusal(mail)) return mail
  const result = await deps.firstTry.sendConfirmation(mail)
  return result === 'refused' ? refuse('invalid email address') : { mail_sent: true }
}

/** What is mailed is queued in the same transaction, so that it goes out even if this process ends now (S-6.04). */
async function storeForm(
  { db, tokens, jobs }: Pick<Deps, 'db' | 'tokens' | 'jobs'>,
  siteKey: string,
  { token, contents }: BuyerForm,
): Promise<ConfirmationJob | CannotSend> {
  return db.transaction(async tx => {
    const order = await lockLiveOrder(tx, siteKey, token)
    if (isRefusal(order)) return order
    const answers = acceptAnswers(contents, await findFieldTemplates(tx, siteKey))
    if (isRefusal(answers)) return answers
    if (order.mailGeneration >= MOST_MAILS) return refuse('too_many_requests')
    // A confirmed order keeps the answers its address was proved with (S-1.11).
    if (!(await moveOrder(tx, { orderId: order.id, to: 'mail_sent' }))) return refuse('invalid order status')
    const generation = order.mailGeneration + 1
    const mailTokenHash = hashToken(tokens.derive('mail', `${order.id}.${generation}`))
    await storeAnswers(tx, { orderId: order.id, answers, generation, mailTokenHash })
    const mail: ConfirmationJob = { name: 'send-confirmation-mail', orderId: order.id, generation }
    await jobs.enqueue(tx, mail)
    return mail
  })
}

async function lockLiveOrder(tx: Tx, siteKey: string, token: string): Promise<OrderRecord | CannotSend> {
  const found = await findOrderByToken(tx, { siteKey, token })
  const order = found && (await lockOrder(tx, found.id))
  if (order === undefined) return refuse('record not found')
  return order.hasEnded ? refuse('session_timeout') : order
}
