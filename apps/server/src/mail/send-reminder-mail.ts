import { sayIn } from '@kippu/sites/visiting'

import type { JobOf } from '../platform/jobs/jobs.ts'
import { isCalledOff } from '../orders/life/change-end.ts'
import { nearestOf } from '../sites/visiting/visiting-of.ts'
import { changeFactsOf } from '../tickets/change-facts.ts'
import { mailedCodes } from './mailed-codes.ts'
import { completedReservation } from './reservation-reads.ts'
import { linksOf } from './send-completion-mail.ts'
import { buyerName, type MailDeps, sendReservationLetter, siteMailContext } from './send-letter.ts'
import type { SiteMailContext } from './templates/frame.ts'
import { type Reminder, reminderMail } from './templates/reminder.ts'
import { visitFile } from './visit-file.ts'

/**
 * Reminds of a visit. A reservation that was moved, given back, used or cancelled by its house since it was queued gets none, and neither does one whose visit has
 * begun: the mail server may have been away for days.
 */
export async function sendReminderMail(
  deps: MailDeps,
  { reservationId, orderId }: JobOf<'send-reminder-mail'>,
): Promise<void> {
  const found = await deps.db.find(completedReservation, { reservationId, lang: null })
  if (found === undefined || found.order.id !== orderId) return
  const { visit } = changeFactsOf(found.change)
  if (!visit.isActive || visit.hasUsedTicket || visit.startsAtMs <= deps.clock.now()) return
  if (await deps.db.read(read => isCalledOff(read, orderId))) return
  const { order, bought, reservationNumber } = found
  const writing = await siteMailContext(deps, order.siteKey, order.lang)
  const links = linksOf(deps, found)
  const letter = reminderMail(writing, {
    name: buyerName(order),
    reservationNumber,
    product: bought.product,
    ...links,
    ...(await wayOf(deps, order.siteKey, writing)),
    codes: await mailedCodes(deps, found),
    calendar: visitFile(writing, { ...found, url: links.url, writtenAt: deps.clock.now() }),
  })
  await sendReservationLetter(deps, { reservationId, order }, { letter, id: `reminder.${orderId}` })
}

/** The hours of the house, and how one gets there. */
async function wayOf(
  { sites, content }: Pick<MailDeps, 'sites' | 'content'>,
  siteKey: string,
  { lang, words }: Pick<SiteMailContext, 'lang' | 'words'>,
): Promise<Pick<Reminder, 'opening' | 'ways'>> {
  const found = sites.find(siteKey)
  if (found === undefined) throw new Error(`there is no site ${siteKey}`)
  const site = await content.house(found)
  const nearest = nearestOf(site, lang, words)
  const ways = site.visiting.ways.map(way => sayIn(way, lang).text)
  return { opening: site.visiting.opening, ways: nearest === null ? ways : [nearest, ...ways] }
}
