import * as v from 'valibot'

const parseJson = v.pipe(v.string(), v.parseJson())
const base64 = v.pipe(
  v.string(),
  v.base64(),
  v.transform(text => Buffer.from(text, 'base64').toString('utf8')),
)
/**
 * The content that a real device encrypts for the provider. It is not encrypted here, because the simulated sheet has
 * no key of a provider.
 */
const contentSchema = v.strictObject({
  simulated: v.literal(true),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
})
const paymentDataSchema = v.object({
  version: v.literal('EC_v1'),
  data: v.pipe(base64, parseJson, contentSchema),
  header: v.object({ transactionId: v.string() }),
})

/**
 * The card and the amount in yen that the owner of the device agreed to, and the transaction, which is valid for one
 * charge.
 */
export interface ApplePayToken {
  readonly last4: string
  readonly amount: number
  readonly transaction: string
}

/** Reads base64 of `paymentData` as the simulated sheet makes it; null for anything else. */
export function readApplePayToken(token: string): ApplePayToken | null {
  const read = v.safeParse(v.pipe(base64, parseJson, paymentDataSchema), token)
  if (!read.success) return null
  const { data, header } = read.output
  return { last4: data.last4, amount: data.amount, transaction: header.transactionId }
}

/** The device's `paymentData`: JSON that the store passes on in base64 without reading it. */
export function paymentDataOf({ last4, amount, transaction }: ApplePayToken): Record<string, unknown> {
  const content = { simulated: true, last4, amount, currency: 'JPY' }
  const data = Buffer.from(JSON.stringify(content)).toString('base64')
  return { version: 'EC_v1', data, signature: '', header: { transactionId: transaction } }
}

/** Does for tests what the device and the page do: gives the `paymentData` in base64. */
export function simulatedPaymentToken(token: ApplePayToken): string {
  return Buffer.from(JSON.stringify(paymentDataOf(token))).toString('base64')
}
