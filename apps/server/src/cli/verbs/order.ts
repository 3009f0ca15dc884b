import { jstIso, timeOf } from '@kippu/domain/jst-date'

import type { StoryEvent } from '../../office/desk/order-events.ts'
import { type OrderStory, readOrderStory } from '../../office/desk/order-story.ts'
import { factsText } from '../texts/facts-text.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { stateText } from './find.ts'
import { table, yenText } from '../texts/table.ts'

/** Everything about one visitor's order, in the order of time (docs/handbook.md). */
export const order: Command = {
  usage: 'order <site> <reservation number | order id>',
  summary: 'one order: its buyer, visit and tickets, and all that happened to it and to its money',
  options: {},
  async run(deps, { positionals: [site, typed, ...more] }) {
    if (typed === undefined || more.length > 0)
      throw new UsageError('order takes a site and a number or an id')
    const story = await readOrderStory(deps, { siteKey: chosenSite(deps, site), typed })
    if (story === undefined) return refusedReport('the site has no such order', 'not_found')
    return { text: textOf(story), json: story }
  },
}

function textOf(story: OrderStory): string {
  const { visitDate, startsAt, email, isAddressRefused } = story
  const head = [
    ['reservation', story.reservationNumber ?? 'none'],
    ['state', stateText(story)],
    ['product', story.product],
    ['visit', `${visitDate} ${timeOf(jstIso(startsAt.getTime()))}`],
    ['buyer', story.name],
    ['mail', `${email ?? 'none'}${isAddressRefused ? ' (refused by the mail server)' : ''}`],
    ['language', story.lang],
    ['channel', story.channel],
    ...story.coupons.map(({ code, discount }) => ['coupon', `${code} −${yenText(discount)}`]),
    ...(story.visit === null ? [] : [['kept', yenText(story.visit.yenKept)]]),
    ...story.paidBy.map(({ method, provider }) => ['by', `${method} (${provider})`]),
  ]
  const notes = story.events.filter(({ kind, facts }) => kind === 'note' && facts['reason'] !== null)
  const tickets = story.tickets.map(({ number, name, price, state }) => [
    String(number),
    name,
    yenText(price),
    state,
  ])
  return [
    table(head),
    tickets.length === 0 ? 'No tickets.' : table([['TICKET', 'KIND', 'PRICE', 'STATE'], ...tickets]),
    ...(notes.length === 0 ? [] : [table([['NOTED', 'BY', ''], ...notes.map(noteOf)])]),
    table([['WHEN', 'WHAT', ''], ...story.events.map(lineOf)]),
  ].join('\n\n')
}

/** One that was erased has no words left. */
function noteOf({ at, facts }: StoryEvent): string[] {
  return [whenOf(at), String(facts['by']), String(facts['reason'])]
}

const whenOf = (at: Date): string => jstIso(at.getTime()).slice(0, 19).replace('T', ' ')

function lineOf({ at, kind, facts }: StoryEvent): string[] {
  return [whenOf(at), kind, factsText(facts)]
}
