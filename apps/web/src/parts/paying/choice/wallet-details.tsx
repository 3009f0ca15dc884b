import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { MethodPaidBy, MethodWithoutForm } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { canPayWithApple } from '../apple/apple-pay.ts'
import { UnreachableNotice } from '../scripts/unreachable-notice.tsx'
import { useScripts } from '../scripts/use-scripts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './payment-form.module.css'

/** Methods that ask for nothing on this page. */
type WalletMethod = MethodWithoutForm | MethodPaidBy<'apple_pay'>

interface WalletDetailsProps {
  readonly method: WalletMethod
  /** The site's name for the method. */
  readonly name: string
  readonly client: PaymentMethodRow['client']
}

/** A line that says what will happen next: such a method has no form here. */
export function WalletDetails({ method, name, client }: WalletDetailsProps): ReactNode {
  const t = useText()
  switch (METHOD_KINDS[method].way) {
    case 'apple_pay':
      return <AppleDetails client={client} />
    case 'code':
      return <p className={styles.next}>{t('payment_code_next', { name })}</p>
    case 'd_account':
      return <p className={styles.next}>{t('payment_d_account_next', { name })}</p>
    case 'away':
      return <p className={styles.next}>{t('payment_away_next', { name })}</p>
    case 'nothing':
      return null
  }
}

/** Only the script of Apple Pay knows whether it works here. */
function AppleDetails({ client }: Pick<WalletDetailsProps, 'client'>): ReactElement {
  const t = useText()
  const { status, retry } = useScripts(client, nothingToPrepare)
  if (status === 'loading') return <Skeleton lines={2} label={t('payment_loading')} />
  if (status === 'failed') return <UnreachableNotice title={t('payment_unreachable_title')} onRetry={retry} />
  if (!canPayWithApple()) return <Notice kind="caution">{t('payment_apple_unavailable')}</Notice>
  return <p className={styles.next}>{t('payment_apple_next')}</p>
}

function nothingToPrepare(): void {}
