import type { Answer } from '@kippu/contract/call'
import { checkIn } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { keepEntry } from './kept-entry.ts'
import type { TicketName } from './use-ticket-at-gate.ts'

/** The proof that the visitor stands at the gate. */
export type Proof =
  | { readonly mode: 'read_qr'; readonly gate_code: string }
  | { readonly mode: 'tap_ticket'; readonly presence_code: string }

interface Attempt {
  readonly ids: readonly number[]
  readonly proof: Proof
}

/** `code`: the gate's code, or that of the day, is not one of this house now. `lost`: nobody knows what became of it. */
type Fault = 'code' | 'lost'

export interface CheckingIn {
  readonly send: (attempt: Attempt) => void
  /** Sends the last attempt once more; null before there is one that was lost. */
  readonly again: (() => void) | null
  readonly isBusy: boolean
  readonly fault: Fault | null
  readonly result: Answer<typeof checkIn> | null
  /** Forgets the last result. */
  readonly reset: () => void
}

const [BAD_REQUEST, NOT_FOUND, GONE] = [400, 404, 410]

/** Checks tickets in. An attempt whose answer was lost is sent again under its own name, so that it counts once. */
export function useCheckIn(name: TicketName, party: readonly Ticket[]): CheckingIn {
  const { reservationToken, id, type } = name
  const queryClient = useQueryClient()
  const named = useRef<{ readonly who: string; readonly scanId: string } | null>(null)
  const { mutate, isPending, error, data, variables, reset } = useMutation({
    mutationFn: ({ ids, proof }: Attempt) =>
      request(checkIn, {
        params: { reservation_token: reservationToken, id },
        body: { type, ...proof, ids: [...ids], scan_id: scanIdOf(ids.join()) },
      }),
    onSuccess: ({ checked_in_at: at, tickets }) => {
      named.current = null
      const isIn = (id: number): boolean => tickets.some(one => one.id === id && one.status === 'success')
      const admitted = party.filter(ticket => isIn(ticket.id))
      if (at !== null && admitted.length > 0) keepEntry(name, { at, kinds: kindsOf(admitted) })
      // The page of the tickets says who has entered.
      void queryClient.invalidateQueries({ queryKey: ['tickets', reservationToken] })
    },
    onError: failure => {
      if (faultOf(failure) === 'lost') return
      named.current = null
      if (failure instanceof ApiError && (failure.status === NOT_FOUND || failure.status === GONE))
        void queryClient.invalidateQueries({ queryKey: ['ticket-at-gate', reservationToken] })
    },
  })
  /** Other people are another check-in. */
  const scanIdOf = (who: string): string => {
    if (named.current?.who !== who) named.current = { who, scanId: crypto.randomUUID() }
    return named.current.scanId
  }
  const fault = isPending ? null : faultOf(error)
  return {
    send: mutate,
    again: fault === 'lost' && variables !== undefined ? () => mutate(variables) : null,
    isBusy: isPending,
    fault,
    result: data ?? null,
    reset,
  }
}

function faultOf(error: unknown): Fault | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === BAD_REQUEST) return 'code'
  return error.status === NOT_FOUND || error.status === GONE ? null : 'lost'
}
