import { correctAddressForStaff } from '../../tickets/mail-for-staff.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { mailReport } from './resend.ts'
import { readReservation, SITE_OPTION } from '../parse/site-of-reservation.ts'

/** A mistyped mail address (docs/handbook.md). */
export const address: Command = {
  usage: 'address <reservation number> --to <mail address> --reason …',
  summary: 'replace the mail address of a visit, and mail its tickets there',
  options: {
    to: { type: 'string', help: 'the right address' },
    reason: { type: 'string', help: 'why, and how you made sure who asks' },
    ...SITE_OPTION,
  },
  async run(deps, typed) {
    const to = typed.text('to')
    if (to === undefined) throw new UsageError('name the right address: --to hana@example.com')
    const reason = reasonOf(typed)
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation', 'not_found')
    const answer = await correctAddressForStaff(deps, { ...reservation, typed: to, reason })
    if (typeof answer === 'string') return mailReport(answer)
    throw new UsageError(`${to} is not a mail address`)
  },
}
