import type { ConsoleError } from '@kippu/contract/console/console-errors'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { NoAnswer, StaffError } from '../api'
import { useWeight } from '../session/me'

interface Act<T> {
  readonly acting: UseMutationResult<T, Error, void>
  /** No answer came, or one that the database was away for: it may have been done. The same again asks what became of it. */
  readonly isUnknown: boolean
}

/** Does something once: however often it is sent before an answer comes, it has one key. What an order and the lists say is read again afterwards. */
export function useAct<T>(act: (key: string) => Promise<T>): Act<T> {
  const client = useQueryClient()
  const weight = useWeight()
  const [key, setKey] = useState(newKey)
  const [isUnknown, setUnknown] = useState(false)
  const acting = useMutation<T, Error, void>({
    mutationFn: () => weight(() => act(key)),
    onSuccess: async () => {
      setUnknown(false)
      setKey(newKey())
      await client.invalidateQueries()
    },
    onError: error => {
      if (error instanceof NoAnswer || (error instanceof StaffError && UNKNOWN.has(error.code)))
        setUnknown(true)
      // Where nobody showed the passkey, nothing was asked: what is not known stays so.
      else if (error instanceof StaffError) {
        setUnknown(false)
        setKey(newKey())
      }
    },
  })
  return { acting, isUnknown }
}

/** Where it is another matter by now than what was seen, that is read again before the refusal is shown. */
export async function seenAnew<T>(act: Promise<T>, seeAgain: (refused: StaffError) => unknown): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (error instanceof StaffError && error.code === 'changed meanwhile') await seeAgain(error)
    throw error
  }
}

/** Answers that do not say what became of it. */
const UNKNOWN: ReadonlySet<string> = new Set<ConsoleError>(['request in progress', 'busy'])

function newKey(): string {
  return crypto.randomUUID()
}
