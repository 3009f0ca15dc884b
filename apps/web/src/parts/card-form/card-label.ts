import type { Translate } from '../../i18n/texts.tsx'
import type { SavedCard } from '../../session/pieces.ts'

/** Names of card brands as on the cards; they are the same in every language. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
}

/** What a person knows a card by: `Visa 末尾 1112`. */
export function cardLabel({ brand, last4 }: SavedCard, t: Translate): string {
  return t('payment_card_saved', { brand: BRANDS[brand] ?? brand, last4 })
}
