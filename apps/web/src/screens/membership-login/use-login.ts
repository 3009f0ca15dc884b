import { loginMember, loginMemberByToken } from '@kippu/contract/membership'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useNavigate } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { orderKey } from '../../parts/checkout/order/current-order.ts'
import { memberQuery } from '../../parts/checkout/membership/use-member.ts'
import { useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast-store.ts'

export type Credentials = { readonly email: string; readonly password: string } | { readonly token: string }

interface Login {
  readonly logIn: (credentials: Credentials) => void
  readonly isLoggingIn: boolean
  /** Why the last login failed, null otherwise; the dialog has already explained it. */
  readonly error: Error | null
}

/** Binds a member to an order, reads their details, and returns to the form, which is filled in with them. */
export function useLogin(orderToken: string): Login {
  const t = useText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (credentials: Credentials) => {
      await logIn(orderToken, credentials)
      return memberQuery(orderToken).queryFn()
    },
    onSuccess: async member => {
      useSession.setState({ memberOrder: orderToken })
      queryClient.setQueryData(memberQuery(orderToken).queryKey, member)
      await queryClient.invalidateQueries({ queryKey: orderKey(orderToken) })
      showToast(t('membership_done'))
      navigate('/sign-in', { replace: true })
    },
  })
  return { logIn: mutate, isLoggingIn: isPending, error }
}

/** An unsuccessful result means a wrong password. */
async function logIn(id: string, credentials: Credentials): Promise<void> {
  const params = { id }
  const call = 'token' in credentials ? loginMemberByToken : loginMember
  const { result } =
    'token' in credentials
      ? await request(loginMemberByToken, { params, body: credentials })
      : await request(loginMember, { params, body: credentials })
  if (!result)
    throw new ApiError({ call, kind: 'refused', status: 400, body: { error: 'membership login failed' } })
}
