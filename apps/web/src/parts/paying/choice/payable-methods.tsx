import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import type { SavedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { mayPayWithApple } from '../apple/apple-pay.ts'
import { PIECE_OF } from '../data/payment-data.ts'
import { usePaymentMethods } from '../methods/payment-methods.ts'
import type { Payable } from '../../payable/payable.ts'
import { PaymentForm } from './payment-form.tsx'

interface PayableMethodsProps {
  readonly payable: Payable
  readonly onSaved: () => void
}

/** The choice of a payment method for something that costs more than nothing. */
export function PayableMethods({ payable, onSaved }: PayableMethodsProps): ReactElement {
  return (
    <OfferedMethods payable={payable}>
      {(methods, saved) => (
        <PaymentForm payable={payable} methods={methods} saved={saved} onSaved={onSaved} />
      )}
    </OfferedMethods>
  )
}

interface OfferedMethodsProps {
  readonly payable: Payable
  readonly children: (methods: readonly PaymentMethodRow[], saved: SavedPayment | null) => ReactElement
}

/** The methods that this browser can pay with, and the way to pay that it saved. */
export function OfferedMethods({ payable, children }: OfferedMethodsProps): ReactElement {
  const t = useText()
  const methods = usePaymentMethods(payable.paid)
  const saved = useSession(session => session[PIECE_OF[payable.paid]])
  if (methods.isError)
    return (
      <Button look="plain" onClick={() => void methods.refetch()}>
        {t('common_retry')}
      </Button>
    )
  if (methods.data === undefined) return <Skeleton lines={5} label={t('common_loading')} />
  const offered = methods.data.filter(isOffered).map(row => withoutDiscount(row, payable))
  if (offered.length === 0) return <Notice kind="caution">{t('payment_none')}</Notice>
  return children(offered, saved)
}

/** Only browsers that have Apple Pay show it. */
function isOffered({ payment_method_type: type, client }: PaymentMethodRow): boolean {
  return type !== 'gmo_apple_pay' || mayPayWithApple(client.scripts)
}

/** No method takes anything off a change of time, so none says that it does. */
function withoutDiscount(row: PaymentMethodRow, { paid }: Payable): PaymentMethodRow {
  return paid !== 'time_change' ? row : { ...row, discount_type: null, discount_amount: 0 }
}
