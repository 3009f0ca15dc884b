import type { PaymentMethod } from '@kippu/contract/payment-method'

/** What the visitor does to pay: enters a card, leaves for another page, scans a code … */
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

/** What is drawn beside the name of a method, so that the eye finds it in a long list. */
export type MethodMark = 'card' | 'paypay' | 'd' | 'alipay' | 'we_chat' | 'apple_pay'

interface MethodKind {
  readonly way: MethodWay
  readonly mark: MethodMark
  /** Whether the card's issuer may ask who is paying. */
  readonly asksIssuer?: true
}

/** How each method is paid by, as the visitor sees it. */
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

/** Whether the visitor pays on a page or in an app that comes after ours. */
export function isPaidElsewhere(method: PaymentMethod): boolean {
  const { way } = METHOD_KINDS[method]
  return way === 'away' || way === 'code' || way === 'd_account'
}
