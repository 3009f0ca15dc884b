import { hashToken, isTokenOf, type StoredHash } from '../../platform/tokens.ts'

/**
 * A payment is named in two ways. Its **number** is a secret of the browser that began it: a browser that knows it
 * reads the tokens of its order and tickets. Its **reference** names the same payment and gives no token: it stands in
 * the addresses that providers, and every proxy on the way, are given. The reference is the hash that is stored of the
 * number, so it is found by the same index, outlives every change of keys, and leads nobody to the number.
 */
export type PaymentName = string

const PREFIX = 'ref_'

/** 32 bytes in base64url. */
const FORM = /^ref_[\w-]{43}$/

/** The reference of the payment whose number has this hash. */
export function referenceOf(paymentNumberHash: StoredHash): PaymentName {
  const bytes =
    typeof paymentNumberHash === 'string' ? Buffer.from(paymentNumberHash, 'hex') : paymentNumberHash
  return `${PREFIX}${bytes.toString('base64url')}`
}

export function isReference(name: PaymentName): boolean {
  return FORM.test(name)
}

/** The hash by which the payment is found; undefined for what names none: checked before the database is queried. */
export function hashOfName(name: PaymentName): Buffer | undefined {
  if (isTokenOf('payment', name)) return hashToken(name)
  return isReference(name) ? Buffer.from(name.slice(PREFIX.length), 'base64url') : undefined
}
