import type { OctoPricing } from '@kippu/contract/octo/octo-shapes'
import { taxIncluded } from '@kippu/domain/money'

interface Priced {
  /** Yen that the house asks of its own visitors, and that the reseller owes it. */
  readonly retail: number
  readonly net: number
  /** Percent of the consumption tax that both contain. */
  readonly taxRate: number
}

export function pricingOf({ retail, net, taxRate }: Priced): OctoPricing {
  const tax = taxIncluded(retail, taxRate)
  return {
    original: retail,
    retail,
    net,
    currency: 'JPY',
    currencyPrecision: 0,
    includedTaxes:
      taxRate === 0
        ? []
        : [
            {
              name: `Consumption tax ${taxRate}%`,
              original: tax,
              retail: tax,
              net: taxIncluded(net, taxRate),
            },
          ],
  }
}
