import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import type { MemberTokens } from './member-tokens.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { bindMember, type LoginRefusal, findOrderToLogInTo } from './bind-member.ts'
import { findMember, storedLoginId } from './find-member.ts'

export interface TokenLogin {
  readonly orderToken: string
  /** As the member's organisation issued it. */
  readonly token: string
}

/** Logs a member in to an order with a token of their organisation (R-7.51, S-5.05). */
export async function loginMemberByToken(
  { db, memberTokens }: Pick<Deps, 'db'> & { readonly memberTokens: MemberTokens },
  { key: siteKey, membership }: Site,
  { orderToken, token }: TokenLogin,
): Promise<{ result: true } | LoginRefusal> {
  if (membership.disabled) return refuse('membership login failed')
  const order = await findOrderToLogInTo({ db }, { siteKey, token: orderToken })
  if (isRefusal(order)) return order
  const named = await memberTokens.loginIdOf(siteKey, token)
  if (named === undefined) return refuse('membership login failed')
  const loginId = storedLoginId(named)
  return db.transaction(async tx => {
    const member = await findMember(tx, { siteKey, loginId })
    return member === undefined
      ? refuse('membership login failed')
      : bindMember(tx, { orderId: order.id, member })
  })
}
