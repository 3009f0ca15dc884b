import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PricedPromotion } from '@kippu/domain/membership-discount'

import type { GroupedRead } from '../../platform/db/database.ts'
import { type AskedOrder, askedWithToken, orderFacts } from '../life/find-order.ts'
import { payableOf, type PayableOrder, selectPayable } from '../life/payable-order.ts'
import { PROMOTION_OF_MEMBER } from '../price/promotion-columns.ts'

/** An order, and a login id as `storedLoginId` writes it; undefined names nobody. */
export interface AskedLogin extends AskedOrder {
  readonly loginId: string | undefined
}

/** The facts by which a login to an order is judged. */
export interface LoginFacts extends PayableOrder {
  /** The member of the site with the login id. */
  readonly member: MemberRow | undefined
}

interface MemberRow {
  readonly id: string
  readonly password_hash: string | null
  readonly promotion_id: string | null
  readonly promotion: PricedPromotion | null
}

/** An order and the member who wants to log in to it. */
export const loginFacts: GroupedRead<AskedLogin, LoginFacts | undefined> = orderFacts(
  (orders, hashes, asked: readonly AskedLogin[]) => {
    const loginIds = askedWithToken(
      hashes,
      asked.map(({ loginId }) => loginId),
    )
    return selectPayable(orders).select(eb =>
      jsonArrayFrom(
        eb
          .selectFrom('members')
          .select(['members.id', 'login_id', 'password_hash', 'members.promotion_id'])
          .select(PROMOTION_OF_MEMBER.as('promotion'))
          .whereRef('members.site_key', '=', 'orders.site_key')
          .where('login_id', '=', loginIds),
      ).as('members'),
    )
  },
  (row, { loginId }) => ({
    ...payableOf(row),
    member: row.members.find(({ login_id }) => login_id === loginId),
  }),
)
