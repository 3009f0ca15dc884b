import { checkoutBySheet } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { contentsOf } from '@kippu/domain/form/order-fields'
import type { FieldTemplate } from '@kippu/domain/form/order-fields'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { request } from '../../api/client.ts'
import { readStockAnew } from '../../api/read-stock-anew.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { keepAddress } from '../../parts/checkout/complete/complete-purchase.ts'
import { CHECKOUT } from '../../parts/checkout/order/open-payment.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { openSheet, validateMerchant } from '../../parts/paying/apple/apple-pay.ts'
import type { Authorized, Sheet } from '../../parts/paying/apple/apple-pay.ts'
import {
  prepareDeviceFingerprint,
  readDeviceFingerprint,
} from '../../parts/paying/scripts/device-fingerprint.ts'
import { usePaymentStep } from '../../parts/paying/step/use-payment-step.ts'
import { useSession } from '../../session/session.ts'
import { STOCK_KEY } from './stock-queries.ts'
import type { CreateOrder, Outcome } from './use-create-order.ts'

interface PayFirst extends Pick<CreateOrder, 'place' | 'follow'> {
  readonly choice: Choice
  /** Yen on the sheet. The server charges nothing if its own amount differs. */
  readonly charged: number
  readonly client: PaymentMethodRow['client']
  readonly templates: readonly FieldTemplate[]
}

/** An order that cannot be paid by the sheet, and what became of it instead. */
class NotPayable extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('the order is not paid by the sheet')
    this.outcome = outcome
  }
}

/**
 * Buys by the sheet of Apple Pay: the press opens it, and while it is there the order is made, so that it is paid only with its
 * places. Where that fails, or somebody has to decide something, the sheet closes and the page goes the usual way.
 */
export function usePayFirst({ choice, charged, client, templates, place, follow }: PayFirst): {
  readonly press: () => void
  readonly isPaying: boolean
} {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const { deviceFingerprintScript: script } = useSite()
  useEffect(() => prepareDeviceFingerprint(script), [script])
  const { follow: followPayment, isLeaving } = usePaymentStep()
  const pay = async ({ token, ...buyer }: Authorized): Promise<PaymentResult> => {
    const { orderToken } = useSession.getState()
    keepAddress(buyer.email)
    useSession.setState({ refusedPayment: null })
    const fingerprint = await readDeviceFingerprint(script)
    return request(checkoutBySheet, {
      params: { token: orderToken ?? '' },
      body: {
        payment_method_type: 'gmo_apple_pay',
        token,
        expected_amount: charged,
        ...(fingerprint !== undefined && { device_fingerprint: fingerprint }),
        contents: contentsOf(buyer, templates).filter(({ value }) => value !== '' && value !== 'false'),
        lang,
      },
    })
  }
  const { mutate, isPending } = useMutation({
    mutationKey: CHECKOUT,
    mutationFn: async (sheet: Sheet): Promise<PaymentResult | Outcome | null> => {
      try {
        const given = await sheet.authorized
        if (given === null) return null
        const result = await pay(given).catch((error: unknown) => {
          sheet.complete(false)
          throw error
        })
        sheet.complete(true)
        return result
      } catch (error) {
        if (error instanceof NotPayable) return error.outcome
        throw error
      }
    },
    onSuccess: ended => {
      if (ended === null) return
      return 'kind' in ended ? follow(ended) : followPayment(ended, 'gmo_apple_pay')
    },
    onError: () => readStockAnew(queryClient, [STOCK_KEY]),
  })
  const validate = async (address: string): Promise<unknown> => {
    const outcome = await place({ shown: choice, accepted: [] })
    if (!isPayable(outcome)) throw new NotPayable(outcome)
    return validateMerchant(address)
  }
  return {
    press: () => {
      if (queryClient.isMutating() > 0 || isLeaving) return
      mutate(openSheet({ amount: charged, config: client.config, asksBuyer: true, validate }))
    },
    isPaying: isPending || isLeaving,
  }
}

/** It has its places, and waits for nothing but its buyer or its payment. */
function isPayable(outcome: Outcome): boolean {
  const isHeld = useSession.getState().savedOrder?.isHeld === true
  return outcome.kind === 'placed' && isHeld && (outcome.route === '/sign-in' || outcome.route === '/payment')
}
