import { faultOfAddressee } from '@kippu/domain/receipt-addressee'
import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { reservationNumber, shownName, visitFrom, visitTo } from './fields.ts'
import { askedLanguage, jstDateTime, storableText, yen, yenDifference } from './shapes.ts'

/** The longest addressee, whatever it may be: far more than one has. */
const MOST_CHARACTERS = 1_000

const taxRate = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const receipt = v.pipe(
  v.object({
    receipt_number: v.pipe(
      v.string(),
      v.description(
        'The number of the receipt, such as `2026-000042`: counted by site and year, without gaps.',
      ),
    ),
    former_receipt_number: v.pipe(
      v.nullable(v.string()),
      v.description('The receipt that this one replaces; null for the first one.'),
    ),
    receipt_numbers: v.pipe(
      v.array(v.string()),
      v.description('All receipts of the reservation, the oldest first.'),
    ),
    reservation_number: reservationNumber,
    issued_at: v.pipe(jstDateTime, v.description('When it was issued.')),
    addressee: v.pipe(v.string(), v.description('To whom the receipt is issued. Personal data.')),
    reissue: v.pipe(v.boolean(), v.description('False in the one answer that issues it.')),
    original_pass: v.pipe(
      v.nullable(v.string()),
      v.description(
        'Opens the PDF of this answer without the mark of a reissue, for an hour; null where it is one.',
      ),
    ),
    has_pdf: v.pipe(
      v.boolean(),
      v.description('Whether there is a PDF; where there is none, a browser prints it.'),
    ),
    price: v.pipe(yen, v.description('What is paid and was not given back, with tax.')),
    tax: v.pipe(yen, v.description('The consumption tax in it.')),
    tax_rate: v.pipe(taxRate, v.description('Percent: the highest of `taxes`.')),
    taxes: v.pipe(
      v.array(
        v.object({
          tax_rate: v.pipe(taxRate, v.description('Percent.')),
          price: v.pipe(yen, v.description('What is paid at this rate, with tax.')),
          tax: v.pipe(yen, v.description('The consumption tax in it.')),
        }),
      ),
      v.description('By rate, each rounded down once.'),
    ),
    lines: v.pipe(
      v.array(
        v.object({
          name: shownName,
          option_name: v.pipe(
            v.string(),
            v.description('The kind of ticket or the extra; empty for a set product.'),
          ),
          quantity: v.pipe(count, v.description('How many.')),
          unit_price: v.pipe(yen, v.description('The price of one.')),
          price: v.pipe(yen, v.description('The price of all of the line.')),
          tax_rate: v.pipe(taxRate, v.description('Percent.')),
        }),
      ),
      v.description('What was bought, before discounts.'),
    ),
    adjustments: v.pipe(
      v.array(
        v.object({
          kind: v.pipe(
            v.picklist(['membership', 'coupon', 'method', 'refund', 'kept']),
            v.description('What kind it is.'),
          ),
          price: v.pipe(yenDifference, v.description('What it adds; negative for what it takes off.')),
        }),
      ),
      v.description(
        'What the total differs by from the lines: discounts, tickets that were given back, a difference that was not.',
      ),
    ),
    payments: v.pipe(
      v.array(
        v.object({
          paid_at: v.pipe(jstDateTime, v.description('When it was paid, or went back.')),
          payment_method_type: v.pipe(
            v.nullable(paymentMethod),
            v.description('The way to pay; null for what went back.'),
          ),
          price: v.pipe(yenDifference, v.description('What was paid; negative for what went back.')),
          returned_for_change: v.optional(
            v.pipe(
              v.literal(true),
              v.description(
                'True where it went back because the visit was moved to a cheaper day; it is not there otherwise.',
              ),
            ),
          ),
        }),
      ),
      v.description(
        'The money that makes the total, the oldest first: what was paid, and what went back, which is negative.',
      ),
    ),
    payment_method_name: v.pipe(v.string(), v.description('The names of the ways it was paid.')),
    visit_from: visitFrom,
    visit_to: visitTo,
    issuer: v.pipe(
      v.object({
        name: v.pipe(v.string(), v.description('The name of the issuer.')),
        address: v.pipe(v.string(), v.description('The address of the issuer.')),
        registration_number: v.pipe(
          v.string(),
          v.description('The number of the qualified invoice issuer: `T` and 13 digits.'),
        ),
      }),
      v.description('Whoever issues the receipt.'),
    ),
  }),
  v.title('Receipt'),
)
export type Receipt = v.InferOutput<typeof receipt>

const askedNumber = v.optional(
  v.pipe(
    storableText,
    v.maxLength(40),
    v.description('The number of a receipt; without it, the newest one.'),
  ),
)

export const readReceipt = call({
  method: 'GET',
  path: '/api/v1/receipts/{reservation_token}',
  summary: 'Read a receipt',
  description: 'A receipt that was issued; `record not found` before.',
  query: v.strictObject({ lang: askedLanguage, receipt_number: askedNumber }),
  response: receipt,
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // The screen itself asks for the addressee, or says that the tickets have another address.
  ignoredStatuses: [404, 410],
})

/**
 * A receipt that was issued as a file of A4 pages. It is a page of the site and not a call: a browser saves what it
 * answers with. `record not found` also where `has_pdf` says that there is none.
 */
export const receiptPdf = {
  path: '/receipts/{reservation_token}/pdf',
  query: v.strictObject({
    lang: askedLanguage,
    receipt_number: askedNumber,
    original_pass: v.optional(v.pipe(storableText, v.maxLength(60))),
  }),
} as const

export const issueReceipt = call({
  method: 'POST',
  path: '/api/v1/receipts/{reservation_token}',
  summary: 'Issue a receipt',
  description:
    'Issues the receipt of a reservation to an addressee, once. Asked again for the same addressee it answers with that receipt; for another one it is `invalid_request`. Nothing is issued where nothing was paid.',
  query: v.strictObject({ lang: askedLanguage }),
  body: v.strictObject({
    addressee: v.pipe(
      storableText,
      v.maxLength(MOST_CHARACTERS),
      v.trim(),
      v.check(text => faultOfAddressee(text) === null, 'addressee'),
      v.description('To whom the receipt is issued. Personal data.'),
    ),
  }),
  response: receipt,
  status: 201,
  errors: ['record not found', 'reservation url changed'],
  // The form itself says what is wrong with the addressee.
  ignoredStatuses: [400, 410],
})
