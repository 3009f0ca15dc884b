import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { mainOrder } from '../../page/redirects.ts'
import { Navigate } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { LoginForm } from './login-form.tsx'
import { TokenLogin } from './token-login.tsx'

/**
 * The login of members. It belongs to an order and adds the member's promotion to it. Without an order, or on a site
 * without this login, the visitor starts at the order page.
 */
export function MembershipLoginScreen(): ReactElement {
  const t = useText()
  const { disabled } = useSite().membership
  if (disabled) return <Navigate to={mainOrder()} replace />
  return (
    <WithOrder title={t('membership_title')}>
      {(order, token) => <MembershipLogin order={order} token={token} />}
    </WithOrder>
  )
}

interface MembershipLoginProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function MembershipLogin({ order, token }: MembershipLoginProps): ReactElement {
  const t = useText()
  const { loginType, required } = useSite().membership
  const back =
    loginType === 'Token' && required
      ? { to: mainOrder(), label: t('common_to_order') }
      : { to: '/sign-in', label: t('membership_back') }
  return (
    <CheckoutPage title={t('membership_title')} lead={t('membership_lead')} order={order} back={back}>
      {loginType === 'Token' ? <TokenLogin orderToken={token} /> : <LoginForm orderToken={token} />}
    </CheckoutPage>
  )
}
