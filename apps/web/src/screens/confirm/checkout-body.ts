import type { PaymentData } from '@kippu/contract/payment-data'

interface Shown {
  /** Yen that the button showed: of another amount nothing is charged. */
  readonly amount: number
  /** What the device-fingerprint service said, if the site has one. */
  readonly fingerprint: string | undefined
}

/** What is sent to pay, for each of the seventeen methods: what its form collected, and what the visitor was shown. */
export function checkoutBodyOf(data: PaymentData, { amount, fingerprint }: Shown): PaymentData {
  return {
    ...data,
    expected_amount: amount,
    ...(fingerprint !== undefined && { device_fingerprint: fingerprint }),
  }
}
