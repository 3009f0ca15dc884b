import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import type { PaidOrder } from '../../payable/payable.ts'
import { HoldTimer } from '../hold/hold-timer.tsx'
import { PlacesNote } from '../hold/places-note.tsx'
import type { Deduction } from '../summary/order-summary.tsx'
import { ActionBar } from './action-bar.tsx'
import { FoldedRecap, OpenRecap, OrderRecap } from './order-recap.tsx'
import { StepPage } from './step-page.tsx'

interface CheckoutPageProps extends Omit<ComponentProps<typeof StepPage>, 'aside' | 'side'> {
  readonly order: TemporaryOrder
  readonly paid?: PaidOrder
  /** The way on from here; without it the page has a button of its own. */
  readonly action?: StepAction
}

interface StepAction {
  /** The amount to charge, in yen; undefined while it is being read. */
  readonly charged: number | undefined
  /** The discount of the payment method; null while there is none. */
  readonly byMethod: Deduction | null
  /** The content of the page tells the whole order: nothing beside it does. */
  readonly isTold?: boolean
  readonly button: ReactNode
}

/** A step of the purchase: its title and content, and beside them the order, the time left of its hold, and the way on. */
export function CheckoutPage({ order, paid = 'order', action, ...props }: CheckoutPageProps): ReactElement {
  const timer = (
    <>
      <HoldTimer order={order} paid={paid} />
      <PlacesNote order={order} words="hold_at_payment" />
    </>
  )
  if (action === undefined) {
    const aside = (
      <>
        {timer}
        <OrderRecap order={order} />
      </>
    )
    return <StepPage {...props} aside={aside} />
  }
  const { charged, byMethod, isTold = false, button } = action
  const aside = (
    <>
      {timer}
      {!isTold && <FoldedRecap order={order} byMethod={byMethod} />}
    </>
  )
  const side = (
    <>
      {!isTold && <OpenRecap order={order} byMethod={byMethod} />}
      <ActionBar total={charged} isTold={!isTold}>
        {button}
      </ActionBar>
    </>
  )
  return <StepPage {...props} aside={aside} side={side} />
}
