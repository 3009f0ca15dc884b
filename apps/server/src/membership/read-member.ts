import type { MemberInfo } from '@kippu/contract/membership'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken } from '../orders/life/find-order.ts'
import { findMemberInfo } from './find-member.ts'

/**
 * The profile of the member who logged in to an order. It is personal, so it is returned only while
 * nobody except the order's creator can have its token. The link in a mail also leads to the order, and the mail may
 * have gone to a stranger because of a mistyped address; from then on the form is filled from the answers of the order.
 */
export async function readMember(
  { db }: Pick<Deps, 'db'>,
  { key: siteKey, membership }: Site,
  orderToken: string,
): Promise<MemberInfo | Refusal<'membership retrieval failure' | 'session_timeout'>> {
  if (membership.disabled) return refuse('membership retrieval failure')
  return db.read(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token: orderToken })
    if (order?.hasEnded === true) return refuse('session_timeout')
    if (order === undefined || order.status !== 'temporary' || order.memberId === null)
      return refuse('membership retrieval failure')
    return findMemberInfo(tx, order.memberId)
  })
}
