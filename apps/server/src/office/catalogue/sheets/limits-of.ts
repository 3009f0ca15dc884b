import { type SaidRow, type Scope, type Sheet, textOf } from './sheet.ts'

/** The products and days of the database that are compared: those that rows are of, from the first day to the last. */
export function limitsOf(sheet: Sheet, rows: Iterable<SaidRow>): Pick<Scope, 'products' | 'days'> {
  if (sheet.isDated !== true) return {}
  const products = new Set<string>()
  let [from, until] = ['9999-12-31', '0001-01-01']
  for (const row of rows) {
    const date = textOf(row[1])
    products.add(textOf(row[0]))
    if (date < from) from = date
    if (date > until) until = date
  }
  return products.size === 0 ? { products: [] } : { products: [...products], days: { from, until } }
}
