import type { MemberInfo } from '@kippu/contract/membership'
import type { Site } from '@kippu/sites/site'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { orderFacts, recordOf } from '../life/find-order.ts'

/**
 * The profile of the member who logged in to an order. It is personal, so it is returned only while nobody except the
 * order's creator can have its token. The link in a mail also leads to the order, and the mail may have gone to a
 * stranger because of a mistyped address; from then on the form is filled from the answers of the order.
 */
export async function readMember(
  { db }: Pick<Deps, 'db'>,
  { key: siteKey, membership }: Site,
  orderToken: string,
): Promise<MemberInfo | Refusal<'membership retrieval failure' | 'session_timeout'>> {
  if (membership.disabled) return refuse('membership retrieval failure')
  const found = await db.find(memberOfOrder, { siteKey, token: orderToken })
  if (found?.order.hasEnded === true) return refuse('session_timeout')
  if (found?.order.status !== 'temporary' || found.member === null)
    return refuse('membership retrieval failure')
  return found.member
}

/** An order, and the stored profile of the member who is logged in to it. */
const memberOfOrder = orderFacts(
  orders =>
    orders.select(eb =>
      jsonObjectFrom(
        eb
          .selectFrom('members')
          .select(['name', 'resident_area', 'members.email', 'phone', 'age', 'gender'])
          .whereRef('members.id', '=', 'orders.member_id'),
      ).as('member'),
    ),
  row => ({ order: recordOf(row), member: row.member }),
)
