import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { cardLabel } from '../card/card-label.ts'
import { dataWithoutForm } from '../data/payment-data.ts'
import { ScriptsReport } from '../scripts/scripts-report.ts'
import type { SavedPayment } from '../../../session/pieces.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MethodDetails } from './method-details.tsx'
import { MethodList } from './method-list.tsx'
import type { Payable } from '../../payable/payable.ts'
import styles from './payment-form.module.css'
import type { MethodChoice } from './use-method-choice.ts'

interface MethodFieldsProps {
  readonly payable: Payable
  readonly methods: readonly PaymentMethodRow[]
  readonly choice: MethodChoice
  /** Where a finger on a wallet leads on by itself; otherwise a button beside the form does. */
  readonly onWallet?: (method: PaymentMethod) => void
}

/** The methods, the form of the chosen one, and what it costs: everything of a form but its button. */
export function MethodFields({ payable, methods, choice, onWallet }: MethodFieldsProps): ReactElement {
  const { chosen, choose, kept, dropKept, form, problem, hearScripts } = choice
  const row = methods.find(method => method.payment_method_type === chosen)
  return (
    <>
      <MethodList methods={methods} chosen={chosen} onChoose={choose} onWallet={onWallet}>
        {kept !== null && dataWithoutForm(kept.paymentMethodType) === null ? (
          <KeptCard payment={kept} onOther={dropKept} />
        ) : (
          row !== undefined && (
            <ScriptsReport value={hearScripts}>
              <MethodDetails row={row} payable={payable} form={form} />
            </ScriptsReport>
          )
        )}
      </MethodList>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
    </>
  )
}

interface KeptCardProps {
  readonly payment: SavedPayment
  readonly onOther: () => void
}

/** The card that was entered before. */
function KeptCard({ payment, onOther }: KeptCardProps): ReactElement {
  const t = useText()
  return (
    <p className={styles.saved}>
      <span>{payment.card === null ? t('payment_card_kept') : cardLabel(payment.card, t)}</span>
      <Button look="quiet" onClick={onOther}>
        {t('payment_card_other')}
      </Button>
    </p>
  )
}
