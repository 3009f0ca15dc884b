import type { Reservation } from '@kippu/contract/reservations'

/** Tickets, extras, and set products: `Adult × 2`. */
export function boughtOf({
  main_product: product,
  set_products: sets,
}: Pick<Reservation, 'main_product' | 'set_products'>): string[] {
  return [
    ...product.order_options.map(line => `${line.name} × ${line.quantity}`),
    ...sets.map(set => `${set.product_name} × ${set.quantity}`),
  ]
}
