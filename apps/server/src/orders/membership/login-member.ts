import type { Site } from '@kippu/sites/site'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { storedLoginId } from './find-member.ts'
import { judgeLogin, logIn, type LoginRefusal } from './log-in.ts'
import { loginFacts } from './login-facts.ts'
import { forgiveTry, noteFailure, openTry } from './login-failures.ts'
import { isPasswordOf } from './password.ts'

export interface PasswordLogin {
  readonly orderToken: string
  /** As typed; often an e-mail address. */
  readonly loginId: string
  readonly password: string
  /** Address of the client. */
  readonly address: string
}

/** Logs a member in to an order by id and password; after the tenth failure an id is locked for a while. */
export async function loginMember(
  deps: Pick<Deps, 'db' | 'tokens'>,
  { key: siteKey, membership }: Site,
  { orderToken, loginId: typed, password, address }: PasswordLogin,
): Promise<{ result: true } | LoginRefusal | Refusal<'too_many_requests'>> {
  if (membership.disabled) return refuse('membership login failed')
  const loginId = storedLoginId(typed)
  const asked = { siteKey, token: orderToken, loginId }
  const found = await deps.db.find(loginFacts, asked)
  const order = judgeLogin(found?.order)
  if (isRefusal(order)) return order
  const login = { siteKey, loginId, address }
  if (!(await openTry(deps, login))) return refuse('too_many_requests')
  if (!(await isPasswordOf(found?.member?.password_hash ?? null, password))) {
    await noteFailure(deps, login)
    return refuse('membership login failed')
  }
  await forgiveTry(deps, login)
  return logIn(deps, asked)
}
