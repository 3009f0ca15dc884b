import { jstIso, timeOf } from '@kippu/domain/jst-date'

import { findOrders, type FoundOrder, MOST_FOUND } from '../desk/find-orders.ts'
import { chosenSite } from './chosen-site.ts'
import { type Command, UsageError } from './command.ts'
import { table, yenText } from './table.ts'

/** Whom somebody at the desk has before them (docs/handbook.md). */
export const find: Command = {
  usage: 'find <site> <what the visitor says>',
  summary:
    'orders by name, mail address, telephone number, reservation number, payment reference, or the address of a page that the visitor has open',
  permission: 'orders:read',
  reach: 'site',
  options: {},
  async run(deps, { positionals: [site, ...words] }) {
    const siteKey = chosenSite(deps, site)
    const typed = words.join(' ').trim()
    if (typed === '') throw new UsageError('say what to look for')
    const found = await findOrders(deps, { siteKey, typed })
    if (found.length === 0)
      return {
        text: 'Nothing is found. Try the name without its first part, or the end of the telephone number.',
        json: [],
        isFailure: true,
      }
    const head = [
      'RESERVATION',
      'STATE',
      'VISIT',
      'WHAT',
      'NAME',
      'MAIL',
      'YEN',
      'PAID BY',
      'ORDERED',
      'ORDER',
    ]
    const more = found.length === MOST_FOUND ? `\n\nOnly the newest ${MOST_FOUND}: say more.` : ''
    return { text: table([head, ...found.map(lineOf)]) + more, json: found }
  },
}

function lineOf(order: FoundOrder): string[] {
  return [
    order.reservationNumber ?? '-',
    order.status,
    `${order.visitDate} ${timeOf(jstIso(order.startsAt.getTime()))}`,
    `${order.quantity} × ${order.product}`,
    order.name,
    order.email ?? '-',
    yenText(order.price),
    order.paidBy ?? '-',
    jstIso(order.createdAt.getTime()).slice(0, 16).replace('T', ' '),
    order.orderId,
  ]
}
