import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ComponentProps, ReactElement } from 'react'

import type { PaidOrder } from '../../payable/payable.ts'
import { HoldTimer } from '../hold/hold-timer.tsx'
import { OrderRecap } from './order-recap.tsx'
import { StepPage } from './step-page.tsx'

interface CheckoutPageProps extends Omit<ComponentProps<typeof StepPage>, 'aside'> {
  readonly order: TemporaryOrder
  readonly paid?: PaidOrder
}

/** A step of the purchase: its title and content, and beside them the order and the time left of its hold. */
export function CheckoutPage({ order, paid = 'order', ...props }: CheckoutPageProps): ReactElement {
  const aside = (
    <>
      <HoldTimer order={order} paid={paid} />
      <OrderRecap order={order} />
    </>
  )
  return <StepPage {...props} aside={aside} />
}
