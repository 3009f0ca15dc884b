export const CURRENCIES = ['JPY', 'USD', 'EUR', 'SAR'] as const

export type Currency = (typeof CURRENCIES)[number]

/** An amount in whole minor units: 1800 yen is `{ currency: 'JPY', minor: 1800 }`, 18 dollars `{ 'USD', 1800 }`. */
export interface Money {
  readonly currency: Currency
  readonly minor: number
}

export interface CurrencyFormat {
  /** ISO code; a currency that the store does not support is shown as yen. */
  readonly currency?: string | undefined
  /** BCP 47 tag, default `ja-JP`. */
  readonly locale?: string | undefined
  /** Text of the key `common_price_with_unit`, such as `{price}円`. */
  readonly template?: string | undefined
}

const PRICE_PLACEHOLDER = '{price}'

/**
 * An amount in units of the currency (yen, dollars: not minor units) as a visitor reads it. A template that contains
 * `{price}` gets the bare number; any other template is ignored. A discount is negative: its minus comes before
 * everything else, `−¥500`.
 */
export function formatCurrency(amount: number, options: CurrencyFormat = {}): string {
  if (amount < 0) return `−${formatCurrency(-amount, options)}`
  const currency = isCurrency(options.currency) ? options.currency : 'JPY'
  const text = currencyText(amount, options.locale ?? 'ja-JP', currency)
  const template = options.template ?? ''
  if (!template.includes(PRICE_PLACEHOLDER)) return text
  return template.replaceAll(PRICE_PLACEHOLDER, stripSymbols(text))
}

/**
 * Whole yen in Japanese, which are nearly all prices, are written without a formatter: to make the first one takes a cheap phone a tenth of a
 * second, before it shows that a day is chosen.
 */
function currencyText(amount: number, locale: string, currency: Currency): string {
  if (currency === 'JPY' && locale === 'ja-JP' && Number.isSafeInteger(amount))
    return `￥${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')}`
  return numberFormat(locale, currency).format(amount)
}

/** A formatter costs a hundred times what it does. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, currency: Currency): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const known = numberFormats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency })
  numberFormats.set(key, made)
  return made
}

/** Removes the currency marks of the six languages and the blanks beside them: `JP¥1,800` → `1,800`. */
export function stripSymbols(s: string): string {
  return s.replace(/￥|¥|€|\$|JP|SAR/g, '').trim()
}

/**
 * `percent` percent of `yen`, rounded down. Both are whole numbers, not negative. Computed in BigInt, so that the
 * product is exact for any amount.
 */
export function percentOf(yen: number, percent: number): number {
  return Number((BigInt(yen) * BigInt(percent)) / 100n)
}

/**
 * The consumption tax contained in a price that includes it, rounded down: 7400 yen at 10 % contain 672. Call it once
 * per invoice and rate, never per line: tax is rounded once per invoice.
 */
export function taxIncluded(yen: number, ratePercent: number): number {
  return Number((BigInt(yen) * BigInt(ratePercent)) / BigInt(100 + ratePercent))
}

function isCurrency(x: unknown): x is Currency {
  return CURRENCIES.some(currency => currency === x)
}
