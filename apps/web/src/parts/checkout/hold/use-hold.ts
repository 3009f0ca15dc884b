import { extendOrder } from '@kippu/contract/orders'
import { epochMsOf } from '@kippu/domain/jst-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { request } from '../../../api/client.ts'
import { serverNow } from '../../../api/server-clock.ts'

/** How often the clock is read, in ms: the time is shown in minutes, never in ticking seconds. */
const LOOK_EVERY = 5000
/** Pause before an order that should have ended is read again, in ms: the clocks may disagree. */
const ASK_EVERY = 15_000

/** Places that are held for a while: those of an order, or of a change of time. */
export interface Held {
  readonly token: string | null
  /** The key of the answer that says how long, in the cache of answers. */
  readonly queryKey: readonly unknown[]
  /** Date-time in +09:00. */
  readonly expires_at: string
  readonly extensions_left: number
  /** False of an order that has no places yet. */
  readonly isHeld: boolean
  readonly isBeingPaid: boolean
}

/** Time until a hold ends, in ms; 0 when it is over. A page that was asleep updates as soon as it is visible again. */
export function useTimeLeft({ expires_at: expiresAt }: Pick<Held, 'expires_at'>): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const look = (): void => setNow(serverNow())
    const timer = setInterval(look, LOOK_EVERY)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return Math.max(0, epochMsOf(expiresAt) - now)
}

interface Extension {
  readonly isPending: boolean
  readonly extend: () => void
}

/** Extends the hold (WCAG 2.2.1), and updates every place that shows the order or the change. */
export function useExtension(
  { token, queryKey }: Pick<Held, 'token' | 'queryKey'>,
  onExtended: () => void,
): Extension {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: string) => request(extendOrder, { params: { token: asked } }),
    onSuccess: longer => {
      queryClient.setQueryData<object>(queryKey, held => held && { ...held, ...longer })
      onExtended()
    },
  })
  return { isPending, extend: () => token !== null && mutate(token) }
}

/**
 * When the time is over, reads the order from the server: it answers `session_timeout`, and the failure handler does
 * the rest. What still exists is being paid, or the clocks differ by a moment: it is read again.
 */
export function useEnd({ token, queryKey }: Pick<Held, 'token' | 'queryKey'>, isOver: boolean): void {
  const queryClient = useQueryClient()
  const keys = useRef(queryKey)
  useEffect(() => {
    if (!isOver || token === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const ask = async (): Promise<void> => {
      await queryClient.refetchQueries({ queryKey: keys.current })
      const isThere = queryClient.getQueryState(keys.current)?.status === 'success'
      if (isThere && !isLeft) timer = setTimeout(() => void ask(), ASK_EVERY)
    }
    void ask()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isOver, token, queryClient])
}
