import { createHmac, timingSafeEqual } from 'node:crypto'

/** The content that a tag covers: the goods and amounts that we asked the gateway to sell. */
export interface TagContent {
  readonly payMethod: string
  readonly orderId: string
  /** Yen, as digits. */
  readonly tax: string
  readonly amount: string
}

/** The gateway accepts 20 characters in `free1`, and returns them. */
const LENGTH = 20

/**
 * Proves that a form with this order, tax and amount is ours. The gateway's hash joins values without a separator, so
 * its holder may move the borders: a tag is valid for one reading only. Its key is derived from the account's, so that
 * a tag is never a hash of the gateway's.
 */
export function linkTag(hashKey: string, { payMethod, orderId, tax, amount }: TagContent): string {
  const key = createHmac('sha256', hashKey).update('kippu: forms of the link type').digest()
  const text = [payMethod, orderId, tax, amount].join('\n')
  return createHmac('sha256', key).update(text).digest('hex').slice(0, LENGTH)
}

export function isTagOf(tag: string, hashKey: string, tagged: TagContent): boolean {
  const [came, expected] = [Buffer.from(tag), Buffer.from(linkTag(hashKey, tagged))]
  return came.length === expected.length && timingSafeEqual(came, expected)
}
