import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { NoAnswer, StaffError } from '../api'
import { useWeight } from '../session/me'

interface Act<T> {
  readonly acting: UseMutationResult<T, Error, void>
  /** No answer came: it may have been done. The same again asks what became of it. */
  readonly isUnknown: boolean
}

/** Does something once: however often it is sent before an answer comes, it has one key. What an order and the lists say is read again afterwards. */
export function useAct<T>(act: (key: string) => Promise<T>): Act<T> {
  const client = useQueryClient()
  const weight = useWeight()
  const [key, setKey] = useState(newKey)
  const acting = useMutation<T, Error, void>({
    mutationFn: () => weight(() => act(key)),
    onSuccess: async () => {
      setKey(newKey())
      await client.invalidateQueries()
    },
    onError: error => {
      const isAnswered = error instanceof StaffError && error.code !== 'request in progress'
      if (isAnswered) setKey(newKey())
    },
  })
  const { error } = acting
  const isUnknown =
    error instanceof NoAnswer || (error instanceof StaffError && error.code === 'request in progress')
  return { acting, isUnknown }
}

function newKey(): string {
  return crypto.randomUUID()
}
