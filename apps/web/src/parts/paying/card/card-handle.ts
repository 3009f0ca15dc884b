import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { MethodPaidBy, PaymentWay } from '@kippu/domain/payment-method'
import type { Ref } from 'react'

import type { Collected } from '../data/payment-data.ts'

/** How the form of a method gives what it collected to the page around it. */
export interface CardHandle {
  /** What the provider made of the card; null when something is wrong, which the form shows by itself. */
  readonly collect: () => Promise<Collected | null>
}

export interface CardProps<Way extends PaymentWay> {
  readonly method: MethodPaidBy<Way>
  readonly client: PaymentMethodRow['client']
  readonly ref: Ref<CardHandle>
}
