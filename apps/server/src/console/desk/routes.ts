import {
  type FoundOrderRow,
  type OrderStoryAnswer,
  readContact as readContactCall,
  readDoorParties,
  readStory,
  searchOrders,
  type VisitShown,
} from '@kippu/contract/console/orders'
import type { VisitNow } from '@kippu/domain/visit-state'
import type { FastifyInstance } from 'fastify'

import { readDayList } from '../../office/desk/door-list.ts'
import { findOrders, type FoundOrder } from '../../office/desk/find-orders.ts'
import { maskedAddress, type OrderStory, readOrderStory } from '../../office/desk/order-story.ts'
import { toldOnce } from '../../office/desk/told-once.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'
import { isFresh } from '../sign-in/sessions.ts'
import { readContact } from './read-contact.ts'

/** One visitor: found, read, and asked for how they are reached. */
export function deskRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { deps } = parts
  serveStaff(app, parts, searchOrders, async ({ params, body: { typed } }, { by, lang }) => {
    const found = await findOrders(by, { siteKey: params.site, typed, lang })
    return { orders: found.orders.map(rowOf), has_more: found.hasMore }
  })
  serveStaff(app, parts, readStory, async ({ params }, { by, lang }) => {
    const story = await readOrderStory(by, { siteKey: params.site, typed: params.order, lang })
    if (story === undefined) throw new ConsoleRefusal('not found')
    return storyOf(params.order, story)
  })
  serveStaff(app, parts, readContactCall, async ({ params }, { by, session }) => {
    const asked = { siteKey: params.site, typed: params.order, isFresh: isFresh(session, deps.clock) }
    const contact = await readContact(by, asked)
    if (contact === 'unknown') throw new ConsoleRefusal('not found')
    if (contact === 'passkey needed') throw new ConsoleRefusal('passkey needed again')
    return contact
  })
  serveStaff(app, parts, readDoorParties, async ({ params, query: { date } }, { by, lang }) => ({
    parties: (await readDayList(by, { siteKey: params.site, date, lang })).map(party => ({
      starts_at: moment(party.startsAt),
      product: party.product,
      reservation_number: party.reservationNumber,
      name: party.name,
      kinds: party.kinds.map(({ name, count }) => ({ name, count })),
      entered: party.entered,
    })),
  }))
}

function visitOf(visit: VisitNow | null): VisitShown | null {
  if (visit === null) return null
  return {
    state: visit.state,
    is_moved: visit.isMoved,
    is_given_back_in_part: visit.isGivenBackInPart,
    tickets_left: visit.ticketsLeft,
    yen_kept: visit.yenKept,
  }
}

function rowOf(order: FoundOrder): FoundOrderRow {
  return {
    order_id: order.orderId,
    status: order.status,
    visit: visitOf(order.visit),
    reservation_number: order.reservationNumber,
    name: order.name,
    email: order.email === undefined ? null : maskedAddress(order.email),
    visit_date: order.visitDate,
    starts_at: moment(order.startsAt),
    product: order.product,
    quantity: order.quantity,
    price: order.price,
    created_at: moment(order.createdAt),
  }
}

function storyOf(asked: string, story: OrderStory): OrderStoryAnswer {
  return {
    order_id: asked,
    reservation_number: story.reservationNumber,
    status: story.status,
    visit: visitOf(story.visit),
    lang: story.lang,
    channel: story.channel,
    name: story.name,
    email: story.email === undefined ? null : maskedAddress(story.email),
    is_address_refused: story.isAddressRefused,
    product: story.product,
    visit_date: story.visitDate,
    starts_at: moment(story.startsAt),
    coupons: story.coupons.map(({ code, discount }) => ({ code, discount })),
    paid_by: story.paidBy.map(({ method, provider }) => ({ method, provider })),
    tickets: story.tickets.map(({ number, name, price, state }) => ({ number, name, price, state })),
    events: toldOnce(story.events).map(({ at, kind, facts }) => ({
      at: moment(at),
      kind,
      facts: { ...facts },
    })),
  }
}
