import { summariseDay } from '../office/books/day-summary.ts'
import { summaryRecipients } from '../office/books/summary-recipients.ts'
import type { JobOf } from '../platform/jobs/jobs.ts'
import { type MailDeps, sendTo, siteMailContext } from './send-letter.ts'
import { summaryMail } from './templates/summary.ts'

/** Tells somebody at the venue of a day; nobody, once they are off the list. */
export async function sendSummaryMail(
  deps: MailDeps,
  { siteKey, day, recipient }: JobOf<'send-summary-mail'>,
): Promise<'sent' | 'refused'> {
  const settings = await deps.content.settings(siteKey)
  const to = summaryRecipients(settings.get('Summary_Mail'))[recipient]
  if (to === undefined) return 'sent'
  const summary = await summariseDay(deps, { siteKey, day, now: new Date(deps.clock.now()) })
  const letter = summaryMail(await siteMailContext(deps, siteKey, to.lang), summary)
  const result = await sendTo(
    deps,
    { siteKey, lang: to.lang, to: to.address },
    { letter, id: `summary.${siteKey}.${day}.${recipient}` },
  )
  if (result === 'refused')
    deps.log.warn({ site: siteKey, recipient }, 'the mail server refuses an address of Summary_Mail')
  return result
}
