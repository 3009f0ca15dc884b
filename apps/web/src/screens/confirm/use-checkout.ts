import { checkout, validateApplePaySession } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { isMethodOf } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentData } from '@kippu/contract/payment-data'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { orderKey } from '../../parts/checkout/order/current-order.ts'
import { openSheet } from '../../parts/paying/apple/apple-pay.ts'
import type { Sheet } from '../../parts/paying/apple/apple-pay.ts'
import { keepVeiledAddress } from '../../parts/checkout/complete/complete-purchase.ts'
import { collectedDataOf } from '../../parts/paying/data/payment-data.ts'
import { methodPriceKey } from '../../parts/paying/methods/method-price.ts'
import { PAYMENT_METHODS } from '../../parts/paying/methods/payment-methods.ts'
import { readDeviceFingerprint } from '../../parts/paying/scripts/device-fingerprint.ts'
import { sendCancellation } from '../../parts/paying/step/use-cancel-payment.ts'
import { usePaymentStep } from '../../parts/paying/step/use-payment-step.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { checkoutBodyOf } from './checkout-body.ts'

const CHECKOUT = ['checkout'] as const

interface Payment {
  /** Token of the order. */
  readonly token: string
  readonly payment: SavedPayment
  /** Yen on the button. The server charges nothing if its own amount differs. */
  readonly shown: number
  /** Address of the device-fingerprint script; null where none is loaded. */
  readonly fingerprintScript: string | null
}

interface Checkout {
  /** Pays once: presses while a checkout is under way do nothing. */
  readonly pay: () => void
  /** Pays by the sheet of Apple Pay, which the press itself must open. */
  readonly payBySheet: (config: PaymentMethodRow['client']['config']) => void
  readonly isPaying: boolean
}

/**
 * Pays the order and goes where the answer leads: to the completion page, to the provider, or to the page that waits. A
 * time-out says nothing about the payment, so everything is kept and pressing again asks for the same payment (S-1.13).
 * The same holds for a visitor who comes back from the provider by the back button and presses again.
 */
export function useCheckout({ token, payment, shown, fingerprintScript }: Payment): Checkout {
  const queryClient = useQueryClient()
  const { follow, isLeaving } = usePaymentStep(payment.paymentMethodType)
  const send = async (data: PaymentData): Promise<CheckoutAnswer> => {
    keepVeiledAddress(queryClient)
    const earlier = await cancelEarlier(data.payment_method_type)
    if (earlier !== null) return { result: earlier, isEarlier: true }
    const fingerprint = await readDeviceFingerprint(fingerprintScript)
    const body = checkoutBodyOf(data, { amount: shown, fingerprint })
    const options = { retryableError: isRetryable(payment) }
    const result = await request(checkout, { params: { token }, body }, options)
    return {
      result,
      isEarlier: methodOf(result) !== undefined && methodOf(result) !== data.payment_method_type,
    }
  }
  const { mutate, isPending } = useMutation({
    mutationKey: CHECKOUT,
    mutationFn: (sheet: Sheet | null) =>
      sheet === null ? sendCollected(payment, send) : sendSheet(sheet, send),
    onSuccess: followed => {
      if (followed !== null) follow(followed.result)
    },
    onError: error => {
      if (isPriceChanged(error)) return readPriceAnew(queryClient, token)
    },
  })
  // Read from the query client, not from this component: a second press can come before the next rendering.
  const isFree = (): boolean => queryClient.isMutating({ mutationKey: CHECKOUT }) === 0 && !isLeaving
  return {
    pay: () => (isFree() ? mutate(null) : undefined),
    payBySheet: config =>
      isFree() ? mutate(openSheet({ amount: shown, config, validate: validateMerchant })) : undefined,
    isPaying: isPending || isLeaving,
  }
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
 * A payment under way by another method is cancelled first: an order has one payment at a time, and the server would answer
 * with that one. Null when nothing is in the way.
 */
async function cancelEarlier(chosen: PaymentMethod): Promise<PaymentResult | null> {
  const { paymentNumber, payingBy: by } = useSession.getState()
  if (paymentNumber === null || by === null || by === chosen) return null
  const result = await sendCancellation({ method: by, paymentNumber })
  return result === 'cancelled' ? null : result
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
  const token = await sheet.authorized
  if (token === null) return null
  try {
    const followed = await send({ payment_method_type: 'gmo_apple_pay', token })
    sheet.complete(!followed.isEarlier)
    return followed
  } catch (error) {
    sheet.complete(false)
    throw error
  }
}

function validateMerchant(validationUrl: string): Promise<unknown> {
  return request(validateApplePaySession, { body: { validation_url: validationUrl } })
}

/** Whether a refusal is answered by the dialog of Adyen (R-8.11, D-09). */
function isRetryable({ paymentMethodType }: SavedPayment): boolean {
  return isMethodOf(paymentMethodType, 'adyen')
}

function isPriceChanged(error: Error): boolean {
  return error instanceof ApiError && error.body?.error === 'price changed'
}

/** The button stays disabled until the new price is on the page. */
async function readPriceAnew(queryClient: QueryClient, token: string): Promise<void> {
  const keys = [orderKey(token), PAYMENT_METHODS, methodPriceKey(token)]
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
