import { epochMsOf, isIsoDate, jstIso } from '@kippu/domain/jst-date'
import { sumOf } from '@kippu/domain/sum'

import {
  askCancellation,
  type CancelledVisits,
  cancelVisits,
  type Offer,
  previewCancellation,
} from '../../office/visits/cancel-visits.ts'
import type { CancellationPlan } from '../../office/visits/plan-cancellation.ts'
import {
  type CancellationProgress,
  type ListedCancellation,
  listCancellations,
  readProgress,
} from '../../office/visits/read-cancellation.ts'
import { retryCancellation } from '../../office/visits/retry-cancellation.ts'
import { chosenDays, DAYS_OPTIONS, reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { noSuchTime, refusedReport } from '../refused-report.ts'
import { askedReport } from '../texts/asked-report.ts'
import { type Columns, counted, listed, table, yenText } from '../texts/table.ts'

/** Visits that do not take place (docs/handbook.md). */
export const visits: Command = {
  usage: `visits <site>
       npm run kippu -- visits cancel <site> [<product>] --from <day> [--to <day>] [--time 10:00] --refund|--offer-move <last day> --reason <words> [--apply --digest <digest> [--ask | --approval <id>]]
       npm run kippu -- visits cancellation <id> [--retry]`,
  summary:
    'cancel the visits of a slot, a day or a range of days: who is touched, and with --apply their money or another day, and one letter each',
  options: {
    ...DAYS_OPTIONS,
    refund: { type: 'boolean', help: 'the money goes back, the way it was paid' },
    'offer-move': {
      type: 'string',
      help: 'the visit may be moved to another day, through this day: 2027-01-31',
    },
    reason: { type: 'string', help: 'why, in your words; buyers do not see it' },
    apply: { type: 'boolean', help: 'do it; without it, the list is shown and nothing is done' },
    digest: { type: 'string', help: 'of the list that you have seen' },
    ask: { type: 'boolean', help: 'asks a second person for it, who agrees in the console' },
    approval: { type: 'string', help: 'of the second person: the id that --ask said' },
    retry: { type: 'boolean', help: 'try what failed or waits for a person once more' },
  },
  async run(deps, typed) {
    const [verb, ...words] = typed.positionals
    if (verb === 'cancel') return cancelReport(deps, typed, words)
    if (verb === 'cancellation') return cancellationReport(deps, typed, words)
    return listReport(deps, typed.positionals)
  },
}

async function cancelReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('name a site and, if you like, a product')
  const chosen = await chosenDays(deps, typed, {
    ...(site !== undefined && { site }),
    ...(product !== undefined && { product }),
  })
  const offer = offerOf(deps, typed)
  const reason = reasonOf(typed)
  const digest = typed.text('digest')
  if (!typed.isSet('apply')) {
    const plan = await previewCancellation(deps, chosen)
    return plan.spans === 0 ? noSuchTime() : planReport(plan, 'Nothing is done yet.')
  }
  if (digest === undefined) throw new UsageError('--apply takes the digest of the list that you have seen')
  if (typed.isSet('ask')) {
    const asked = await askCancellation(deps, { ...chosen, offer, digest, reason })
    return 'waitsUntil' in asked ? askedReport(asked) : cancelledReport(asked)
  }
  const approval = typed.text('approval')
  return cancelledReport(await cancelVisits(deps, { ...chosen, offer, digest, reason, approval }))
}

function cancelledReport(answer: CancelledVisits): Report {
  switch (answer.kind) {
    case 'refused':
      return refusedReport(
        `${answer.why}: ask with --apply --digest … --ask, and do it with --approval once they have agreed in the console`,
      )
    case 'nothing':
      return noSuchTime()
    case 'changed':
      return {
        ...planReport(
          answer.plan,
          'Refused: the list is another one by now, and nothing was done. Stop the sale first (sales stop), or take this digest.',
        ),
        isFailure: true,
      }
    case 'begun':
      return {
        text: `Cancellation ${answer.id} has begun: the sale is stopped, and the worker cancels ${counted(answer.visits, 'reservation')}. See: visits cancellation ${answer.id}`,
        json: answer,
      }
  }
}

function offerOf({ clock }: CommandDeps, typed: CommandArguments): Offer {
  const lastDay = typed.text('offer-move')
  if (typed.isSet('refund') === (lastDay !== undefined))
    throw new UsageError('choose one of --refund and --offer-move')
  if (lastDay === undefined) return { way: 'refund' }
  const isDay: boolean = isIsoDate(lastDay)
  if (!isDay) throw new UsageError(`${lastDay} is not a day: 2027-01-31`)
  const untilMs = epochMsOf(`${lastDay}T23:59:00+09:00`)
  if (untilMs <= clock.now()) throw new UsageError(`${lastDay} is over`)
  return { way: 'move', untilMs }
}

function planReport(plan: CancellationPlan, conclusion: string): Report {
  const { spans, visits: touched, byLanguage, byMethod, usedUp, beingPaid, unpaid, digest } = plan
  const buyers = touched.length
  const lines = byLanguage.map(({ lang, buyers: of, tickets, yen }) => [
    lang,
    String(of),
    String(tickets),
    yenText(yen),
  ])
  const methods = byMethod.map(({ method, buyers: of, tickets, yen }) => [
    method ?? 'nothing paid',
    String(of),
    String(tickets),
    yenText(yen),
  ])
  const total = [
    'all',
    String(buyers),
    String(sumOf(touched.map(({ tickets }) => tickets.length))),
    yenText(sumOf(touched.map(({ yen }) => yen))),
  ]
  const partly = touched.filter(({ used }) => used > 0).length
  const sets = touched.filter(({ isVisit }) => !isVisit).length
  const text = [
    `Time spans: ${spans}.`,
    table([['LANGUAGE', 'BUYERS', 'TICKETS', 'PRICE'], ...lines, total]),
    table([['PAID BY', 'BUYERS', 'TICKETS', 'PRICE'], ...methods]),
    ...(partly === 0 ? [] : [`Partly used, for a person: ${counted(partly, 'reservation')}.`]),
    ...(sets === 0 ? [] : [`Set products alone, the visit stays: ${counted(sets, 'reservation')}.`]),
    ...(usedUp === 0 ? [] : [`All used, left as they are: ${counted(usedUp, 'reservation')}.`]),
    `Being paid now, cancelled once they are paid: ${beingPaid} orders. Not being paid, ended: ${unpaid} orders.`,
    `Digest: ${digest}`,
    conclusion,
  ].join('\n')
  const reservations = touched.map(({ reservationNumber, lang, tickets, yen, used, isVisit }) => ({
    number: reservationNumber,
    lang,
    tickets,
    yen,
    used,
    is_visit: isVisit,
  }))
  return {
    text,
    json: {
      time_spans: spans,
      by_language: byLanguage,
      by_method: byMethod,
      used_up: usedUp,
      being_paid: beingPaid,
      unpaid,
      digest,
      reservations,
    },
  }
}

async function cancellationReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [typedId = '', ...more]: readonly string[],
): Promise<Report> {
  if (!/^\d{1,9}$/.test(typedId) || more.length > 0) throw new UsageError('name a cancellation by its number')
  const id = Number(typedId)
  const found = await readProgress(deps, { id })
  if (found !== undefined && !typed.isSet('retry')) return progressReport(found)
  const again = found && (await retryCancellation(await deps.paying(), { id, siteKey: found.siteKey }))
  if (again === undefined) return refusedReport('there is no such cancellation', 'not_found')
  const { items, refunds } = again
  return {
    text: `Tried again: ${counted(items, 'reservation')}, which the worker looks at, and ${counted(refunds, 'refund')}.`,
    json: { items, refunds },
  }
}

function progressReport(progress: CancellationProgress): Report {
  const { ends, letters, items, endedAt } = progress
  const forPerson = items.filter(({ state }) => state === 'failed' || state === 'needs_person')
  const persons = forPerson.map(({ reservationNumber, state, code, letter }) => [
    reservationNumber,
    state,
    code ?? '',
    letter === null ? 'no letter' : `letter: ${letter}`,
  ])
  const text = [
    listed(COLUMNS, [progress]),
    '',
    listed(END_COLUMNS, ends),
    '',
    `Letters: ${letters}. ${endedAt === null ? 'The worker is at it.' : 'The worker has ended.'}`,
    ...(persons.length === 0 ? [] : ['', 'For a person:', table(persons)]),
  ].join('\n')
  return { text, json: { ...progress, forPerson } }
}

async function listReport(deps: CommandDeps, [site, ...more]: readonly string[]): Promise<Report> {
  if (more.length > 0) throw new UsageError('visits takes a site')
  const siteKey = chosenSite(deps, site)
  const found = await listCancellations(deps, { siteKey })
  if (found.length === 0) return { text: 'No visits were cancelled.', json: [] }
  return { text: listed(COLUMNS, found), json: found }
}

const COLUMNS: Columns<ListedCancellation> = {
  ID: ({ id }) => String(id),
  DAYS: ({ from, to }) => (from === to ? from : `${from} to ${to}`),
  OFFER: ({ way, movesUntil }) =>
    movesUntil === null ? way : `move until ${jstIso(movesUntil.getTime()).slice(0, 10)}`,
  WAITING: ({ counts }) => String(counts['waiting'] ?? 0),
  REFUNDING: ({ counts }) => String(counts['refunding'] ?? 0),
  DONE: ({ counts }) => String(counts['done'] ?? 0),
  FAILED: ({ counts }) => String(counts['failed'] ?? 0),
  PERSON: ({ counts }) => String(counts['needs_person'] ?? 0),
  BY: ({ staff }) => staff,
  REASON: ({ reason }) => reason,
}

const END_COLUMNS: Columns<CancellationProgress['ends'][number]> = {
  STATE: ({ state }) => state,
  WHY: ({ code }) => code ?? '',
  RESERVATIONS: ({ count }) => String(count),
}
