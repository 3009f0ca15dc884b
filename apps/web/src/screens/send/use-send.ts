import type { Share } from '@kippu/contract/shares'
import { mailShare } from '@kippu/contract/shares'
import type { Language } from '@kippu/domain/language'
import { useMutation } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { minutesUntilRetry } from '../../api/minutes-until-retry.ts'
import { type Party, useHandOn } from '../../parts/sharing/use-party.ts'

/** A mail to somebody, and the tickets that it hands on where they are not handed on yet. */
export interface Sending {
  readonly email: string
  readonly name: string
  readonly message: string
  readonly lang: Language
  readonly ids: readonly number[]
}

interface SendOptions {
  readonly party: Party
  readonly share: Share | undefined
  readonly reread: () => Promise<void>
  readonly onSent: (email: string) => void
}

interface Send {
  readonly send: (sending: Sending) => void
  readonly isBusy: boolean
  /** The address that the store, or the mail server, does not take; null for none. */
  readonly refused: string | null
  /** Minutes until another mail may be sent; null where nothing waits. */
  readonly wait: number | null
}

/**
 * Hands the tickets on, then mails their link. If the mail is refused the tickets stay handed on, and the next try sends the same ones.
 */
export function useSend({ party, share, reread, onSent }: SendOptions): Send {
  const { handOn } = useHandOn(party.reservation.reservation_token, reread)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ ids, ...body }: Sending) => {
      const { share_token } = share ?? (await handOn(ids))
      return request(mailShare, { params: { share_token }, body })
    },
    onSuccess: (_, { email }) => {
      onSent(email)
      return reread()
    },
    // Somebody has accepted them, or they were taken back in another tab.
    onError: () => reread(),
  })
  const isRefused = error instanceof ApiError && error.body?.error === 'invalid email address'
  return {
    send: mutate,
    isBusy: isPending,
    refused: isRefused ? (variables?.email ?? null) : null,
    wait: minutesUntilRetry(error),
  }
}
