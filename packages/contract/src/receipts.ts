import { faultOfAddressee } from '@kippu/domain/receipt-addressee'
import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { askedLanguage, jstDateTime, storableText, yen, yenDifference } from './shapes.ts'

/** Of an addressee, whatever it may be: far more than one has. */
const MOST_CHARACTERS = 1_000

const taxRate = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const receipt = v.object({
  /** `2026-000042`: counted by site and year, without gaps. */
  receipt_number: v.string(),
  /** The receipt of the same reservation that this one replaces; null on the first one. */
  former_receipt_number: v.nullable(v.string()),
  /** All receipts of the reservation, the oldest first. */
  receipt_numbers: v.array(v.string()),
  reservation_number: v.string(),
  issued_at: jstDateTime,
  addressee: v.string(),
  /** False in the one answer that issues it (S-14.06). */
  reissue: v.boolean(),
  /** Opens the PDF of this very answer, without the mark of a reissue, for an hour; null where it is one. */
  original_pass: v.nullable(v.string()),
  /** Whether every character of it has a face in a PDF; where one has none, a browser prints it. */
  has_pdf: v.boolean(),
  /** What is paid and was not given back, with tax. */
  price: yen,
  /** The consumption tax in it. */
  tax: yen,
  /** In percent: the highest of `taxes`. */
  tax_rate: taxRate,
  /** By rate, each rounded down once (S-14.05). */
  taxes: v.array(v.object({ tax_rate: taxRate, price: yen, tax: yen })),
  /** What was bought, before discounts. */
  lines: v.array(
    v.object({
      name: v.string(),
      /** The kind of ticket or the extra; empty on a set product. */
      option_name: v.string(),
      quantity: count,
      unit_price: yen,
      price: yen,
      tax_rate: taxRate,
    }),
  ),
  /** What the total differs by from the lines: discounts, tickets that were given back, a difference that was not. */
  adjustments: v.array(
    v.object({
      kind: v.picklist(['membership', 'coupon', 'method', 'refund', 'kept']),
      price: yenDifference,
    }),
  ),
  /** The money that makes the total, the oldest first: what was paid, and what went back, which is negative (S-14.08). */
  payments: v.array(
    v.object({
      paid_at: jstDateTime,
      /** Null on what went back. */
      payment_method_type: v.nullable(paymentMethod),
      price: yenDifference,
      returned_for_change: v.optional(v.literal(true)),
    }),
  ),
  /** Of every method it was paid by. */
  payment_method_name: v.string(),
  visit_from: jstDateTime,
  visit_to: jstDateTime,
  issuer: v.object({
    name: v.string(),
    address: v.string(),
    /** `T` and 13 digits. */
    registration_number: v.string(),
  }),
})
export type Receipt = v.InferOutput<typeof receipt>

/** The number of a receipt of the reservation; the newest one without it. */
const askedNumber = v.optional(v.pipe(storableText, v.maxLength(40)))

/** A receipt that was issued (E-05); `record not found` before. */
export const readReceipt = call({
  method: 'GET',
  path: '/api/v1/receipts/{reservation_token}',
  summary: 'Read a receipt',
  query: v.strictObject({ lang: askedLanguage, receipt_number: askedNumber }),
  response: receipt,
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // The screen itself asks for the addressee, or says that the tickets have another address.
  ignoredStatuses: [404, 410],
})

/**
 * A receipt that was issued as a file of A4 pages (S-14.05). It is a page of the site and not a call: a browser saves what it answers with.
 * `record not found` also where `has_pdf` says that there is none.
 */
export const receiptPdf = {
  path: '/receipts/{reservation_token}/pdf',
  query: v.strictObject({
    lang: askedLanguage,
    receipt_number: askedNumber,
    original_pass: v.optional(v.pipe(storableText, v.maxLength(60))),
  }),
} as const

/**
 * Issues the receipt of a reservation to an addressee, once (E-06, S-14.06). Asked again for the same addressee, it answers with the
 * receipt; for another one it is `invalid_request`. Nothing is issued where nothing was paid (S-14.07).
 */
export const issueReceipt = call({
  method: 'POST',
  path: '/api/v1/receipts/{reservation_token}',
  summary: 'Issue a receipt',
  query: v.strictObject({ lang: askedLanguage }),
  body: v.strictObject({
    addressee: v.pipe(
      storableText,
      v.maxLength(MOST_CHARACTERS),
      v.trim(),
      v.check(text => faultOfAddressee(text) === null, 'addressee'),
    ),
  }),
  response: receipt,
  status: 201,
  errors: ['record not found', 'reservation url changed'],
  // The form itself says what is wrong with the addressee.
  ignoredStatuses: [400, 410],
})
