import { mayDo } from '@kippu/domain/staff/grants'
import { ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { judgeVisit, type VisitFacts, type VisitNow } from '@kippu/domain/visit-state'
import { sql } from 'kysely'
import * as v from 'valibot'

import { buyerOf } from '../../orders/buyers/buyer.ts'
import type { Read } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type DeskLanguage, deskLanguage, nameIn } from './desk-language.ts'
import { findNamed, type NamedOrder, ordersOf, subjectsOf } from './find-named.ts'
import { readEvents, type StoryEvent } from './order-events.ts'
import { type OrderLetter, readLetters } from './order-letters.ts'
import { soldBy } from '../../resellers/bookings/sold-by.ts'
import { visitFacts } from './visit-facts.ts'

/** One order, or a visit with all its orders, from the beginning. */
export interface OrderStory {
  readonly reservationNumber: string | null
  readonly status: OrderStatus
  /** Null before it is paid. */
  readonly visit: VisitNow | null
  readonly lang: string
  readonly channel: string
  readonly name: string
  readonly email: string | undefined
  /** The mail server refused the address, and nobody has corrected it. */
  readonly isAddressRefused: boolean
  /** In the reader's language. */
  readonly product: string
  /** ISO date in Japan, and the begin of the visit. */
  readonly visitDate: string
  readonly startsAt: Date
  /** The facts of the order that was bought, or of the last change of its time. */
  readonly coupons: ReadonlyArray<{ readonly code: string; readonly discount: number }>
  /** The methods by which it was paid, each with its provider: several for cards read alike elsewhere. */
  readonly paidBy: ReadonlyArray<{ readonly method: string; readonly provider: string }>
  readonly tickets: readonly StoryTicket[]
  /** The oldest first. */
  readonly events: readonly StoryEvent[]
}

export interface StoryTicket {
  readonly number: number
  /** Japanese: the kind, or the set product. */
  readonly name: string
  readonly price: number
  readonly state: 'valid' | 'used' | 'revoked' | 'handed on'
}

/** All that is known of an order of a site, by its number or its id. Undefined where the site has none. */
export const readOrderStory = staffVerb({
  name: 'order',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, ...deskLanguage, typed: v.string() }),
  run: readStory,
})

interface AskedStory {
  readonly siteKey: string
  readonly typed: string
  readonly lang?: DeskLanguage | undefined
}

async function readStory(
  { db }: Pick<Deps, 'db'>,
  { siteKey, typed, lang = 'ja' }: AskedStory,
  act: Act,
): Promise<OrderStory | undefined> {
  const found = await db.read(async read => {
    const named = await findNamed(read, siteKey, typed)
    return named === undefined
      ? undefined
      : { named, story: await storyOf(read, { siteKey, lang, act }, named) }
  })
  if (found === undefined) return undefined
  const subject = found.story.reservationNumber ?? found.named.orderId
  await recordAlone(db, act, { subject })
  return found.story
}

async function storyOf(
  read: Read,
  { siteKey, lang, act }: { readonly siteKey: string; readonly lang: DeskLanguage; readonly act: Act },
  named: NamedOrder,
): Promise<OrderStory> {
  const { customer_info: answers, visit, soldBy: reseller, ...order } = await readHead(read, named, lang)
  const { name, email } = buyerOf(answers)
  const orderIds = await ordersOf(read, named)
  const { reservationId } = named
  const subjects = await subjectsOf(read, named)
  const events = await readEvents(read, { siteKey, orderIds, reservationId, subjects })
  const letters = await readLetters(read, { orderIds, reservationId })
  const corrected = correctedAt(events, letters)
  return {
    ...order,
    status: v.parse(v.picklist(ORDER_STATUSES), order.status),
    visit: visit === null ? null : judgeVisit(visit, act.clock.now()),
    name: reseller ?? name,
    email: addressFor(act, email),
    tickets: await readTickets(read, named, lang),
    events: [
      ...events,
      ...letters.map(letter =>
        eventOf(letter, letter.state !== 'waits' && letter.at < corrected ? undefined : email),
      ),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  }
}

/** Since when the buyer has the address of today. Earlier letters went to one that is kept nowhere. */
function correctedAt(events: readonly StoryEvent[], letters: readonly OrderLetter[]): Date {
  const times = [
    ...events.filter(({ kind }) => kind === 'address'),
    ...letters.filter(({ letter }) => letter === 'corrected-tickets'),
  ]
  return times.reduce((newest, { at }) => (at > newest ? at : newest), new Date(0))
}

function eventOf({ id, at, letter, state, failures }: OrderLetter, email: string | undefined): StoryEvent {
  const facts = {
    letter,
    ...(state === 'sent' && { mail: id }),
    to: email === undefined ? null : maskedAddress(email),
    ...(failures > 0 && { failures }),
  }
  return { at, kind: `letter ${state}`, facts }
}

/** `h…@example.com`: enough to compare with what somebody says. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${/^./u.exec(email)?.[0] ?? ''}…${email.slice(at)}`
}

/** A buyer's address, masked for those who may not see how buyers are reached. */
export function addressFor({ actor }: Act, email: string | undefined): string | undefined {
  return email === undefined || mayDo(actor, 'orders:contact') ? email : maskedAddress(email)
}

interface HeadRow extends Omit<OrderStory, 'status' | 'visit' | 'name' | 'email' | 'tickets' | 'events'> {
  readonly status: string
  readonly customer_info: unknown
  readonly soldBy: string | null
  readonly visit: VisitFacts | null
}

async function readHead(
  read: Read,
  { orderId, reservationId }: NamedOrder,
  lang: DeskLanguage,
): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select r.number as "reservationNumber", o.status, o.lang, o.channel, o.customer_info, o.email_refused_at is not null as "isAddressRefused",
           ${soldBy(sql`o.id`)} as "soldBy", s.visit_date::text as "visitDate", s.starts_at as "startsAt",
           coalesce(${nameIn(lang, 'product_texts', sql`x.product_id = o.product_id`)}, '') as product,
           (select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'discount', u.discount) order by u.position), '[]')
              from order_coupons u join coupons c on c.id = u.coupon_id where u.order_id = o.id) as coupons,
           ${visitFacts(sql`r.id`)} as visit,
           (select coalesce(jsonb_agg(distinct jsonb_build_object('method', a.method, 'provider', a.provider)), '[]')
              from reservation_payments p join payment_attempts a on a.id = p.attempt_id where p.reservation_id = r.id and p.amount > 0) as "paidBy"
      from orders o join time_spans s on s.id = o.time_span_id
      left join reservations r on r.id = ${reservationId}::uuid
     where o.id = ${orderId}::uuid`.execute(read)
  const [row] = rows
  if (row === undefined) throw new Error(`there is no order ${orderId}`)
  return row
}

async function readTickets(
  read: Read,
  { reservationId }: NamedOrder,
  lang: DeskLanguage,
): Promise<StoryTicket[]> {
  const { rows } = await sql<StoryTicket>`
    select t.id as number, t.price,
           coalesce(${nameIn(lang, 'option_value_texts', sql`x.option_value_id = t.option_value_id`)},
                    ${nameIn(lang, 'product_texts', sql`x.product_id = t.product_id`)}, '') as name,
           case when t.revoked_at is not null then 'revoked' when t.used_at is not null then 'used'
                when t.handed_on_at is not null then 'handed on' else 'valid' end as state
      from tickets t where t.reservation_id = ${reservationId}::uuid order by t.id`.execute(read)
  return rows
}
