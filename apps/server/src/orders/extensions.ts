import type { OrderRecord } from './find-order.ts'

/** A visitor may ask for more time at least this often (WCAG 2.2.1); more would keep others out. */
const MOST_EXTENSIONS = 10

/** How often the hold of an order may still be extended by its buyer. */
export function extensionsLeft({ extensions }: Pick<OrderRecord, 'extensions'>): number {
  return Math.max(0, MOST_EXTENSIONS - extensions)
}
