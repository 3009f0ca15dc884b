import type { MemberInfo } from '@kippu/contract/membership'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { FieldTemplate } from '@kippu/contract/site-content'
import { useFieldTemplates } from '../../parts/form/field-templates.ts'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { mainOrder } from '../../page/redirects.ts'
import { Navigate } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { PlacesNote } from '../../parts/checkout/hold/places-note.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { CustomerForm } from '../../parts/form/customer-form.tsx'
import { VisitConditions } from '../../parts/form/visit-conditions.tsx'
import { isSentToLogin, useMembershipToken } from '../../parts/checkout/membership/membership-token.ts'
import { useMember } from '../../parts/checkout/membership/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MemberNotice } from './member-notice.tsx'
import { useOrderAnew } from './use-order-anew.ts'
import { useStartingValues } from './use-starting-values.ts'
import { isProved, useSubmit } from './use-submit.ts'

/** The buyer form. It leads to a mail that proves the address, or directly to the payment when nothing changed. */
export function SignInScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('sign_in_title')}>
      {(order, token) => <SignIn key={token} order={order} token={token} />}
    </WithOrder>
  )
}

interface SignInProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function SignIn({ order, token }: SignInProps): ReactElement {
  const t = useText()
  const site = useSite()
  const membershipToken = useMembershipToken()
  const member = useMember(order, token)
  const templates = useFieldTemplates()
  // Once the form was sent the member is not read again; the payment refuses a buyer who is not logged in.
  if (member === null && order.status === 'temporary' && isSentToLogin(site, membershipToken))
    return <Navigate to="/membership-login" replace />
  return (
    <CheckoutPage
      title={t('sign_in_title')}
      lead={t(member || site.membership.required ? 'sign_in_lead_member' : 'sign_in_lead')}
      order={order}
      back={{ to: mainOrder(), label: t('sign_in_back') }}
    >
      <PlacesNote order={order} words="hold_at_proof" />
      {templates.data !== undefined && member !== undefined ? (
        <Form order={order} token={token} templates={templates.data} member={member} />
      ) : templates.isError ? (
        <Button look="plain" onClick={() => void templates.refetch()}>
          {t('common_retry')}
        </Button>
      ) : (
        <Skeleton lines={8} label={t('common_loading')} />
      )}
    </CheckoutPage>
  )
}

interface FormProps extends SignInProps {
  readonly templates: readonly FieldTemplate[]
  readonly member: MemberInfo | null
}

function Form({ order, token, templates, member }: FormProps): ReactElement {
  const site = useSite()
  const { submit, isSending, isRefused, noMail } = useSubmit({ order, token, templates })
  const isEmailProved = isProved(order)
  const { disabled, loginType, skipMailAuthentication } = site.membership
  return (
    <>
      {isEmailProved && <OtherAddress token={token} isRefused={isRefused} />}
      <MemberNotice order={order} member={member} />
      <CustomerForm
        key={String(isEmailProved)}
        templates={templates}
        startingValues={useStartingValues(order, member)}
        conditions={<VisitConditions caution={order.main_product.caution} />}
        isEmailProved={isEmailProved}
        trustedEmail={skipMailAuthentication ? member?.email : undefined}
        offersLogin={!disabled && loginType === 'IdPass' && member === null && !isEmailProved}
        isSending={isSending}
        noMail={noMail}
        onSubmit={submit}
      />
    </>
  )
}

interface OtherAddressProps {
  readonly token: string
  /** The visitor has just tried another address, but this one was proved in another window meanwhile. */
  readonly isRefused: boolean
}

/** To use an address other than the proved one, the visitor starts a new order with the same choices. */
function OtherAddress({ token, isRefused }: OtherAddressProps): ReactElement {
  const t = useText()
  const { orderAnew, isLeaving } = useOrderAnew(token)
  return (
    <Notice kind={isRefused ? 'error' : 'info'}>
      <p>{t('sign_in_email_proved')}</p>
      <Button look="plain" busy={isLeaving} onClick={orderAnew}>
        {t('sign_in_new_order')}
      </Button>
    </Notice>
  )
}
