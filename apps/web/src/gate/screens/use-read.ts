import { useEffect, useState } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { isNoAnswer } from '../device/gate-device.ts'

export interface Read<Answer> {
  /** The newest one; null before the first. */
  readonly answer: Answer | null
  /** When it came, in ms since 1970 by the device; null before the first. */
  readonly at: number | null
  /** The last question got no answer. */
  readonly isMissed: boolean
}

interface Reading<Answer> {
  /** Another key is another question: what was read before is not shown for it. */
  readonly key: string
  readonly read: () => Promise<Answer>
  /** How often it is asked again while the page is visible, in ms. */
  readonly everyMs: number
}

/** Reads, and reads again by itself while the page is visible. */
export function useRead<Answer>({ key, read, everyMs }: Reading<Answer>): Read<Answer> {
  const [kept, setKept] = useState<Read<Answer> & { readonly key: string }>({
    key,
    answer: null,
    at: null,
    isMissed: false,
  })
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        try {
          const answer = await read()
          if (!isOver) setKept({ key, answer, at: Date.now(), isMissed: false })
        } catch (error) {
          if (!(error instanceof ApiError)) reportError(error)
          if (!isOver && isNoAnswer(error))
            setKept(before =>
              before.key === key
                ? { ...before, isMissed: true }
                : { key, answer: null, at: null, isMissed: true },
            )
        }
      }
      if (!isOver) timer = setTimeout(() => void ask(), everyMs)
    }
    const see = (): void => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', see)
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', see)
    }
    // The question is named by its key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, everyMs])
  return kept.key === key ? kept : { answer: null, at: null, isMissed: false }
}
