import type { MethodDiscount } from '@kippu/domain/method-discount'

import type { Read } from '../../db/database.ts'

export interface ListedMethod {
  readonly discount: MethodDiscount | null
}

/** A method by which the site sells on its web channel, with its discount (S-4.01, S-7.14). */
export async function findListedMethod(
  read: Read,
  { siteKey, method }: { readonly siteKey: string; readonly method: string },
): Promise<ListedMethod | undefined> {
  const row = await read
    .selectFrom('payment_methods')
    .select(['discount_type', 'discount_amount'])
    .where('site_key', '=', siteKey)
    .where('channel', '=', 'web')
    .where('method', '=', method)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { discount_type: type, discount_amount: amount } = row
  return { discount: type === null ? null : { type, amount } }
}
