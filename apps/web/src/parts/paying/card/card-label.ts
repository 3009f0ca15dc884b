import type { Translate } from '../../../i18n/texts.tsx'
import type { SavedCard } from '../../../session/pieces.ts'

/** Names of card brands as printed on the cards; they are the same in every language. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
  cup: 'UnionPay',
}

/** The label by which the visitor recognises a card: `Visa 末尾 1112`. */
export function cardLabel({ brand, last4 }: SavedCard, t: Translate): string {
  return t('payment_card_saved', {
    brand: brand === '' ? t('payment_card_any') : brandName(brand),
    last4,
  })
}

/** A brand by its name at a provider. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? brand
}

/** The part of a masked number that may be kept: its last four digits. Null when it has none. */
export function knownAs(brand: string, masked: string | undefined): SavedCard | null {
  const last4 = /\d{4}$/.exec(masked ?? '')?.[0]
  return last4 === undefined ? null : { brand, last4 }
}
