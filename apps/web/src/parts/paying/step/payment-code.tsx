import type { PaymentMethod } from '@kippu/domain/payment-method'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useCount, useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useTimeLeft } from '../../checkout/hold/use-hold.ts'
import { usePaidHere } from '../data/paid-here.ts'
import { useMethodName } from '../methods/use-method-name.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import styles from './payment-code.module.css'
import { useCancelPayment } from './use-cancel-payment.ts'

interface PaymentCodeProps {
  readonly method: PaymentMethod
  readonly paymentNumber: string
  /** `expires_at`: date-time in +09:00, null when the provider gives none. */
  readonly action: { readonly code: string; readonly expires_at: string | null }
}

/**
 * A code that the visitor scans with the app of the wallet. The screen around it keeps asking the server how the
 * payment ended, and goes on by itself. An expired code can no longer be scanned, so it is removed.
 */
export function PaymentCode({ method, paymentNumber, action }: PaymentCodeProps): ReactElement {
  const t = useText()
  const name = useMethodName(method, usePaidHere())
  const { cancelPayment, isCancelling, cannotCancel } = useCancelPayment({ method, paymentNumber })
  const { code, expires_at: end } = action
  // In minutes: ticking seconds help nobody to find the right app (WCAG 2.2.1).
  const minutes = Math.ceil(useTimeLeft({ expires_at: end ?? NEVER }) / MINUTE)
  const isOver = minutes === 0
  return (
    <Page title={t('payment_code_title')} lead={isOver ? undefined : t('payment_code_lead', { name })}>
      {isOver ? (
        <Notice kind="error">{t('payment_code_over')}</Notice>
      ) : (
        <>
          <Code code={code} name={name} minutes={end === null ? null : minutes} />
          <p className={styles.hint}>{t(cannotCancel ? 'payment_code_phone_kept' : 'payment_code_phone')}</p>
        </>
      )}
      {cannotCancel && <CannotCancel end={isOver ? null : end} />}
      <Button look="plain" wide busy={isCancelling} onClick={cancelPayment}>
        {t('payment_other_way')}
      </Button>
    </Page>
  )
}

const MINUTE = 60_000
/** Replaces the end of a code whose provider gives none: date-time in +09:00. */
const NEVER = '9999-12-31T23:59:59+09:00'

interface CodeProps {
  readonly code: string
  /** Name of the app that reads it. */
  readonly name: string
  /** How long it is valid, where that is known. */
  readonly minutes: number | null
}

function Code({ code, name, minutes }: CodeProps): ReactElement {
  const t = useText()
  const count = useCount()
  return (
    <>
      <div className={styles.code}>
        <QrCode code={code} label={t('payment_code_label')} />
        <p className={styles.name}>{name}</p>
        {minutes !== null && <p className={styles.left}>{count('payment_code_minutes', minutes)}</p>}
      </div>
      <output className={styles.waiting}>
        <span className={styles.dot} aria-hidden="true" />
        {t('payment_code_waiting')}
      </output>
    </>
  )
}

/** Says that the provider cannot cancel the payment now, and until when it can only be paid there. */
function CannotCancel({ end }: { readonly end: string | null }): ReactElement {
  const t = useText()
  const words = end === null ? t('payment_code_kept') : t('payment_code_kept_until', { time: timeOf(end) })
  return <Notice kind="caution">{words}</Notice>
}
