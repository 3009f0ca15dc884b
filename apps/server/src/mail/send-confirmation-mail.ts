import { jstIso } from '@kippu/domain/jst-date'

import type { ConfirmationJob } from '../platform/jobs/jobs.ts'
import { boughtById } from '../orders/bought/bought-order.ts'
import { type OrderRecord, placesOf } from '../orders/life/find-order.ts'
import { noteMailedLinks } from '../orders/life/order-mail.ts'
import { type MailDeps, sendLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from '../sites/store-link.ts'
import { confirmationMail } from './templates/confirmation.ts'

/**
 * Sends the link and the code of this generation, unless it was already sent, or is void: replaced, used, or its hold
 * has ended.
 */
export async function sendConfirmationMail(
  deps: MailDeps,
  { orderId, generation }: ConfirmationJob,
): Promise<'sent' | 'refused'> {
  const found = await deps.db.find(boughtById, orderId)
  if (found === undefined || !isDue(found.order, generation)) return 'sent'
  const { order, bought } = found
  if (order.mailTokenHash === null) return 'sent'
  const id = `${orderId}.${generation}`
  const mailToken = deps.tokens.deriveStored('mail', id, order.mailTokenHash)
  const letter = confirmationMail(await siteMailContext(deps, order.siteKey, order.lang), {
    order: bought,
    places: placesOf(order),
    url: storeLink(deps, { ...order, route: `/#/mail-confirm?mail_token=${mailToken}` }),
    code: deps.tokens.deriveMailCode(id, order.mailTokenHash),
    expiresAt: jstIso(order.expiresAt.getTime()),
  })
  const result = await sendLetter(deps, order, { letter, id: `confirmation.${orderId}.${generation}` })
  await deps.db.write(noteMailedLinks, { orderId, generation })
  return result
}

function isDue(order: OrderRecord, generation: number): boolean {
  return (
    order.status === 'mail_sent' &&
    !order.hasEnded &&
    order.mailGeneration === generation &&
    order.mailedGeneration < generation
  )
}
