import { octoTicketPdf } from '@kippu/contract/octo/octo-calls'
import type {
  OctoBooking,
  OctoBookingStatus,
  OctoContact,
  OctoKnownContact,
  OctoUnitItem,
} from '@kippu/contract/octo/octo-shapes'
import type { Ticket } from '@kippu/contract/reservations'
import { languageOfTag } from '@kippu/domain/language'
import { cancelledUntil } from '@kippu/domain/reseller'
import { sumOf } from '@kippu/domain/sum'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { readTickets } from '../../tickets/read-tickets.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import type { ShowingDeps } from '../../tickets/showing.ts'
import { offered, presentSpan, readSpan } from '../offers/availability.ts'
import {
  availabilityIdOf,
  type Offers,
  OPTION_ID,
  presentOffer,
  presentUnit,
  utcOf,
} from '../offers/offers.ts'
import { pricingOf } from '../offers/pricing.ts'
import type { OctoContext } from '../serve-octo.ts'
import type { MadeBooking, StoredItem } from './stored-booking.ts'

export interface PresentDeps extends ShowingDeps, Pick<Deps, 'sites'> {
  readonly offers: Offers
}

/** The state of a booking in the words of OCTO. */
export function statusOf({ order, reservation }: MadeBooking): OctoBookingStatus {
  if (reservation !== null) {
    if (reservation.isCancelled) return 'CANCELLED'
    return reservation.usedAt === null ? 'CONFIRMED' : 'REDEEMED'
  }
  switch (order.status) {
    case 'cancelled':
    case 'refunded':
    case 'refund_failed':
      return 'CANCELLED'
    case 'expired':
      return 'EXPIRED'
    default:
      // It is confirmed in a moment where it is being paid.
      return order.isOver && order.status === 'ready_checkout' ? 'EXPIRED' : 'ON_HOLD'
  }
}

export async function presentBooking(
  deps: PresentDeps,
  booking: MadeBooking,
  { reseller, capabilities }: OctoContext,
): Promise<OctoBooking> {
  const { order, reservation, uuid } = booking
  const { siteKey } = reseller
  const offer = await deps.offers.ofProduct(siteKey, order.productId)
  const presenting = { reseller, capabilities }
  const span = offered(offer, await deps.db.read(read => readSpan(read, order.timeSpanId)))
  const status = statusOf(booking)
  const product = presentOffer(offer, presenting)
  const [option] = product.options
  if (option === undefined) throw new Error('a product without its option')
  const hasPricing = capabilities.has('octo/pricing')
  const tickets = reservation === null ? [] : await ticketsOf(deps, siteKey, reservation)
  const { taxRate } = offer
  const unitItems = booking.unitItems.map((item, index): OctoUnitItem => {
    const unit = offer.units.find(({ optionValueId }) => optionValueId === item.optionValueId)
    const ticket = ticketOf(tickets, booking.unitItems, index)
    return {
      uuid: item.uuid,
      resellerReference: item.resellerReference,
      supplierReference: ticket === undefined ? null : ticket.short_code,
      unitId: item.unitId,
      ...(unit && { unit: presentUnit(offer, unit, presenting) }),
      status: ticket === undefined ? status : itemStatus(ticket, status),
      utcRedeemedAt: redeemedAt(ticket),
      contact: knownContact(item.contact),
      ticket: {
        redemptionMethod: 'DIGITAL',
        utcRedeemedAt: redeemedAt(ticket),
        deliveryOptions:
          ticket === undefined || ticket.refunded || status === 'CANCELLED'
            ? []
            : deliveryOf(ticket, {
                origin: deps.sites.originOf(siteKey),
                locales: [...(item.contact.locales ?? []), ...(booking.contact.locales ?? [])],
              }),
      },
      ...(hasPricing && { pricing: pricingOf({ retail: item.retail, net: item.net, taxRate }) }),
    }
  })
  const isConfirmed = status === 'CONFIRMED'
  return {
    id: uuid,
    uuid,
    testMode: false,
    resellerReference: booking.resellerReference,
    supplierReference: reservation === null ? null : reservation.number,
    status,
    utcCreatedAt: utcOf(booking.createdAt),
    utcUpdatedAt: utcOf(booking.updatedAt),
    utcExpiresAt: status === 'ON_HOLD' || status === 'EXPIRED' ? utcOf(order.expiresAt) : null,
    utcRedeemedAt: status === 'REDEEMED' ? firstEntry(booking) : null,
    utcConfirmedAt: reservation === null ? null : utcOf(reservation.confirmedAt),
    productId: product.id,
    product,
    optionId: OPTION_ID,
    option,
    cancellable:
      status === 'ON_HOLD' ||
      (isConfirmed && deps.clock.now() < cancelledUntil(span.startsAt.getTime(), reseller.cancellationHours)),
    cancellation: cancellationOf(booking, status),
    freesale: false,
    availabilityId: availabilityIdOf(span.startsAt),
    availability: presentSpan(span, { offer, presenting, wanted: 0, nowMs: deps.clock.now() }),
    contact: knownContact(booking.contact),
    notes: booking.notes,
    deliveryMethods: ['TICKET'],
    voucher: null,
    unitItems,
    ...(hasPricing && {
      pricing: pricingOf({
        retail: sumOf(booking.unitItems.map(({ retail }) => retail)),
        net: sumOf(booking.unitItems.map(({ net }) => net)),
        taxRate,
      }),
    }),
  }
}

function firstEntry({ reservation }: MadeBooking): string | null {
  const usedAt = reservation?.usedAt ?? null
  return usedAt === null ? null : utcOf(usedAt)
}

async function ticketsOf(
  deps: PresentDeps,
  siteKey: string,
  reservation: NonNullable<MadeBooking['reservation']>,
): Promise<readonly Ticket[]> {
  const token = reservationToken(deps.tokens, reservation)
  const tickets = await readTickets(deps, { siteKey, token, lang: 'en' })
  // Moved or given back meanwhile: the next answer tells.
  return isRefusal(tickets) ? [] : tickets
}

/** The ticket of a unit: those of a kind are given out in the order of the request. */
function ticketOf(
  tickets: readonly Ticket[],
  items: readonly StoredItem[],
  index: number,
): Ticket | undefined {
  const kind = items[index]?.optionValueId
  const before = items.slice(0, index).filter(({ optionValueId }) => optionValueId === kind).length
  return tickets.filter(ticket => ticket.option_value_id === kind)[before]
}

function itemStatus(ticket: Ticket, status: OctoBookingStatus): OctoBookingStatus {
  if (ticket.refunded || status === 'CANCELLED') return 'CANCELLED'
  return ticket.used_at === null ? 'CONFIRMED' : 'REDEEMED'
}

function redeemedAt(ticket: Ticket | undefined): string | null {
  const usedAt = ticket?.used_at ?? null
  return usedAt === null ? null : utcOf(Date.parse(usedAt))
}

interface Delivery {
  readonly origin: string
  /** The languages of the guest, as the reseller told them. */
  readonly locales: readonly string[]
}

/** Gates without a connection read the signed code; where the codes of a site change, resellers have those that do not. */
function deliveryOf(
  { signed_code: signed, code }: Ticket,
  { origin, locales }: Delivery,
): OctoUnitItem['ticket']['deliveryOptions'] {
  const [lang = 'en'] = locales.flatMap(tag => languageOfTag(tag) ?? [])
  return [
    { deliveryFormat: 'QRCODE', deliveryValue: signed === '' ? code : signed },
    {
      deliveryFormat: 'PDF_URL',
      deliveryValue: `${origin}${octoTicketPdf.path.replace('{code}', code)}?lang=${lang}`,
    },
  ]
}

function cancellationOf(
  { cancelledAt, cancelReason, reservation, order, updatedAt }: MadeBooking,
  status: OctoBookingStatus,
): OctoBooking['cancellation'] {
  if (status === 'EXPIRED') return { refund: 'NONE', reason: null, utcCancelledAt: utcOf(order.expiresAt) }
  if (status !== 'CANCELLED') return null
  const at = cancelledAt ?? reservation?.givenBackAt ?? updatedAt
  return { refund: 'FULL', reason: cancelReason, utcCancelledAt: utcOf(at) }
}

function knownContact(contact: OctoContact): OctoKnownContact {
  return {
    fullName: contact.fullName ?? null,
    firstName: contact.firstName ?? null,
    lastName: contact.lastName ?? null,
    emailAddress: contact.emailAddress ?? null,
    phoneNumber: contact.phoneNumber ?? null,
    locales: contact.locales ?? [],
    postalCode: contact.postalCode ?? null,
    country: contact.country ?? null,
    notes: contact.notes ?? null,
  }
}
