import type { TimeChange } from '@kippu/contract/time-changes'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { changePaymentConfirm, timeChangePage } from '../../page/change-redirects.ts'
import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { Navigate, useNavigate } from '../../page/router.tsx'
import { METHOD_FORM, MethodForm } from '../../parts/paying/choice/method-form.tsx'
import { useMethodChoice } from '../../parts/paying/choice/use-method-choice.ts'
import { useOfferedMethods } from '../../parts/paying/choice/use-offered-methods.ts'
import { payableChange } from '../../parts/payable/payable.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import { ActionBar } from '../../parts/checkout/page/action-bar.tsx'
import { ChangePage } from '../../parts/time-change/page/change-page.tsx'
import { WithChange } from '../../parts/time-change/page/with-change.tsx'
import { Button } from '../../ui/button.tsx'
import { useChangePlace } from './use-change-place.ts'

/** The choice of a payment method for what a change costs more. */
export function ChangePaymentScreen(): ReactElement {
  const t = useText()
  const place = useChangePlace()
  return (
    <WithChange place={place} title={t('change_payment_title')}>
      {change =>
        change.payment_required ? (
          <ChangePayment change={change} place={place} />
        ) : (
          <Navigate to={timeChangePage(place)} replace />
        )
      }
    </WithChange>
  )
}

interface ChangePaymentProps {
  readonly change: TimeChange
  readonly place: TimeChangePlace
}

function ChangePayment({ change, place }: ChangePaymentProps): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const payable = payableChange(change, place.token)
  useFingerprintScript(payable)
  const offered = useOfferedMethods(payable)
  const choice = useMethodChoice({
    paid: 'time_change',
    methods: offered.methods,
    onSaved: () => navigate(changePaymentConfirm(place)),
  })
  const button = (
    <Button type="submit" form={METHOD_FORM} wide busy={choice.isBusy}>
      {t('change_next')}
    </Button>
  )
  return (
    <ChangePage
      title={t('change_payment_title')}
      lead={t('payment_lead')}
      change={change}
      token={place.token}
      back={{ to: timeChangePage(place), label: t('change_confirm_title') }}
      side={
        <ActionBar total={payable.price} label={t('change_difference')}>
          {button}
        </ActionBar>
      }
    >
      <MethodForm payable={payable} offered={offered} choice={choice} />
    </ChangePage>
  )
}
