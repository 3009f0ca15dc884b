import { acceptShare } from '@kippu/contract/shares'
import { useMutation } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'
import { useLeaving } from '../../parts/paying/step/use-leaving.ts'
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
  const { isLeaving, leave } = useLeaving()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      request(acceptShare, {
        params: { share_token: shareToken },
        body: { acceptance_key: keyOf(shareToken) },
      }),
    onSuccess: ({ reservation_token: token }) => leave(() => navigate(ticketPage(token))),
    // A key that was not the first one opens nothing, and this browser has nothing to come back to.
    onError: failure => {
      if (refusalOf(failure) !== undefined) forgetKey(shareToken)
    },
  })
  const refusal = refusalOf(error)
  return {
    accept: () => mutate(),
    isBusy: isPending || isLeaving,
    isElsewhere: refusal === 'share accepted already',
    isMissing: refusal === 'record not found',
  }
}

/** Whether this browser has accepted the share, or has tried to. */
export function hasAccepted(shareToken: string): boolean {
  return siteStorage.getItem(nameOf(shareToken)) !== null
}

function refusalOf(failure: unknown): string | undefined {
  const word = failure instanceof ApiError ? failure.body?.error : undefined
  return word === 'share accepted already' || word === 'record not found' ? word : undefined
}

function nameOf(shareToken: string): string {
  return storageName(`accepted.${shareToken}`)
}

/** Keys of this page, where a full or forbidden storage keeps none. */
const unkept = new Map<string, string>()

function keyOf(shareToken: string): string {
  const kept = siteStorage.getItem(nameOf(shareToken)) ?? unkept.get(shareToken) ?? null
  if (kept !== null) return kept
  const key = Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  try {
    siteStorage.setItem(nameOf(shareToken), key)
  } catch {
    unkept.set(shareToken, key)
  }
  return key
}

function forgetKey(shareToken: string): void {
  siteStorage.removeItem(nameOf(shareToken))
  unkept.delete(shareToken)
}
