import { getStocks, getStocksStatuses } from '@kippu/contract/products'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { goTo } from '../../app/entry.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import type { Choice } from './order-choice.ts'

/** The code of the order itself comes when a day is chosen: nobody orders in the first second (design §7). */
const loadPlaceOrder = () => import('./place-order.ts')

interface CreateOrder {
  readonly create: (choice: Choice) => void
  readonly isPending: boolean
}

/**
 * Orders, and goes on to the step that follows. A refusal is told by the failure handler; the stock is then read again, and
 * the choices stay as they are.
 */
export function useCreateOrder({ date }: Pick<Choice, 'date'>): CreateOrder {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (date !== null) void loadPlaceOrder().catch(() => undefined)
  }, [date])
  const { mutate, isPending } = useMutation({
    mutationFn: async (choice: Choice) => (await loadPlaceOrder()).placeOrder(choice, lang),
    onSuccess: route => goTo(route),
    onError: async () => {
      await queryClient.invalidateQueries({ queryKey: [getStocksStatuses.path] })
      await queryClient.invalidateQueries({ queryKey: [getStocks.path] })
    },
  })
  return { create: choice => mutate(choice), isPending }
}
