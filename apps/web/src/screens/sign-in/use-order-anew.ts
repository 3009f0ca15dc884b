import { deleteOrder } from '@kippu/contract/orders'
import { useMutation } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useNavigate } from '../../page/router.tsx'
import { mainOrder } from '../../page/redirects.ts'
import { useSession } from '../../session/session.ts'

interface OrderAnew {
  readonly orderAnew: () => void
  readonly isLeaving: boolean
}

/**
 * Gives the order back and leads to the order page, which keeps the choices. An order that cannot be given back,
 * because it has ended or is being paid, stays in the session: the order page handles it when the visitor continues
 * from there.
 */
export function useOrderAnew(token: string): OrderAnew {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(deleteOrder, { params: { token } }),
    onSuccess: () => {
      navigate(mainOrder())
      useSession.setState({ orderToken: null })
    },
    onError: error => {
      if (error instanceof ApiError && error.status === 400) navigate(mainOrder())
    },
  })
  return { orderAnew: () => mutate(), isLeaving: isPending }
}
