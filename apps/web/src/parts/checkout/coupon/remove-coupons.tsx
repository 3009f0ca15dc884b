import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import type { PaidOrder } from '../../payable/payable.ts'
import { useCoupons } from './use-coupons.ts'

interface RemoveCouponsProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly paid?: PaidOrder
}

/** A button for each coupon of an order that leaves too little to pay. */
export function RemoveCoupons({ order, token, paid = 'order' }: RemoveCouponsProps): ReactElement {
  const t = useText()
  const { isBusy, remove } = useCoupons(token, paid)
  return (
    <>
      {order.coupons.map(({ coupon_code: code, coupon_name: name }) => (
        <Button key={code} look="plain" busy={isBusy} onClick={() => remove({ code, name }, () => undefined)}>
          {t('coupon_remove_named', { name })}
        </Button>
      ))}
    </>
  )
}
