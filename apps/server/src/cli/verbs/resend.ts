import { isLanguage, LANGUAGES } from '@kippu/domain/language'

import { mailTicketsForStaff, type StaffMail } from '../../tickets/mail-for-staff.ts'
import { type Command, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { readReservation, SITE_OPTION } from '../parse/site-of-reservation.ts'

/** The mail with the tickets once more (docs/handbook.md). */
export const resend: Command = {
  usage: 'resend <reservation number> [--lang en] [--reason …]',
  summary: 'mail the tickets once more to the address on file',
  options: {
    lang: {
      type: 'string',
      help: `language of the letter: ${LANGUAGES.join(', ')}; without it, that of the order`,
    },
    reason: { type: 'string', help: 'why, in your words' },
    ...SITE_OPTION,
  },
  async run(deps, typed) {
    const lang = typed.text('lang')
    if (lang !== undefined && !isLanguage(lang))
      throw new UsageError(`${lang} is not a language: ${LANGUAGES.join(', ')}`)
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation', 'not_found')
    return mailReport(await mailTicketsForStaff(deps, { ...reservation, reason: typed.text('reason'), lang }))
  },
}

export function mailReport(answer: StaffMail): Report {
  return answer === 'queued'
    ? { text: 'The tickets are on their way, within a minute where a worker runs.', json: { mailed: true } }
    : refusedReport(answer)
}
