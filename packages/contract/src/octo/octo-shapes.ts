import { UNIT_TYPES } from '@kippu/domain/reseller'
import * as v from 'valibot'

import { isoDate, storableText } from '../shapes.ts'

/** Shapes of OCTO 1.0 with the capabilities below, as far as the store fills them. */

/** The capabilities that a reseller may ask for. */
export const OCTO_CAPABILITIES = ['octo/pricing', 'octo/content', 'octo/webhooks'] as const
export type OctoCapability = (typeof OCTO_CAPABILITIES)[number]

/** ISO in UTC with `Z`, whole seconds. */
const utc = v.string()
/** ISO with `+09:00`. */
const local = v.string()
const nullable = <Wrapped extends v.GenericSchema>(wrapped: Wrapped) => v.nullable(wrapped)

/** Whole yen. */
const amounts = { original: v.number(), retail: v.number(), net: nullable(v.number()) }
const pricing = v.object({
  ...amounts,
  currency: v.literal('JPY'),
  currencyPrecision: v.literal(0),
  includedTaxes: v.array(v.object({ name: v.string(), ...amounts })),
})
export type OctoPricing = v.InferOutput<typeof pricing>

const unitPricing = v.object({ unitId: v.string(), ...pricing.entries })

const status = v.picklist(['AVAILABLE', 'SOLD_OUT', 'LIMITED', 'CLOSED'])
export type OctoAvailabilityStatus = v.InferOutput<typeof status>

const room = {
  available: v.boolean(),
  status,
  /** Units that the channel may still sell, and all that there are. */
  vacancies: v.number(),
  capacity: v.number(),
  openingHours: v.array(v.object({ from: v.string(), to: v.string() })),
}

export const octoAvailability = v.object({
  id: v.string(),
  localDateTimeStart: local,
  localDateTimeEnd: local,
  utcCutoffAt: utc,
  allDay: v.boolean(),
  maxUnits: v.number(),
  ...room,
  unitPricing: v.optional(v.array(unitPricing)),
})
export type OctoAvailability = v.InferOutput<typeof octoAvailability>

export const octoDay = v.object({
  localDate: isoDate,
  ...room,
  unitPricingFrom: v.optional(v.array(unitPricing)),
})
export type OctoDay = v.InferOutput<typeof octoDay>

const CONTACT_FIELDS = v.array(v.picklist(['firstName', 'lastName', 'emailAddress', 'phoneNumber']))

const octoUnit = v.object({
  id: v.string(),
  internalName: v.string(),
  reference: nullable(v.string()),
  type: v.picklist(UNIT_TYPES),
  restrictions: v.object({
    minAge: v.number(),
    maxAge: v.number(),
    idRequired: v.boolean(),
    minQuantity: nullable(v.number()),
    maxQuantity: nullable(v.number()),
    paxCount: v.number(),
    accompaniedBy: v.array(v.string()),
  }),
  requiredContactFields: CONTACT_FIELDS,
  pricingFrom: v.optional(v.array(pricing)),
  title: v.optional(v.string()),
  shortDescription: v.optional(v.string()),
})
export type OctoUnit = v.InferOutput<typeof octoUnit>

const option = v.object({
  id: v.string(),
  default: v.boolean(),
  internalName: v.string(),
  reference: nullable(v.string()),
  availabilityLocalStartTimes: v.array(v.string()),
  cancellationCutoff: v.string(),
  cancellationCutoffAmount: v.number(),
  cancellationCutoffUnit: v.literal('hour'),
  requiredContactFields: CONTACT_FIELDS,
  restrictions: v.object({ minUnits: v.number(), maxUnits: v.number() }),
  units: v.array(octoUnit),
  title: v.optional(v.string()),
})

const delivery = v.picklist(['QRCODE', 'PDF_URL'])
const redemption = v.literal('DIGITAL')

export const octoProduct = v.object({
  id: v.string(),
  internalName: v.string(),
  reference: nullable(v.string()),
  locale: v.string(),
  timeZone: v.literal('Asia/Tokyo'),
  allowFreesale: v.literal(false),
  instantConfirmation: v.literal(true),
  instantDelivery: v.literal(true),
  availabilityRequired: v.literal(true),
  availabilityType: v.picklist(['START_TIME', 'OPENING_HOURS']),
  deliveryFormats: v.array(delivery),
  deliveryMethods: v.array(v.literal('TICKET')),
  redemptionMethod: redemption,
  options: v.array(option),
  defaultCurrency: v.optional(v.literal('JPY')),
  availableCurrencies: v.optional(v.array(v.literal('JPY'))),
  pricingPer: v.optional(v.literal('UNIT')),
  title: v.optional(v.string()),
  shortDescription: v.optional(nullable(v.string())),
  description: v.optional(nullable(v.string())),
})
export type OctoProduct = v.InferOutput<typeof octoProduct>

export const octoSupplier = v.object({
  id: v.string(),
  name: v.string(),
  endpoint: v.string(),
  contact: v.object({
    website: nullable(v.string()),
    email: nullable(v.string()),
    telephone: nullable(v.string()),
    address: nullable(v.string()),
  }),
  shortDescription: v.optional(nullable(v.string())),
})

export const octoCapability = v.object({
  id: v.picklist(OCTO_CAPABILITIES),
  revision: v.number(),
  required: v.boolean(),
  dependencies: v.array(v.picklist(OCTO_CAPABILITIES)),
  docs: nullable(v.string()),
})

const webhook = v.object({
  id: v.string(),
  event: v.picklist(['booking_update', 'availability_update']),
  url: v.string(),
  retryOnError: v.literal(true),
  useContactLanguage: v.literal(false),
  headers: v.strictObject({}),
  capabilities: v.array(v.picklist(OCTO_CAPABILITIES)),
})
export type OctoWebhook = v.InferOutput<typeof webhook>

export const octoWebhook = webhook
/** With the secret by which its messages are signed, which is told once. */
export const octoNewWebhook = v.object({ ...webhook.entries, secret: v.string() })

const word = v.pipe(storableText, v.maxLength(200))
const text = v.pipe(storableText, v.maxLength(1000))

/** A guest of the reseller, as they wish: nobody writes to them. */
export const octoContact = v.object({
  fullName: v.optional(nullable(word)),
  firstName: v.optional(nullable(word)),
  lastName: v.optional(nullable(word)),
  emailAddress: v.optional(nullable(v.pipe(word, v.email()))),
  phoneNumber: v.optional(nullable(word)),
  locales: v.optional(v.pipe(v.array(v.pipe(storableText, v.maxLength(20))), v.maxLength(20))),
  postalCode: v.optional(nullable(word)),
  country: v.optional(nullable(word)),
  notes: v.optional(nullable(text)),
})
export type OctoContact = v.InferOutput<typeof octoContact>

const knownContact = v.object({
  fullName: nullable(v.string()),
  firstName: nullable(v.string()),
  lastName: nullable(v.string()),
  emailAddress: nullable(v.string()),
  phoneNumber: nullable(v.string()),
  locales: v.array(v.string()),
  postalCode: nullable(v.string()),
  country: nullable(v.string()),
  notes: nullable(v.string()),
})
export type OctoKnownContact = v.InferOutput<typeof knownContact>

const bookingStatus = v.picklist(['ON_HOLD', 'CONFIRMED', 'EXPIRED', 'CANCELLED', 'REDEEMED'])
export type OctoBookingStatus = v.InferOutput<typeof bookingStatus>

const ticket = v.object({
  redemptionMethod: redemption,
  utcRedeemedAt: nullable(utc),
  deliveryOptions: v.array(v.object({ deliveryFormat: delivery, deliveryValue: v.string() })),
})

const unitItem = v.object({
  uuid: v.string(),
  resellerReference: nullable(v.string()),
  supplierReference: nullable(v.string()),
  unitId: v.string(),
  unit: v.optional(octoUnit),
  status: bookingStatus,
  utcRedeemedAt: nullable(utc),
  contact: knownContact,
  ticket,
  pricing: v.optional(pricing),
})
export type OctoUnitItem = v.InferOutput<typeof unitItem>

export const octoBooking = v.object({
  id: v.string(),
  uuid: v.string(),
  testMode: v.literal(false),
  resellerReference: nullable(v.string()),
  supplierReference: nullable(v.string()),
  status: bookingStatus,
  utcCreatedAt: utc,
  utcUpdatedAt: utc,
  utcExpiresAt: nullable(utc),
  utcRedeemedAt: nullable(utc),
  utcConfirmedAt: nullable(utc),
  productId: v.string(),
  product: octoProduct,
  optionId: v.string(),
  option,
  cancellable: v.boolean(),
  cancellation: nullable(
    v.object({
      refund: v.picklist(['FULL', 'PARTIAL', 'NONE']),
      reason: nullable(v.string()),
      utcCancelledAt: utc,
    }),
  ),
  freesale: v.literal(false),
  availabilityId: v.string(),
  availability: octoAvailability,
  contact: knownContact,
  notes: nullable(v.string()),
  deliveryMethods: v.array(v.literal('TICKET')),
  voucher: v.null(),
  unitItems: v.array(unitItem),
  pricing: v.optional(pricing),
})
export type OctoBooking = v.InferOutput<typeof octoBooking>

/** More than any visit has. What it asks for is bounded again by the site. */
const MOST_ITEMS = 200

const name = v.pipe(v.string(), v.maxLength(100))
/** In whichever case: it is one. */
const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

export const octoUnitItems = v.pipe(
  v.array(
    v.object({
      uuid: v.optional(uuid),
      unitId: name,
      resellerReference: v.optional(nullable(word)),
      contact: v.optional(octoContact),
    }),
  ),
  v.maxLength(MOST_ITEMS),
)
export type OctoUnitItems = v.InferOutput<typeof octoUnitItems>

export const octoWords = { name, uuid, word, text }
