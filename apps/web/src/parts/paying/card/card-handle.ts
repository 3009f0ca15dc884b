import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { MethodPaidBy, PaymentWay } from '@kippu/domain/payment-method'
import type { Ref } from 'react'

import type { Collected } from '../data/payment-data.ts'

/** Lets the page read the data that the form of a method collected. */
export interface CardHandle {
  /** The provider's result for the card; null when something is wrong, which the form itself shows. */
  readonly collect: () => Promise<Collected | null>
}

export interface CardProps<Way extends PaymentWay> {
  readonly method: MethodPaidBy<Way>
  readonly client: PaymentMethodRow['client']
  /** The name that the buyer typed: most pay with a card of their own. */
  readonly buyer: string
  readonly ref: Ref<CardHandle>
}
