import type { TimeChange } from '@kippu/contract/time-changes'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { changePayment, timeChangePage } from '../../page/change-redirects.ts'
import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { Link, Navigate } from '../../page/router.tsx'
import { ActionBar } from '../../parts/checkout/page/action-bar.tsx'
import { cardLabel } from '../../parts/paying/card/card-label.ts'
import { PayButton } from '../../parts/paying/checkout/pay-button.tsx'
import { isCollected } from '../../parts/paying/data/payment-data.ts'
import { useMethodName } from '../../parts/paying/methods/use-method-name.ts'
import { payableChange } from '../../parts/payable/payable.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import { ChangePage } from '../../parts/time-change/page/change-page.tsx'
import { WithChange } from '../../parts/time-change/page/with-change.tsx'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { useChangePlace } from './use-change-place.ts'
import styles from './change-payment-confirm.module.css'

/** The last page before a difference is paid. */
export function ChangePaymentConfirmScreen(): ReactElement {
  const t = useText()
  const place = useChangePlace()
  const payment = useSession(session => session.changeDatePayment)
  return (
    <WithChange place={place} title={t('change_payment_confirm_title')}>
      {change => {
        if (!change.payment_required) return <Navigate to={timeChangePage(place)} replace />
        if (payment === null || !isCollected(payment)) return <Navigate to={changePayment(place)} replace />
        return <ConfirmPayment change={change} place={place} payment={payment} />
      }}
    </WithChange>
  )
}

interface ConfirmPaymentProps {
  readonly change: TimeChange
  readonly place: TimeChangePlace
  readonly payment: SavedPayment
}

function ConfirmPayment({ change, place, payment }: ConfirmPaymentProps): ReactElement {
  const t = useText()
  const method = useMethodName(payment.paymentMethodType)
  const payable = payableChange(change, place.token)
  const fingerprintScript = useFingerprintScript(payable)
  return (
    <ChangePage
      title={t('change_payment_confirm_title')}
      lead={t('change_confirm_lead')}
      change={change}
      token={place.token}
      back={{ to: changePayment(place), label: t('change_payment_title') }}
      side={
        <ActionBar total={payable.price} label={t('change_difference')}>
          <PayButton
            payable={payable}
            payment={payment}
            charged={payable.price}
            fingerprintScript={fingerprintScript}
          />
        </ActionBar>
      }
    >
      <section className={styles.method}>
        <header>
          <h2>{t('confirm_payment')}</h2>
          <Link to={changePayment(place)}>{t('common_change')}</Link>
        </header>
        <p>{method}</p>
        {payment.card !== null && <p className={styles.soft}>{cardLabel(payment.card, t)}</p>}
      </section>
      <p>{t('change_old_tickets')}</p>
    </ChangePage>
  )
}
