import { isPaidBy } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement, ReactNode, Ref } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { AdyenCard } from '../card/adyen-card.tsx'
import type { CardHandle } from '../card/card-handle.ts'
import { GmoCard } from '../card/gmo-card.tsx'
import { SoftbankCard, SoftbankSecureCard } from '../card/softbank-card.tsx'
import { StripeCard } from '../card/stripe-card.tsx'
import type { Payable } from '../../payable/payable.ts'
import styles from './payment-form.module.css'
import { WalletDetails } from './wallet-details.tsx'

interface MethodDetailsProps {
  readonly row: PaymentMethodRow
  readonly payable: Payable
  /** Hands over the data that the form of the method collected. */
  readonly form: Ref<CardHandle>
}

/** The form that the chosen method needs, or a line on what will happen next. */
export function MethodDetails({ row, payable, form }: MethodDetailsProps): ReactElement {
  const t = useText()
  return (
    <>
      {row.client.is_test && <p className={styles.test}>{t('payment_card_test')}</p>}
      <MethodForm row={row} payable={payable} form={form} />
    </>
  )
}

function MethodForm({ row, payable, form }: MethodDetailsProps): ReactNode {
  const { payment_method_type: method, client } = row
  const card = { client, buyer: payable.payer.name, ref: form }
  if (isPaidBy(method, ['stripe_card'])) return <StripeCard method={method} {...card} />
  if (isPaidBy(method, ['gmo_card'])) return <GmoCard method={method} {...card} />
  if (isPaidBy(method, ['softbank_card'])) return <SoftbankCard method={method} {...card} />
  if (isPaidBy(method, ['softbank_3ds_card']))
    return <SoftbankSecureCard method={method} payable={payable} {...card} />
  if (isPaidBy(method, ['adyen_card'])) return <AdyenCard amount={payable.price} {...card} />
  return <WalletDetails method={method} name={row.name} client={client} />
}
