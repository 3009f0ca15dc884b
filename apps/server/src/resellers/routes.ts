import {
  octoAddWebhook,
  octoCancelBooking,
  octoCapabilities,
  octoCheckAvailability,
  octoConfirmBooking,
  octoExtendBooking,
  octoListBookings,
  octoListProducts,
  octoListWebhooks,
  octoReadBooking,
  octoReadCalendar,
  octoReadProduct,
  octoReadSupplier,
  octoRemoveWebhook,
  octoReserve,
  octoUpdateBooking,
} from '@kippu/contract/octo/octo-calls'
import { OCTO_CAPABILITIES } from '@kippu/contract/octo/octo-shapes'
import type { FastifyInstance } from 'fastify'

import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import type { ChangeDeps } from '../sales/time-change/create-time-change.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { TakeOrderDeps } from '../sales/take-order/take-order.ts'
import type { ShowingDeps } from '../tickets/showing.ts'
import {
  cancelBooking,
  confirmBooking,
  extendBooking,
  readBooking,
  updateBooking,
} from './bookings/change-booking.ts'
import { presentBooking } from './bookings/present-booking.ts'
import { reserve } from './bookings/reserve.ts'
import { findByReference } from './bookings/stored-booking.ts'
import type { ResellerKeys } from './keys/reseller-keys.ts'
import { badRequest, unknownId } from './octo-refusal.ts'
import { checkAvailability, createAnswerCache, createSpanCache, readCalendar } from './offers/availability.ts'
import { createOffers, presentOffer } from './offers/offers.ts'
import { readSupplier } from './offers/read-supplier.ts'
import { serveNothingElse, serveOcto } from './serve-octo.ts'
import { ticketPdfRoutes } from './tickets/routes.ts'
import { addWebhook, listWebhooks, removeWebhook } from './webhooks/change-webhooks.ts'

interface ResellerDeps extends PaymentDeps, TakeOrderDeps, ShowingDeps, ChangeDeps {
  readonly content: SiteContent
  readonly resellerKeys: ResellerKeys
}

/** The calls of resellers, by the standard OCTO 1.0 (docs/resellers.md). */
export function resellerRoutes(app: FastifyInstance, given: ResellerDeps): void {
  const deps = { ...given, offers: createOffers(given), spans: createSpanCache(given) }
  const serving = { keys: given.resellerKeys }
  const keeping = { ...serving, kept: createAnswerCache(given) }
  serveOcto(app, serving, octoCapabilities, async () =>
    OCTO_CAPABILITIES.map(id => ({ id, revision: 1, required: false, dependencies: [], docs: null })),
  )
  serveOcto(app, serving, octoReadSupplier, async (_, context) => {
    const site = deps.sites.find(context.reseller.siteKey)
    if (site === undefined) throw new Error('a reseller of a site that is not served')
    return readSupplier(deps.sites, site, context)
  })
  serveOcto(app, serving, octoListProducts, async (_, context) =>
    (await deps.offers.of(context.reseller)).map(offer => presentOffer(offer, context)),
  )
  serveOcto(app, serving, octoReadProduct, async ({ params: { id } }, context) => {
    const offer = (await deps.offers.of(context.reseller)).find(({ uuid }) => uuid === id)
    return offer === undefined ? unknownId({ productId: id }) : presentOffer(offer, context)
  })
  serveOcto(app, keeping, octoCheckAvailability, ({ body }, context) =>
    checkAvailability(deps, body, context),
  )
  serveOcto(app, keeping, octoReadCalendar, ({ body }, context) => readCalendar(deps, body, context))
  serveOcto(app, serving, octoReserve, ({ body }, context) => reserve(deps, body, context))
  serveOcto(app, serving, octoListBookings, async ({ query }, context) => {
    if (query.resellerReference === undefined && query.supplierReference === undefined)
      return badRequest('Name resellerReference or supplierReference')
    const found = await deps.db.read(read => findByReference(read, context.reseller, query))
    return Promise.all(found.map(booking => presentBooking(deps, booking, context)))
  })
  serveOcto(app, serving, octoReadBooking, ({ params: { uuid } }, context) =>
    readBooking(deps, uuid, context),
  )
  serveOcto(app, serving, octoUpdateBooking, ({ params: { uuid }, body }, context) =>
    updateBooking(deps, { uuid, change: body }, context),
  )
  serveOcto(app, serving, octoConfirmBooking, ({ params: { uuid }, body }, context) =>
    confirmBooking(deps, { uuid, change: body }, context),
  )
  serveOcto(app, serving, octoExtendBooking, ({ params: { uuid }, body }, context) =>
    extendBooking(deps, { uuid, minutes: body?.expirationMinutes }, context),
  )
  serveOcto(app, serving, octoCancelBooking, ({ params: { uuid }, body }, context) =>
    cancelBooking(deps, { uuid, reason: body?.reason ?? null }, context),
  )
  serveOcto(app, serving, octoAddWebhook, ({ body }, context) => addWebhook(deps, body, context))
  serveOcto(app, serving, octoListWebhooks, (_, { reseller }) =>
    deps.db.read(read => listWebhooks(read, reseller.id)),
  )
  serveOcto(app, serving, octoRemoveWebhook, ({ params: { id } }, context) =>
    removeWebhook(deps, id, context),
  )
  ticketPdfRoutes(app, deps)
  serveNothingElse(app)
}
