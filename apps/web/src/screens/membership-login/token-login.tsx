import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { isRefusedForGood } from '../../api/refused-for-good.ts'
import { useText } from '../../i18n/texts.tsx'
import {
  forgetMembershipToken,
  useMembershipToken,
} from '../../parts/checkout/membership/membership-token.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLogin } from './use-login.ts'

/** Logs in with the token in the address. Without a valid token the page asks for the venue's link. */
export function TokenLogin({ orderToken }: { readonly orderToken: string }): ReactElement {
  const t = useText()
  const token = useMembershipToken()
  const { logIn, error } = useLogin(orderToken)
  useEffect(() => {
    if (token !== null) logIn({ token })
  }, [logIn, token])
  const isRefused = isRefusedForGood(error) && error.body?.error === 'membership login failed'
  useEffect(() => {
    if (isRefused) forgetMembershipToken()
  }, [isRefused])
  if (token === null)
    return <Notice title={t('membership_link_needed_title')}>{t('membership_link_needed')}</Notice>
  if (error !== null) return <Button onClick={() => logIn({ token })}>{t('common_retry')}</Button>
  return (
    <>
      <p>{t('membership_checking')}</p>
      <Skeleton lines={3} label={t('common_loading')} />
    </>
  )
}
