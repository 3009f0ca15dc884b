import type { PaymentData } from '@kippu/contract/payment-data'

interface ExpectedCharge {
  /** Yen on the button. The server charges nothing if its own amount differs. */
  readonly amount: number
  /** The answer of the device-fingerprint service, if the site has one. */
  readonly fingerprint: string | undefined
}

/**
 * The body of the checkout call for each of the seventeen methods: the data its form collected, and the amount the
 * visitor saw.
 */
export function checkoutBodyOf(data: PaymentData, { amount, fingerprint }: ExpectedCharge): PaymentData {
  return {
    ...data,
    expected_amount: amount,
    ...(fingerprint !== undefined && { device_fingerprint: fingerprint }),
  }
}
