import type { MemberInfo } from '@kippu/contract/membership'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken } from '../orders/life/find-order.ts'
import { findMemberInfo } from './find-member.ts'

/**
 * What is known of the member who logged in to an order: a person's profile, so it is told only while
 * nobody but who made the order can have its token. The link of a mail leads to the order as well, and the mail may have gone
 * to a stranger whose address was typed by mistake; from then on the form is filled from the answers of the order.
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
