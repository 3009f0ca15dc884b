import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { bindMember, type LoginRefusal, findOrderToLogInTo } from './bind-member.ts'
import { findMember, storedLoginId } from './find-member.ts'
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

/**
 * Logs a member in to an order by id and password; after the tenth failure an id is locked for a while
 * (S-5.04).
 */
export async function loginMember(
  deps: Pick<Deps, 'db' | 'env'>,
  { key: siteKey, membership }: Site,
  { orderToken, loginId: typed, password, address }: PasswordLogin,
): Promise<{ result: true } | LoginRefusal | Refusal<'too_many_requests'>> {
  if (membership.disabled) return refuse('membership login failed')
  const order = await findOrderToLogInTo(deps, { siteKey, token: orderToken })
  if (isRefusal(order)) return order
  const loginId = storedLoginId(typed)
  const login = { siteKey, loginId, address }
  if (!(await openTry(deps, login))) return refuse('too_many_requests')
  const member = await deps.db.read(tx => findMember(tx, { siteKey, loginId }))
  const isRight = await isPasswordOf(member?.password_hash ?? null, password)
  if (member === undefined || !isRight) {
    await noteFailure(deps, login)
    return refuse('membership login failed')
  }
  return deps.db.transaction(async tx => {
    await forgiveTry(tx, deps, login)
    return bindMember(tx, { orderId: order.id, member })
  })
}
