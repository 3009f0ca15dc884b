import type { MemberInfo } from '@kippu/contract/membership'
import { isOrderLive } from '@kippu/domain/states/order'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken } from '../orders/find-order.ts'
import { findMemberInfo } from './queries.ts'

/** What is known of the member who logged in to an order. */
export async function readMember(
  { db }: Pick<Deps, 'db'>,
  { key: siteKey, membership }: Site,
  orderToken: string,
): Promise<MemberInfo | Refusal<'membership retrieval failure' | 'session_timeout'>> {
  if (membership.disabled) return refuse('membership retrieval failure')
  return db.read(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token: orderToken })
    if (order?.hasEnded === true) return refuse('session_timeout')
    if (order === undefined || !isOrderLive(order.status) || order.memberId === null)
      return refuse('membership retrieval failure')
    return findMemberInfo(tx, order.memberId)
  })
}
