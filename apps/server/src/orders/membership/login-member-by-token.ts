import type { Site } from '@kippu/sites/site'

import type { Deps } from '../../platform/deps.ts'
import type { MemberTokens } from './member-tokens.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { storedLoginId } from './find-member.ts'
import { logIn, type LoginRefusal } from './log-in.ts'

export interface TokenLogin {
  readonly orderToken: string
  /** As the member's organisation issued it. */
  readonly token: string
}

/** Logs a member in to an order with a token of their organisation. */
export async function loginMemberByToken(
  { db, memberTokens }: Pick<Deps, 'db'> & { readonly memberTokens: MemberTokens },
  { key: siteKey, membership }: Site,
  { orderToken, token }: TokenLogin,
): Promise<{ result: true } | LoginRefusal> {
  if (membership.disabled) return refuse('membership login failed')
  const named = await memberTokens.loginIdOf(siteKey, token)
  const loginId = named === undefined ? undefined : storedLoginId(named)
  return logIn({ db }, { siteKey, token: orderToken, loginId })
}
