import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { Ref } from 'react'

import type { Collected } from '../data/payment-data.ts'

/** How the form of a method gives what it collected to the page around it. */
export interface CardHandle {
  /** What the provider made of the card; null when something is wrong, which the form shows by itself. */
  readonly collect: () => Promise<Collected | null>
}

export interface CardProps<Method> {
  readonly method: Method
  readonly client: PaymentMethodRow['client']
  readonly ref: Ref<CardHandle>
}
