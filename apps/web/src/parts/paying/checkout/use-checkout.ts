import { checkout } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { checkoutSpotOrder } from '@kippu/contract/spot'
import { checkoutTimeChange } from '@kippu/contract/time-changes'
import { isMethodOf } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentData } from '@kippu/contract/payment-data'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { orderKey } from '../../checkout/order/current-order.ts'
import { openSheet, validateMerchant } from '../apple/apple-pay.ts'
import type { Sheet } from '../apple/apple-pay.ts'
import { keepVeiledAddress } from '../../checkout/complete/complete-purchase.ts'
import { collectedDataOf } from '../data/payment-data.ts'
import { methodPriceKey } from '../methods/method-price.ts'
import { PAYMENT_METHODS } from '../methods/payment-methods.ts'
import { readDeviceFingerprint } from '../scripts/device-fingerprint.ts'
import { sendCancellation } from '../step/use-cancel-payment.ts'
import { usePaymentStep } from '../step/use-payment-step.ts'
import { CHECKOUT, openPayment } from '../../checkout/order/open-payment.ts'
import { timeChangeKey } from '../../time-change/state/time-change-key.ts'
import type { Paid, Payable } from '../../payable/payable.ts'
import type { SavedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { checkoutBodyOf } from './checkout-body.ts'

interface Payment {
  readonly payable: Payable
  /** Yen on the button. The server charges nothing if its own amount differs. */
  readonly shown: number
  /** Address of the device-fingerprint script; null where none is loaded. */
  readonly fingerprintScript: string | null
}

interface Checkout {
  /** Pays once: presses while a checkout is under way do nothing. */
  readonly pay: (payment: SavedPayment) => void
  /** Pays by the sheet of Apple Pay, which the press itself must open. */
  readonly payBySheet: (payment: SavedPayment, config: PaymentMethodRow['client']['config']) => void
  readonly isPaying: boolean
}

/**
 * Pays an order or a change and goes where the answer leads: to the completion page, to the provider, or to the page
 * that waits. A time-out says nothing about the payment, so everything is kept and pressing again asks for the same
 * payment. The same holds for a visitor who comes back from the provider by the back button and presses again.
 */
export function useCheckout({ payable, shown, fingerprintScript }: Payment): Checkout {
  const queryClient = useQueryClient()
  const { follow, isLeaving } = usePaymentStep()
  const send = async (payment: SavedPayment, data: PaymentData): Promise<CheckoutAnswer> => {
    if (payable.paid === 'order') keepVeiledAddress(queryClient)
    useSession.setState({ refusedPayment: null })
    const earlier = await cancelEarlier(payable.paid, data.payment_method_type)
    if (earlier !== null) return { result: earlier, isEarlier: true }
    const fingerprint = await readDeviceFingerprint(fingerprintScript)
    const body = checkoutBodyOf(data, { amount: shown, fingerprint })
    const options = { retryableError: isRetryable(payment) }
    // An order that is read while it is bought is refused: the visitor would hear that it can't be found.
    await Promise.all(keysOf(payable).map(queryKey => queryClient.cancelQueries({ queryKey })))
    const result = await askToPay(payable, body, options)
    return {
      result,
      isEarlier: methodOf(result) !== undefined && methodOf(result) !== data.payment_method_type,
    }
  }
  const { mutate, isPending } = useMutation({
    mutationKey: CHECKOUT,
    mutationFn: ({ payment, sheet }: Press) => {
      const sendIt: SendCheckout = data => send(payment, data)
      return sheet === null ? sendCollected(payment, sendIt) : sendSheet(sheet, sendIt)
    },
    onSuccess: (followed, { payment }) => {
      if (followed !== null) follow(followed.result, payment.paymentMethodType)
    },
    onError: error => {
      if (isPriceChanged(error)) return readPriceAnew(queryClient, payable)
    },
  })
  // Read from the query client, not from this component: a second press can come before the next rendering.
  const isFree = (): boolean => queryClient.isMutating({ mutationKey: CHECKOUT }) === 0 && !isLeaving
  return {
    pay: payment => (isFree() ? mutate({ payment, sheet: null }) : undefined),
    payBySheet: (payment, config) =>
      isFree()
        ? mutate({ payment, sheet: openSheet({ amount: shown, config, validate: validateMerchant }) })
        : undefined,
    isPaying: isPending || isLeaving,
  }
}

/** The means that a press pays with: the sheet is that of Apple Pay. */
interface Press {
  readonly payment: SavedPayment
  readonly sheet: Sheet | null
}

/** An answer, and whether it is about a payment that began by another method than the chosen one. */
interface CheckoutAnswer {
  readonly result: PaymentResult
  readonly isEarlier: boolean
}

/** The method of a payment that is still open. */
function methodOf(result: PaymentResult): PaymentMethod | undefined {
  return result.result === 'completed' ? undefined : result.payment_method_type
}

/**
 * A payment under way by another method is cancelled first: an order or a change has one payment at a time, and the server would answer
 * with that one. Null when nothing is in the way.
 */
async function cancelEarlier(paid: Paid, chosen: PaymentMethod): Promise<PaymentResult | null> {
  const earlier = openPayment(paid)
  if (earlier === null || earlier.method === chosen) return null
  const result = await sendCancellation(earlier)
  return result.result === 'cancelled' ? null : result
}

function askToPay(
  { paid, token }: Payable,
  body: PaymentData,
  options: { readonly retryableError: boolean },
): Promise<PaymentResult> {
  switch (paid) {
    case 'order':
      return request(checkout, { params: { token }, body }, options)
    case 'spot':
      return request(checkoutSpotOrder, { params: { token }, body }, options)
    case 'time_change':
      return request(checkoutTimeChange, { params: { timechange_token: token }, body }, options)
  }
}

type SendCheckout = (data: PaymentData) => Promise<CheckoutAnswer>

function sendCollected(payment: SavedPayment, send: SendCheckout): Promise<CheckoutAnswer> {
  const data = collectedDataOf(payment)
  // Without it the page shows no button.
  if (data === null) throw new Error('nothing was collected to pay with')
  return send(data)
}

/** Null when the visitor closed the sheet. */
async function sendSheet(sheet: Sheet, send: SendCheckout): Promise<CheckoutAnswer | null> {
  const given = await sheet.authorized
  if (given === null) return null
  try {
    const followed = await send({ payment_method_type: 'gmo_apple_pay', token: given.token })
    sheet.complete(!followed.isEarlier)
    return followed
  } catch (error) {
    sheet.complete(false)
    throw error
  }
}

/** Whether a refusal is answered by the dialog of Adyen. */
function isRetryable({ paymentMethodType }: SavedPayment): boolean {
  return isMethodOf(paymentMethodType, 'adyen')
}

function isPriceChanged(error: Error): boolean {
  return error instanceof ApiError && error.body?.error === 'price changed'
}

/** The keys of what is paid, and of its prices by method, in the cache of answers. */
function keysOf({ paid, token }: Payable): ReadonlyArray<readonly unknown[]> {
  return [paid === 'time_change' ? timeChangeKey(token) : orderKey(token), methodPriceKey(token)]
}

/** The button stays disabled until the new price is on the page. */
async function readPriceAnew(queryClient: QueryClient, payable: Payable): Promise<void> {
  const keys = [...keysOf(payable), PAYMENT_METHODS]
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
