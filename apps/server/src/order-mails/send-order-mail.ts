import type { Answer, Received } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'
import { canMoveOrder } from '@kippu/domain/states/order'
import type { Site } from '@kippu/sites/site'

import { buyerOf } from '../buyers/buyer.ts'
import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import type { ConfirmationJob } from '../jobs/jobs.ts'
import { lockOpenOrder } from '../orders/life/lock-open-order.ts'
import { moveOrder } from '../orders/life/move-order.ts'
import { readFieldTemplates } from '../site-content/read-field-templates.ts'
import { hashToken } from '../tokens.ts'
import type { FirstTry } from './first-try.ts'
import { acceptAnswers } from './accept-answers.ts'
import { storeForm, storeMail } from '../orders/life/order-mail.ts'
import { isOwnAddress, trustMember } from './trust-member.ts'

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

export interface OrderMailDeps extends Pick<Deps, 'db' | 'tokens' | 'jobs'> {
  readonly firstTry: FirstTry
}

/**
 * Stores the answers of the buyer form and queues the mail whose link proves the address (R-7.19–20, D-16). Asked
 * again, it replaces the answers and voids the link sent before (S-1.02), so an address typed wrong, or one that the mail
 * server refuses at once (S-6.03), can be corrected. Once the address is proved, its order takes other answers with the
 * same address without a mail; another address needs another order (S-1.11). Where the site trusts its members, the
 * own address of a member who is logged in needs no mail: the order may be paid at once (S-5.06, D-16). The mails are in the
 * language the form was read in, which may be another one than at the order page.
 */
export async function sendOrderMail(
  deps: OrderMailDeps,
  site: Site,
  form: BuyerForm,
): Promise<Answer<typeof sendOrderMailCall> | CannotSend> {
  const mail = await acceptForm(deps, site, form)
  if (mail === undefined) return { mail_sent: false, order_token: form.token }
  if (isRefusal(mail)) return mail
  const result = await deps.firstTry.sendConfirmation(mail)
  return result === 'refused' ? refuse('invalid email address') : { mail_sent: true }
}

/**
 * What is mailed is queued in the same transaction, so that it goes out even if this process ends now (S-6.04).
 * `undefined`: the answers are stored and nothing needs to be mailed.
 */
async function acceptForm(
  { db, tokens, jobs }: Pick<Deps, 'db' | 'tokens' | 'jobs'>,
  { key: siteKey, membership }: Site,
  { token, contents, lang }: BuyerForm,
): Promise<ConfirmationJob | undefined | CannotSend> {
  return db.transaction(async tx => {
    const order = await lockOpenOrder(tx, { siteKey, token })
    if (isRefusal(order)) return order
    const answers = acceptAnswers(contents, await readFieldTemplates(tx, siteKey))
    if (isRefusal(answers)) return answers
    const { email } = buyerOf(answers)
    const stored = { answers, lang: lang ?? order.lang }
    if (order.status === 'ready_checkout' && order.buyer.email === email) {
      await storeForm(tx, order.id, stored)
      return undefined
    }
    if (membership.skipMailAuthentication && (await isOwnAddress(tx, order, email)))
      return trustMember(tx, order, stored)
    if (!canMoveOrder(order.status, 'mail_sent')) return refuse('invalid order status')
    if (order.mailGeneration >= MOST_MAILS) return refuse('too_many_requests')
    await moveOrder(tx, { orderId: order.id, to: 'mail_sent' })
    const generation = order.mailGeneration + 1
    const mailTokenHash = hashToken(tokens.derive('mail', `${order.id}.${generation}`))
    await storeForm(tx, order.id, stored)
    await storeMail(tx, { orderId: order.id, generation, mailTokenHash })
    const mail: ConfirmationJob = {
      name: 'send-confirmation-mail',
      orderId: order.id,
      generation,
    }
    await jobs.enqueue(tx, mail)
    return mail
  })
}
