import { requestRefund, type RequestedRefund } from '../payments/refunds/request-refund.ts'
import { type Command, type CommandDeps, type Report, type Typed, UsageError } from './command.ts'
import { readRefundState } from './queries.ts'
import { readReservation, SITE_OPTION } from './site-of-reservation.ts'
import { yenText } from './table.ts'

/** Gives money back and takes the tickets; what the provider has not answered is gone on with by the worker. */
export const refund: Command = {
  usage: 'refund <reservation number> --tickets 1,3 | --all --reason …',
  summary: 'give the money of tickets back and revoke them',
  options: {
    tickets: { type: 'string', help: 'numbers of tickets in their reservation: 1,3' },
    all: { type: 'boolean', help: 'all tickets that are left' },
    reason: { type: 'string', help: 'why, in your words; kept with the refund' },
    ...SITE_OPTION,
  },
  async run(deps, typed) {
    const tickets = readTickets(typed)
    const reason = typed.text('reason')?.trim() ?? ''
    if (reason === '') throw new UsageError('say why, with --reason')
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation')
    const answer = await requestRefund(deps, { ...reservation, tickets, reason })
    return answer.kind === 'refused' ? refusedReport(answer.why) : refundReport(deps, answer)
  },
}

export function refusedReport(why: string): Report {
  return { text: `Refused: ${why}.`, json: { refused: why }, isFailure: true }
}

function readTickets({ text, isSet }: Typed): 'all' | readonly number[] {
  const listed = text('tickets')
  if ((listed !== undefined) === isSet('all')) throw new UsageError('choose tickets with --tickets or --all')
  if (listed === undefined) return 'all'
  if (!/^[1-9]\d{0,4}(?:,[1-9]\d{0,4})*$/.test(listed)) throw new UsageError('--tickets must look like 1,3')
  return listed.split(',').map(Number)
}

async function refundReport(
  { db }: Pick<CommandDeps, 'db'>,
  { refundId, amount, tickets }: RequestedRefund,
): Promise<Report> {
  const revoked = `Revoked: ticket ${tickets.join(', ')}.`
  if (refundId === undefined)
    return { text: `${revoked} They had cost nothing.`, json: { tickets, amount, state: 'nothing' } }
  const { state, failure } = await db.read(tx => readRefundState(tx, refundId))
  const json = { refund: refundId, tickets, amount, state, failure }
  const yen = yenText(amount)
  switch (state) {
    case 'done':
      return { text: `${revoked} ${yen} went back.`, json }
    case 'failed':
      return {
        text: `${revoked} The provider refused to give ${yen} back: ${JSON.stringify(failure)}. Pay it some other way.`,
        json,
        isFailure: true,
      }
    default:
      return {
        text: `${revoked} ${yen} are on their way back; the worker goes on with it (refund ${refundId}).`,
        json,
      }
  }
}
