import type { Answer } from '@kippu/contract/call'
import type { sendOrderMail as sendOrderMailCall } from '@kippu/contract/order-mails'
import type { Site } from '@kippu/sites/site'

import { takeStep } from '../db/take-step.ts'
import type { Deps } from '../deps.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { storeForms } from '../orders/life/order-mail.ts'
import { type BuyerForm, type CannotSend, decideForm } from './decide-form.ts'
import type { FirstTry } from './first-try.ts'
import { formFactsByToken } from './form-facts.ts'

export interface OrderMailDeps extends Pick<Deps, 'env' | 'db' | 'tokens' | 'jobs' | 'log'> {
  readonly firstTry: FirstTry
}

/**
 * Stores the answers of the buyer form and queues the mail whose link proves the address (R-7.19–20, D-16). Asked
 * again, it replaces the answers and voids the link sent before (S-1.02), so an address typed wrong, or one that the mail
 * server refuses at once (S-6.03), can be corrected. Once the address is proved, its order takes other answers with the
 * same address without a mail; another address needs another order (S-1.11). Where the site trusts its members, the
 * own address of a member who is logged in needs no mail: the order may be paid at once (S-5.06, D-16). The mails are in the
 * language the form was read in, which may be another one than at the order page. What is mailed is queued in
 * the statement that stores the answers, so that it goes out even if this process ends now (S-6.04). Nothing is stored where the
 * mail would be one too many for its mailbox or its domain (docs/decisions/0039): the order, and a link sent before, stay as they are.
 */
export async function sendOrderMail(
  deps: OrderMailDeps,
  site: Site,
  form: BuyerForm & { readonly token: string },
): Promise<Answer<typeof sendOrderMailCall> | CannotSend> {
  const asked = { siteKey: site.key, token: form.token }
  const step = { read: formFactsByToken, write: storeForms }
  const mail = await takeStep(deps.db, step, asked, facts => decideForm(deps, site, form, facts))
  if (mail === undefined) return { mail_sent: false, order_token: form.token }
  if (isRefusal(mail)) {
    const { boundedBy: by, retryAfter } = mail.details
    if (by !== undefined)
      deps.log.warn({ by, retryAfter, site: site.key }, 'a confirmation mail would be one too many')
    return mail
  }
  const result = await deps.firstTry.sendConfirmation(mail)
  return result === 'refused' ? refuse('invalid email address') : { mail_sent: true }
}
