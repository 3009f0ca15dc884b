import { addOrderCoupon, COUPON_ERRORS, deleteOrderCoupon } from '@kippu/contract/order-coupons'
import { textKeysOf } from '@kippu/contract/errors'
import { addSpotCoupon, deleteSpotCoupon } from '@kippu/contract/spot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { refusalIn } from '../../../api/refusal-in.ts'
import { usePrice } from '../../../i18n/formats.tsx'
import { useText, useTextOfKey } from '../../../i18n/texts.tsx'
import type { PaidOrder } from '../../payable/payable.ts'
import { orderKey } from '../order/current-order.ts'

export interface Coupons {
  /** The change that was just made, to be read out. */
  readonly announcement: string
  /** A change is under way; the next one has to wait for it. */
  readonly isBusy: boolean
  readonly add: (code: string, done: () => void, refused: () => void) => void
  /** Why the last code was refused, to be said at its field. */
  readonly refusal: string | null
  readonly forgetRefusal: () => void
  readonly remove: (coupon: { readonly code: string; readonly name: string }, done: () => void) => void
}

/**
 * Adds coupons to an order and removes them; the order is read again after each change, refused or not. After a refusal nobody waits for it:
 * the next code can be sent at once.
 */
export function useCoupons(token: string, paid: PaidOrder): Coupons {
  const t = useText()
  const textOf = useTextOfKey()
  const price = usePrice()
  const queryClient = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const onSettled = (_: unknown, error: Error | null) => {
    const reading = queryClient.invalidateQueries({ queryKey: orderKey(token) })
    return error instanceof ApiError && error.kind === 'refused' ? undefined : reading
  }
  const adding = useMutation({
    meta: { saidHere: COUPON_ERRORS },
    mutationFn: (coupon: string) =>
      request(paid === 'spot' ? addSpotCoupon : addOrderCoupon, { params: { token }, body: { coupon } }),
    onSuccess: answer =>
      setAnnouncement(
        t('coupon_applied', { name: answer.coupon_name, price: price(answer.coupon_discount) }),
      ),
    onSettled,
  })
  const removing = useMutation({
    mutationFn: ({ code }: { readonly code: string; readonly name: string }) =>
      request(paid === 'spot' ? deleteSpotCoupon : deleteOrderCoupon, { params: { token, coupon: code } }),
    onSuccess: (_, { name }) => setAnnouncement(t('coupon_removed', { name })),
    onSettled,
  })
  const refused = refusalIn(adding.error, COUPON_ERRORS)
  return {
    announcement,
    isBusy: adding.isPending || removing.isPending,
    add: (code, done, refuse) =>
      adding.mutate(code, {
        onSuccess: done,
        onError: error => {
          if (refusalIn(error, COUPON_ERRORS) !== null) refuse()
        },
      }),
    refusal: refused === null ? null : textOf(textKeysOf(refused).message),
    forgetRefusal: adding.reset,
    remove: (coupon, done) => removing.mutate(coupon, { onSuccess: done }),
  }
}
