import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { bookReturned, checkAttempt, type TakenUpAttempt } from '../../payments/refunds/take-up-attempt.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { type Life, readLives } from '../../payments/watched/attempt-lives.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import type { ListedRefund } from '../../payments/watched/queries.ts'
import { notToldText } from '../texts/left-money.ts'
import { refusedReport } from '../refused-report.ts'
import { table, yenText } from '../texts/table.ts'

/** Everything about one payment, or about every payment of a reservation. */
export const attempt: Command = {
  usage: `attempt <attempt id | order reference at the provider | reservation number>
       npm run kippu -- attempt <attempt id> --checked | --returned [--paid-otherwise] --reason …`,
  summary:
    'the life of a payment: state, references, news of the provider, refunds, money; or what a person found of one that needs them',
  options: {
    checked: {
      type: 'boolean',
      help: 'you have compared it with the console of the provider: it needs nobody any more, and if it is open the store asks the provider now',
    },
    returned: {
      type: 'boolean',
      help: 'its refund was refused, and the money is back: asks the provider, then books it',
    },
    'paid-otherwise': {
      type: 'boolean',
      help: 'with --returned: the provider keeps the money, you have paid it by transfer or in cash',
    },
    reason: { type: 'string', help: 'what you found, in your words' },
  },
  async run(deps, typed) {
    const {
      positionals: [name, ...more],
    } = typed
    if (name === undefined || more.length > 0) throw new UsageError('name one payment')
    const how = HOW.filter(one => typed.isSet(one))
    if (how.length > 1) throw new UsageError('choose one of --checked and --returned')
    const [chosen] = how
    if (chosen !== undefined) return takenUpReport(deps, typed, { name, how: chosen })
    const lives = await readLives(deps, { name })
    if (lives.length === 0) return { text: `There is no payment ${name}.`, json: [], isFailure: true }
    return { text: lives.map(life => textOf(life)).join('\n\n'), json: lives }
  },
}

const HOW = ['checked', 'returned'] as const

async function takenUpReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { name, how }: { readonly name: string; readonly how: (typeof HOW)[number] },
): Promise<Report> {
  if (!v.is(uuid, name)) throw new UsageError(`--${how} takes the id of a payment: attempts names it`)
  const reason = reasonOf(typed)
  const asked = { attemptId: name.toLowerCase(), reason }
  if (how === 'returned')
    return returnedReport(
      await bookReturned(await deps.paying(), { ...asked, isPaidOtherwise: typed.isSet('paid-otherwise') }),
    )
  const answer = await checkAttempt(deps, asked)
  if (answer.kind === 'refused') return refusedReport(answer.why)
  const next = answer.isAsked ? ' The store asks the provider now.' : ''
  return { text: `It needs nobody any more.${next}`, json: answer }
}

function returnedReport(answer: TakenUpAttempt): Report {
  if (answer.kind === 'refused')
    return answer.keptYen === undefined
      ? refusedReport(answer.why)
      : {
          text: `Refused: its provider keeps ${yenText(answer.keptYen)} of it. Give that back in its console, or say with --paid-otherwise that you have paid it by transfer or in cash.`,
          json: { refused: answer.why },
          isFailure: true,
        }
  const { amount, told } = answer
  const booked = `${yenText(amount)} are booked as given back`
  const text =
    told === undefined || told.kind === 'left'
      ? `${booked}.`
      : `${booked}, on your word. ${notToldText(told)}.`
  return { text, json: answer }
}

const timeText = (time: Date | null): string => (time === null ? 'never' : jstIso(time.getTime()))
const known = (value: unknown): string => (value === null ? '-' : JSON.stringify(value))
const pairsText = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

function textOf(life: Life): string {
  const facts = [
    ['attempt', life.id],
    ['site', life.site_key],
    ['method', `${life.method} (${life.provider})`],
    ['account', life.provider_account ?? 'not written down'],
    ['reference', life.provider_order_ref],
    ['amount', yenText(life.amount)],
    ['state', [life.state, life.operation].filter(Boolean).join(', to do: ')],
    ['needs a person', life.needs_person ? 'YES' : 'no'],
    ['failure', known(life.failure)],
    ['begun', timeText(life.created_at)],
    ['changed', timeText(life.updated_at)],
    ['deadline', timeText(life.deadline)],
    ['next look', `${timeText(life.check_at)} (looked at ${life.checks} times again)`],
    ['order', `${life.order_id}, ${life.order_status}`],
    ['channel', life.channel],
    ['reservation', life.reservation_number ?? 'none'],
    ...Object.entries(life.provider_refs).map(([name, value]) => [`  ${name}`, value]),
  ]
  return [
    table(facts),
    section(
      'NEWS',
      life.events.map(event => [timeText(event.received_at), pairsText(event.payload)]),
    ),
    section(
      'REFUNDS',
      life.refunds.map(refund => refundLine(refund)),
    ),
    section(
      'MONEY',
      life.money.map(entry => [timeText(entry.created_at), entry.kind, yenText(entry.amount)]),
    ),
  ].join('\n')
}

function refundLine(refund: ListedRefund): string[] {
  const state = refund.needs_person ? `${refund.state}, needs a person` : refund.state
  const { id, created_at, amount, reason, failure } = refund
  return [id, timeText(created_at), state, yenText(amount), reason, known(failure)]
}

function section(title: string, rows: readonly string[][]): string {
  return rows.length === 0 ? `${title}: none` : `${title}:\n${table(rows)}`
}
