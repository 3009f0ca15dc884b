import { jstIso, timeOf } from '@kippu/domain/jst-date'
import { visitWords } from '@kippu/domain/visit-state'

import { findOrders, type FoundOrder } from '../../office/desk/find-orders.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { type Columns, listed, yenText } from '../texts/table.ts'

/** The person whom somebody at the desk has before them (docs/handbook.md). */
export const find: Command = {
  usage: 'find <site> <what the visitor says>',
  summary:
    'orders by name, mail address, telephone number, reservation number, payment reference, or the address of a page that the visitor has open',
  options: {},
  mayReadReplica: true,
  async run(deps, { positionals: [site, ...words] }) {
    const siteKey = chosenSite(deps, site)
    const typed = words.join(' ').trim()
    if (typed === '') throw new UsageError('say what to look for')
    const { orders, hasMore } = await findOrders(deps, { siteKey, typed })
    if (orders.length === 0)
      return {
        text: 'Nothing is found. Try the name without its first part, or the end of the telephone number.',
        json: [],
        isFailure: true,
      }
    const more = hasMore ? `\n\nOnly the newest ${orders.length}: say more.` : ''
    return { text: listed(COLUMNS, orders) + more, json: orders }
  },
}

/** The state of the visit, or of the order while nobody has paid for one. */
export function stateText({ status, visit }: Pick<FoundOrder, 'status' | 'visit'>): string {
  return visit === null ? status : visitWords(visit)
}

const COLUMNS: Columns<FoundOrder> = {
  RESERVATION: order => order.reservationNumber ?? '-',
  STATE: stateText,
  VISIT: order => `${order.visitDate} ${timeOf(jstIso(order.startsAt.getTime()))}`,
  WHAT: order => `${order.quantity} × ${order.product}`,
  LEFT: ({ visit }) => (visit === null ? '-' : String(visit.ticketsLeft)),
  NAME: order => order.name,
  MAIL: order => order.email ?? '-',
  KEPT: ({ visit }) => (visit === null ? '-' : yenText(visit.yenKept)),
  PRICE: order => yenText(order.price),
  'PAID BY': order => order.paidBy ?? '-',
  ORDERED: order => jstIso(order.createdAt.getTime()).slice(0, 16).replace('T', ' '),
  ORDER: order => order.orderId,
}
