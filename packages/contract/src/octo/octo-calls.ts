import * as v from 'valibot'

import { askedLanguage, isoDate } from '../shapes.ts'
import { octoCall } from './octo-call.ts'
import {
  octoAvailability,
  octoBooking,
  octoCapability,
  octoContact,
  octoDay,
  octoNewWebhook,
  octoProduct,
  octoSupplier,
  octoUnitItems,
  octoWebhook,
  octoWords,
} from './octo-shapes.ts'

const { name, uuid, word, text } = octoWords

/** The house's own currency may be named, and no other. */
const currency = v.optional(v.nullable(v.literal('JPY')))

const asked = {
  productId: name,
  optionId: name,
  localDateStart: v.optional(isoDate),
  localDateEnd: v.optional(isoDate),
  units: v.optional(
    v.pipe(
      v.array(v.object({ id: name, quantity: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
      v.maxLength(100),
    ),
  ),
  currency,
}

export const octoCapabilities = octoCall({
  method: 'GET',
  path: '/octo/capabilities',
  response: v.array(octoCapability),
})

export const octoReadSupplier = octoCall({ method: 'GET', path: '/octo/supplier', response: octoSupplier })

export const octoListProducts = octoCall({
  method: 'GET',
  path: '/octo/products',
  response: v.array(octoProduct),
})

export const octoReadProduct = octoCall({
  method: 'GET',
  path: '/octo/products/{id}',
  response: octoProduct,
})

export const octoCheckAvailability = octoCall({
  method: 'POST',
  path: '/octo/availability',
  body: v.object({ ...asked, availabilityIds: v.optional(v.pipe(v.array(name), v.maxLength(1000))) }),
  response: v.array(octoAvailability),
})

export const octoReadCalendar = octoCall({
  method: 'POST',
  path: '/octo/availability/calendar',
  body: v.object(asked),
  response: v.array(octoDay),
})

const minutes = v.pipe(v.number(), v.integer(), v.minValue(1))

export const octoReserve = octoCall({
  method: 'POST',
  path: '/octo/bookings',
  body: v.object({
    uuid: v.optional(uuid),
    productId: name,
    optionId: name,
    availabilityId: v.optional(name),
    expirationMinutes: v.optional(minutes),
    notes: v.optional(v.nullable(text)),
    unitItems: v.optional(octoUnitItems),
    resellerReference: v.optional(v.nullable(word)),
    contact: v.optional(octoContact),
    currency,
  }),
  response: octoBooking,
})

export const octoListBookings = octoCall({
  method: 'GET',
  path: '/octo/bookings',
  query: v.object({ resellerReference: v.optional(word), supplierReference: v.optional(word) }),
  response: v.array(octoBooking),
})

export const octoReadBooking = octoCall({
  method: 'GET',
  path: '/octo/bookings/{uuid}',
  response: octoBooking,
})

const change = {
  resellerReference: v.optional(v.nullable(word)),
  /** Taken and left alone: the store writes to no guest of a reseller. */
  emailReceipt: v.optional(v.boolean()),
  contact: v.optional(octoContact),
  unitItems: v.optional(octoUnitItems),
}

export const octoUpdateBooking = octoCall({
  method: 'PATCH',
  path: '/octo/bookings/{uuid}',
  body: v.object({
    ...change,
    productId: v.optional(name),
    optionId: v.optional(name),
    availabilityId: v.optional(name),
    expirationMinutes: v.optional(minutes),
    notes: v.optional(v.nullable(text)),
  }),
  response: octoBooking,
})

export const octoConfirmBooking = octoCall({
  method: 'POST',
  path: '/octo/bookings/{uuid}/confirm',
  body: v.object(change),
  response: octoBooking,
})

export const octoExtendBooking = octoCall({
  method: 'POST',
  path: '/octo/bookings/{uuid}/extend',
  body: v.optional(v.object({ expirationMinutes: v.optional(minutes) })),
  response: octoBooking,
})

export const octoCancelBooking = octoCall({
  method: 'POST',
  path: '/octo/bookings/{uuid}/cancel',
  body: v.optional(v.object({ reason: v.optional(v.nullable(text)), force: v.optional(v.boolean()) })),
  response: octoBooking,
})

export const octoAddWebhook = octoCall({
  method: 'POST',
  path: '/octo/webhooks',
  body: v.object({
    url: v.pipe(v.string(), v.maxLength(2000), v.url()),
    event: octoWebhook.entries.event,
    /** The messages are signed: headers of the caller are not kept. */
    headers: v.optional(octoWebhook.entries.headers),
  }),
  response: octoNewWebhook,
})

export const octoListWebhooks = octoCall({
  method: 'GET',
  path: '/octo/webhooks',
  response: v.array(octoWebhook),
})

export const octoRemoveWebhook = octoCall({
  method: 'DELETE',
  path: '/octo/webhooks/{id}',
  response: octoWebhook,
})

/**
 * A ticket of a booking as a page to print. Its guest opens it: the code of the ticket is the permission, and no key is asked for.
 */
export const octoTicketPdf = {
  path: '/octo/tickets/{code}/pdf',
  query: v.object({ lang: askedLanguage }),
} as const
