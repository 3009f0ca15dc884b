import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement } from 'react'

import { useLanguage, useText } from '../../../i18n/texts.tsx'
import { bcp47Of } from '@kippu/domain/language'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UnreachableNotice } from '../scripts/unreachable-notice.tsx'
import { useScripts } from '../scripts/use-scripts.ts'
import { canPayWithApple } from './apple-pay.ts'
import styles from './apple-pay-button.module.css'

interface ApplePayButtonProps {
  readonly client: PaymentMethodRow['client']
  readonly busy: boolean
  readonly onPay: () => void
}

/** The button that opens the sheet, once its scripts are there; a message where there is no sheet. */
export function ApplePayButton({ client, ...button }: ApplePayButtonProps): ReactElement {
  const t = useText()
  const { status, retry } = useScripts(client, nothingToPrepare)
  if (status === 'loading') return <Skeleton lines={1} label={t('payment_loading')} />
  if (status === 'failed') return <UnreachableNotice title={t('payment_unreachable_title')} onRetry={retry} />
  if (!canPayWithApple()) return <Notice kind="caution">{t('payment_apple_unavailable')}</Notice>
  return <SheetButton {...button} />
}

/** The button that opens the sheet, drawn by the browser in Apple's own look where it can. */
export function SheetButton({ busy, onPay }: Omit<ApplePayButtonProps, 'client'>): ReactElement {
  const t = useText()
  const lang = useLanguage()
  return (
    <button
      type="button"
      lang={bcp47Of(lang)}
      className={styles.button}
      aria-label={t('confirm_pay_apple')}
      aria-busy={busy || undefined}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onPay()
      }}
    >
      <span className={styles.words}>{t('confirm_pay_apple')}</span>
    </button>
  )
}

export function nothingToPrepare(): void {}
