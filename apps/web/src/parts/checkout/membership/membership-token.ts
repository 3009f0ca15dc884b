import type { SiteView } from '@kippu/contract/first-view'

import { useSession } from '../../../session/session.ts'

/** The token that the venue's own pages put into the address, null without one. */
export function useMembershipToken(): string | null {
  return useSession(session => session.membershipInQuery?.token ?? null)
}

/** A token that was refused is not tried again. */
export function forgetMembershipToken(): void {
  useSession.setState(({ membershipInQuery: words }) => ({
    membershipInQuery: words === null ? null : { ...words, token: null },
  }))
}

/**
 * Whether a visitor who is not logged in must go to the login. On a site whose members come with a token there is
 * nothing to type, so the login happens by itself. On a site where only members buy, it also explains what is missing.
 */
export function isSentToLogin({ membership }: SiteView, token: string | null): boolean {
  const { disabled, loginType, required } = membership
  return !disabled && loginType === 'Token' && (required || token !== null)
}
