import { acceptShare } from '@kippu/contract/shares'
import { useMutation } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'
import { storageName } from '../../session/session.ts'
import { siteStorage } from '../../session/storage.ts'

const KEY_BYTES = 24

interface Acceptance {
  readonly accept: () => void
  /** Asked, or on the way to the tickets. */
  readonly isBusy: boolean
  /** Another browser was first. */
  readonly isElsewhere: boolean
  /** They were taken back. */
  readonly isMissing: boolean
}

/**
 * Accepts what a link hands on, and opens the tickets. The key that this browser sends is kept before it is sent: after a lost answer, or
 * when the link is followed once more, the same key leads to the same tickets.
 */
export function useAcceptance(shareToken: string): Acceptance {
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      request(acceptShare, {
        params: { share_token: shareToken },
        body: { acceptance_key: keyOf(shareToken) },
      }),
    onSuccess: ({ reservation_token: token }) => navigate(ticketPage(token)),
  })
  const refusal = error instanceof ApiError ? error.body?.error : undefined
  return {
    accept: () => mutate(),
    isBusy: isPending || isSuccess,
    isElsewhere: refusal === 'share accepted already',
    isMissing: refusal === 'record not found',
  }
}

/** Whether this browser has accepted the share, or has tried to. */
export function hasAccepted(shareToken: string): boolean {
  return siteStorage.getItem(nameOf(shareToken)) !== null
}

function nameOf(shareToken: string): string {
  return storageName(`accepted.${shareToken}`)
}

function keyOf(shareToken: string): string {
  const kept = siteStorage.getItem(nameOf(shareToken))
  if (kept !== null) return kept
  const key = Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  siteStorage.setItem(nameOf(shareToken), key)
  return key
}
