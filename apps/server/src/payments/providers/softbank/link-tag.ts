import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a tag is made over: what we asked the gateway to sell. */
export interface Tagged {
  readonly payMethod: string
  readonly orderId: string
  /** Yen, as digits. */
  readonly tax: string
  readonly amount: string
}

/** The gateway takes 20 characters in `free1`, and brings them back. */
const LENGTH = 20

/**
 * Says that a form of this order, tax and amount is ours. The gateway's hash joins values without anything between them,
 * so whoever has one may draw other borders: a tag holds for one reading only. Made with a key of our own, derived from
 * the account's, so that it is no hash of the gateway's.
 */
export function linkTag(hashKey: string, { payMethod, orderId, tax, amount }: Tagged): string {
  const key = createHmac('sha256', hashKey).update('kippu: forms of the link type').digest()
  const text = [payMethod, orderId, tax, amount].join('\n')
  return createHmac('sha256', key).update(text).digest('hex').slice(0, LENGTH)
}

export function isTagOf(tag: string, hashKey: string, tagged: Tagged): boolean {
  const [came, expected] = [Buffer.from(tag), Buffer.from(linkTag(hashKey, tagged))]
  return came.length === expected.length && timingSafeEqual(came, expected)
}
