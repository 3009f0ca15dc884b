import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import type { SavedPayment } from '../../../session/pieces.ts'
import { Button } from '../../../ui/button.tsx'
import type { Payable } from '../../payable/payable.ts'
import { MethodFields } from './method-fields.tsx'
import styles from './payment-form.module.css'
import { useMethodChoice } from './use-method-choice.ts'

interface PaymentFormProps {
  readonly payable: Payable
  readonly methods: readonly PaymentMethodRow[]
  readonly saved: SavedPayment | null
  readonly onSaved: () => void
}

/** The methods as radio buttons; the form of the chosen one unfolds below it. */
export function PaymentForm({ payable, methods, saved, onSaved }: PaymentFormProps): ReactElement {
  const t = useText()
  const choice = useMethodChoice({ paid: payable.paid, methods, saved, onSaved })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        choice.save()
      }}
    >
      <MethodFields payable={payable} methods={methods} choice={choice} />
      <Button type="submit" wide busy={choice.isBusy}>
        {t(payable.paid === 'time_change' ? 'change_next' : 'payment_next')}
      </Button>
    </form>
  )
}
