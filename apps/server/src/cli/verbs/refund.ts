import * as v from 'valibot'

import { differenceForStaff } from '../../payments/refunds/request-difference.ts'
import { refundForStaff } from '../../payments/refunds/request-refund.ts'
import { askLeftForStaff, type LeftMoney } from '../../payments/refunds/ask-left.ts'
import type { WhatGoesBack } from '../../payments/refunds/plan-refund.ts'
import { previewRefund, type RefundPreview } from '../../payments/refunds/preview-refund.ts'
import { askSecondPerson, type AskedSecondPerson } from '../../payments/refunds/second-person.ts'
import { type RequestedRefund } from '../../payments/refunds/written-refund.ts'
import { retryForStaff, settleForStaff } from '../../payments/refunds/take-up-refund.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type Report,
  UsageError,
  YES_OPTION,
} from '../command.ts'
import { readRefundState } from '../../payments/watched/queries.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { readReservation, type ReservationKey, SITE_OPTION } from '../parse/site-of-reservation.ts'
import { askFirst } from '../ask-first.ts'
import { refusedReport } from '../refused-report.ts'
import { askedReport } from '../texts/asked-report.ts'
import { notToldText } from '../texts/left-money.ts'
import { counted, table, yenText } from '../texts/table.ts'

/** Refunds money and revokes the tickets; the worker continues what the provider has not answered. */
export const refund: Command = {
  usage: `refund <reservation number> --tickets 1,3 | --all [--even-accepted] | --difference <yen> [--even-disputed] --reason … [--dry-run | --ask | --approval <id>] [--yes]
       npm run kippu -- refund --retry <refund id> [--even-disputed]
       npm run kippu -- refund --settled <refund id> done | failed`,
  summary:
    'give the money of tickets back and revoke them, or a part of their price; or end a refund that did not end by itself',
  options: {
    tickets: { type: 'string', help: 'numbers of tickets in their reservation: 1,3' },
    all: { type: 'boolean', help: 'all tickets that are left' },
    'even-accepted': {
      type: 'boolean',
      help: 'also tickets that somebody else has accepted from their buyer',
    },
    'even-disputed': {
      type: 'boolean',
      help: "also money that the buyer's bank takes back, or may: look at the dispute first",
    },
    difference: { type: 'string', help: 'yen of their price; the tickets stay valid' },
    'dry-run': { type: 'boolean', help: 'what goes back to which payment and what stays; nothing is done' },
    ask: { type: 'boolean', help: 'asks a second person for it, who agrees in the console' },
    approval: { type: 'string', help: 'of the second person: the id that --ask said' },
    ...YES_OPTION,
    reason: { type: 'string', help: 'why, in your words; kept with the refund' },
    retry: { type: 'string', help: 'a refund that failed: ask the provider once more' },
    settled: { type: 'string', help: 'a refund that you have looked up: done books it, failed closes it' },
    ...SITE_OPTION,
  },
  async run(deps, typed) {
    const { retry, settled } = readTakenUp(typed)
    const evenDisputed = typed.isSet('even-disputed')
    if (retry !== undefined) return retryReport(deps, { refundId: retry, evenDisputed })
    if (settled !== undefined) return settledReport(deps, settled, typed.positionals)
    const what = readWhat(typed)
    const isTried = typed.isSet('dry-run')
    const reason = isTried ? '' : reasonOf(typed)
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation', 'not_found')
    const plan = () => previewReport(deps, { ...reservation, what: whatOf(what, typed) })
    if (isTried) return plan()
    if (typed.isSet('ask'))
      return askedRefundReport(
        await askSecondPerson(await deps.paying(), {
          ...reservation,
          what: whatOf(what, typed),
          evenDisputed: typed.isSet('even-disputed'),
          reason,
        }),
      )
    const run = () => refundedReport(deps, reservation, { what, typed, reason })
    if (what.difference !== undefined || what.tickets !== 'all') return run()
    return askFirst(typed, { plan, word: reservation.reservationNumber, run })
  },
}

interface Refunded {
  readonly what: RefundRequest
  readonly typed: CommandArguments
  readonly reason: string
}

async function refundedReport(
  deps: CommandDeps,
  reservation: ReservationKey,
  { what, typed, reason }: Refunded,
): Promise<Report> {
  const evenDisputed = typed.isSet('even-disputed')
  const approval = readId(typed.text('approval'))
  const answer =
    what.difference === undefined
      ? await refundForStaff(await deps.paying(), {
          ...reservation,
          tickets: what.tickets,
          evenAccepted: typed.isSet('even-accepted'),
          evenDisputed,
          approval,
          reason,
        })
      : await differenceForStaff(await deps.paying(), {
          ...reservation,
          difference: what.difference,
          evenDisputed,
          approval,
          reason,
        })
  return answer.kind === 'refused' ? refusedRefund(answer) : refundReport(deps, answer)
}

function askedRefundReport(answer: AskedSecondPerson): Report {
  return answer.kind === 'refused' ? refusedRefund(answer) : askedReport(answer)
}

function whatOf(what: RefundRequest, typed: CommandArguments): WhatGoesBack {
  return what.difference === undefined
    ? { tickets: what.tickets, evenAccepted: typed.isSet('even-accepted') }
    : { difference: what.difference }
}

/** The words that a person needs of a payment before money goes back to it; nothing where all is as the store has it. */
function leftText({ told, elsewhere }: LeftMoney): string {
  if (elsewhere === 'some') return 'some of it went back without the store'
  if (elsewhere > 0) return `${yenText(elsewhere)} of it went back without the store`
  return told.kind === 'left' ? '' : notToldText(told)
}

type AskedPreview = Parameters<typeof previewRefund>[1]

async function previewReport(deps: CommandDeps, asked: AskedPreview): Promise<Report> {
  const found = await previewRefund(await deps.paying(), asked)
  if (found.kind === 'refused') return refusedRefund(found)
  const { kind: _, ...json } = found
  return { text: previewText(found), json }
}

function previewText({ tickets, amount, stays, payments, dispute }: RefundPreview): string {
  const goes = tickets.map(({ number, yen }) => [`  ticket ${number}`, yenText(yen)])
  const parts = payments.map(({ method, amount: yen, ...money }) => [
    `  to ${method}`,
    yenText(yen),
    leftText(money),
  ])
  return [
    `${yenText(amount)} go back.`,
    table([...goes, ...parts]),
    `${counted(stays.tickets, 'ticket')} of ${yenText(stays.yen)} ${stays.tickets === 1 ? 'stays' : 'stay'}.`,
    ...(dispute === null
      ? []
      : [`Its payment is disputed: ${dispute}. It is refused without --even-disputed.`]),
  ].join('\n')
}

function refusedRefund({ why, dispute }: { readonly why: string; readonly dispute?: string }): Report {
  if (why === 'a second person is needed')
    return refusedReport(`${why}: ask with --ask, and use what they agree to with --approval`)
  if (dispute === undefined) return refusedReport(why, why.startsWith('no such') ? 'not_found' : 'refused')
  const text = `Refused: ${why}: ${dispute}. Answer it in the provider's console; with --even-disputed the money goes back all the same.`
  return { text, json: { refused: why, dispute }, refusal: 'refused', isFailure: true }
}

type RefundRequest =
  | { readonly tickets: 'all' | readonly number[]; readonly difference?: undefined }
  | { readonly difference: number }

function readWhat({ text, isSet }: CommandArguments): RefundRequest {
  const [listed, difference] = [text('tickets'), text('difference')]
  const chosen = [listed !== undefined, isSet('all'), difference !== undefined].filter(Boolean)
  if (chosen.length !== 1) throw new UsageError('choose one of --tickets, --all and --difference')
  if (difference !== undefined) {
    if (!/^[1-9]\d{0,7}$/.test(difference)) throw new UsageError('--difference must be whole yen')
    return { difference: Number(difference) }
  }
  if (listed === undefined) return { tickets: 'all' }
  if (!/^[1-9]\d{0,4}(?:,[1-9]\d{0,4})*$/.test(listed)) throw new UsageError('--tickets must look like 1,3')
  return { tickets: listed.split(',').map(Number) }
}

const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** The refund that is retried or closed, if there is one. It already has its tickets and its reason. */
function readTakenUp({
  text,
  isSet,
  positionals,
}: CommandArguments): Partial<Record<'retry' | 'settled', string>> {
  const [retry, settled] = [readId(text('retry')), readId(text('settled'))]
  if (retry === undefined && settled === undefined) return {}
  const others = ['tickets', 'difference', 'reason', 'site'].filter(name => text(name) !== undefined)
  if ((retry !== undefined && settled !== undefined) || others.length > 0 || isSet('all'))
    throw new UsageError('--retry and --settled go with a refund alone')
  if (retry !== undefined && positionals.length > 0) throw new UsageError('--retry takes a refund alone')
  return { ...(retry !== undefined && { retry }), ...(settled !== undefined && { settled }) }
}

function readId(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined
  const read = v.safeParse(uuid, typed)
  if (!read.success) throw new UsageError(`${typed} is not a refund id`)
  return read.output
}

async function retryReport(
  deps: CommandDeps,
  retried: { readonly refundId: string; readonly evenDisputed: boolean },
): Promise<Report> {
  const answer = await retryForStaff(await deps.paying(), retried)
  return answer.kind === 'refused' ? refusedRefund(answer) : stateReport(deps, retried)
}

async function settledReport(
  deps: CommandDeps,
  refundId: string,
  [end, ...more]: readonly string[],
): Promise<Report> {
  if ((end !== 'done' && end !== 'failed') || more.length > 0)
    throw new UsageError('say how it ended: --settled <refund id> done, or failed')
  const answer = await settleForStaff(deps, { refundId, end })
  if (answer.kind === 'refused') return refusedReport(answer.why)
  const yen = yenText(answer.amount)
  const text = end === 'done' ? `Closed: ${yen} went back, and is booked.` : `Closed: ${yen} did not go back.`
  return { text, json: { refund: refundId, amount: answer.amount, state: end } }
}

async function refundReport(
  deps: CommandDeps,
  { refundIds, amount, tickets }: RequestedRefund,
): Promise<Report> {
  const revoked = tickets.length === 0 ? [] : [`Revoked: ticket ${tickets.join(', ')}.`]
  if (refundIds.length === 0)
    return {
      text: [...revoked, 'They had cost nothing.'].join(' '),
      json: { tickets, amount, state: 'nothing' },
    }
  const parts: Array<Awaited<ReturnType<typeof stateReport>>> = []
  for (const refundId of refundIds) parts.push(await stateReport(deps, { refundId }))
  return {
    text: [...revoked, ...parts.map(({ text }) => text)].join(' '),
    json: { tickets, amount, refunds: parts.map(({ json }) => json) },
    isFailure: parts.some(({ isFailure }) => isFailure === true),
  }
}

/** The amount that is to be paid in another way, so that nobody has the same money twice. */
function otherWayText(amount: number, { told, elsewhere }: LeftMoney): string {
  if (told.kind !== 'left' || elsewhere === 'some')
    return `${notToldText(told)}: look in its console before you pay it some other way`
  const left = yenText(told.yen)
  if (elsewhere === 0) return `${left} are left of the payment. Pay it some other way`
  const owed = Math.max(0, amount - elsewhere)
  const known = `${yenText(elsewhere)} of the payment went back without the store, and ${left} are left`
  return owed === 0
    ? `${known}. Pay nothing: close it with --settled … done. If that was other money, send it with --retry`
    : `${known}. Pay ${yenText(owed)} some other way, and no more`
}

/** The present state of the refund, as text. */
async function stateReport(
  deps: CommandDeps,
  { refundId }: { readonly refundId: string },
): Promise<Report & { readonly json: object }> {
  const { amount, state, failure, needs_person } = await readRefundState(deps, { refundId })
  const json = { refund: refundId, amount, state, failure, needs_person }
  const yen = yenText(amount)
  if (state === 'done') return { text: `${yen} went back.`, json }
  if (state === 'failed') {
    const money = await askLeftForStaff(await deps.paying(), { refundId })
    const refused = `${yen} did not go back: ${JSON.stringify(failure)}.`
    const text = `${refused} ${otherWayText(amount, money)} (refund ${refundId}).`
    return { text, json: { ...json, ...money }, isFailure: true }
  }
  const who = needs_person ? 'it needs a person' : 'the worker goes on with it'
  return { text: `${yen} are on their way back; ${who} (refund ${refundId}).`, json }
}
