import { readMember } from '@kippu/contract/membership'
import type { MemberInfo } from '@kippu/contract/membership'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { useQuery } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { useSite } from '../../../page/first-view-context.ts'
import { useSession } from '../../../session/session.ts'

interface MemberQuery {
  readonly queryKey: readonly [string, string]
  readonly queryFn: () => Promise<MemberInfo | null>
}

/**
 * Reads the member who logged in to an order, null when nobody did or when the server no longer says. It is kept in
 * memory alone, because it identifies a person.
 */
export function memberQuery(token: string): MemberQuery {
  return {
    queryKey: ['member', token],
    queryFn: () => request(readMember, { params: { id: token } }).catch(nullWhenNobody),
  }
}

/**
 * The member of an order, undefined until that is known. It is read only after a login, and only before the form was
 * sent: from then on the form's own answers fill it. If the read fails, the form works without a member.
 */
export function useMember(order: TemporaryOrder, token: string): MemberInfo | null | undefined {
  const { disabled } = useSite().membership
  const hasLogin = useHasLogin(order, token)
  const enabled = !disabled && order.status === 'temporary' && hasLogin
  const { data, isError } = useQuery({ ...memberQuery(token), enabled, staleTime: Infinity })
  return data === undefined && (isError || !enabled) ? null : data
}

/**
 * Whether a member logged in to an order: in this tab, or in another one, which the order's promotion shows. A
 * promotion from the address is not a sign of a login.
 */
function useHasLogin({ membership_promotion: promotion }: TemporaryOrder, token: string): boolean {
  const isMemberOrder = useSession(({ memberOrder }) => memberOrder === token)
  const cameWithPromotion = useSession(({ membershipInQuery }) => Boolean(membershipInQuery?.membershipValue))
  return isMemberOrder || (promotion !== null && !cameWithPromotion)
}

/** @throws the error, unless it says that nobody logged in. */
function nullWhenNobody(error: unknown): null {
  if (error instanceof ApiError && error.body?.error === 'membership retrieval failure') return null
  throw error
}
