import { voidForStaff } from '../../payments/refunds/request-void.ts'
import type { Command } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { readReservation, SITE_OPTION } from '../parse/site-of-reservation.ts'

/** Releases a payment before it is captured; the worker does it. */
export const voidPayment: Command = {
  usage: 'void <reservation number> [--reason …]',
  summary: 'release a payment that is authorised and not captured yet, and revoke its tickets',
  options: { reason: { type: 'string', help: 'why, in your words' }, ...SITE_OPTION },
  async run(deps, typed) {
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation', 'not_found')
    const reason = typed.text('reason')?.trim()
    const answer = await voidForStaff(await deps.paying(), { ...reservation, reason })
    if (answer.kind === 'refused') return refusedReport(answer.why)
    const { attemptId, tickets } = answer
    return {
      text: `Revoked: ticket ${tickets.join(', ')}. The payment is being released by the worker (attempt ${attemptId}).`,
      json: { attempt: attemptId, tickets },
    }
  },
}
