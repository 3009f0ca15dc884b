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

/** A brand by its name at a provider. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? brand
}
