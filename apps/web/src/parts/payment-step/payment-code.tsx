import type { PaymentMethod } from '@kippu/contract/payment-method'
import type { ReactElement } from 'react'

import { useCount, useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useTimeLeft } from '../hold-timer/use-hold.ts'
import { useMethodName } from '../payment-methods/use-method-name.ts'
import { QrCode } from '../ticket-card/qr-code.tsx'
import styles from './payment-code.module.css'
import { useGiveUp } from './use-give-up.ts'

interface PaymentCodeProps {
  readonly method: PaymentMethod
  readonly paymentNumber: string
  /** `expires_at`: date-time in +09:00, null when the provider names none. */
  readonly action: { readonly code: string; readonly expires_at: string | null }
}

/**
 * A code that the visitor scans with the app of the wallet (R-7.60, S-7.13). Whoever shows it asks the server meanwhile
 * what became of the payment, and goes on by itself.
 */
export function PaymentCode({ method, paymentNumber, action }: PaymentCodeProps): ReactElement {
  const t = useText()
  const name = useMethodName(method)
  const { giveUp, isGivingUp, isKept } = useGiveUp({ method, paymentNumber })
  return (
    <Page title={t('payment_code_title')} lead={t('payment_code_lead', { name })}>
      <div className={styles.code}>
        <QrCode code={action.code} label={t('payment_code_label')} />
        <p className={styles.name}>{name}</p>
        {action.expires_at !== null && <TimeLeft expiresAt={action.expires_at} />}
      </div>
      <output className={styles.waiting}>
        <span className={styles.dot} aria-hidden="true" />
        {t('payment_code_waiting')}
      </output>
      <p className={styles.hint}>{t('payment_code_phone')}</p>
      {isKept && <Notice kind="caution">{t('payment_code_kept')}</Notice>}
      <Button look="plain" wide busy={isGivingUp} onClick={giveUp}>
        {t('payment_other_way')}
      </Button>
    </Page>
  )
}

const MINUTE = 60_000

/** In minutes: seconds that tick away help nobody to find the right app (WCAG 2.2.1). */
function TimeLeft({ expiresAt }: { readonly expiresAt: string }): ReactElement {
  const t = useText()
  const count = useCount()
  const minutes = Math.ceil(useTimeLeft({ expires_at: expiresAt }) / MINUTE)
  if (minutes === 0) return <Notice kind="error">{t('payment_code_over')}</Notice>
  return <p className={styles.left}>{count('payment_code_minutes', minutes)}</p>
}
