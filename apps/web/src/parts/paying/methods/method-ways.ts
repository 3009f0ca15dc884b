import type { PaymentMethod } from '@kippu/contract/payment-method'

/** The visitor's part of a payment: enters a card, leaves for another page, scans a code … */
export type MethodWay =
  | 'stripe_card'
  | 'gmo_card'
  | 'softbank_card'
  | 'softbank_3ds_card'
  | 'adyen_card'
  | 'apple_pay'
  | 'away'
  | 'code'
  | 'd_account'
  | 'nothing'

/** The picture beside the name of a method, which makes it easier to find in a long list. */
export type MethodMark = 'card' | 'paypay' | 'd' | 'alipay' | 'we_chat' | 'apple_pay'

interface MethodKind {
  readonly way: MethodWay
  readonly mark: MethodMark
  /** Whether the card's issuer may authenticate the payer. */
  readonly asksIssuer?: true
}

/** How each method works for the visitor. */
export const METHOD_KINDS: Readonly<Record<PaymentMethod, MethodKind>> = {
  gmo: { way: 'gmo_card', mark: 'card' },
  gmo_3ds: { way: 'gmo_card', mark: 'card', asksIssuer: true },
  gmo_paypay: { way: 'away', mark: 'paypay' },
  gmo_d_pay: { way: 'away', mark: 'd' },
  gmo_apple_pay: { way: 'apple_pay', mark: 'apple_pay' },
  adyen_credit: { way: 'adyen_card', mark: 'card', asksIssuer: true },
  adyen_alipay: { way: 'away', mark: 'alipay' },
  adyen_we_chat_pay: { way: 'code', mark: 'we_chat' },
  alipay: { way: 'away', mark: 'alipay' },
  stripe: { way: 'stripe_card', mark: 'card' },
  stripe_secure: { way: 'stripe_card', mark: 'card', asksIssuer: true },
  softbank_credit: { way: 'softbank_card', mark: 'card' },
  softbank_3ds: { way: 'softbank_3ds_card', mark: 'card', asksIssuer: true },
  softbank_alipay: { way: 'away', mark: 'alipay' },
  softbank_paypay: { way: 'away', mark: 'paypay' },
  d_pay: { way: 'd_account', mark: 'd' },
  free: { way: 'nothing', mark: 'card' },
}

/** Whether the visitor pays on a page or in an app of somebody else. */
export function isPaidElsewhere(method: PaymentMethod): boolean {
  const { way } = METHOD_KINDS[method]
  return way === 'away' || way === 'code' || way === 'd_account'
}
