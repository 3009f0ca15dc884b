/** A card with 200 yen off, as the store lists it. */
export const DISCOUNTED_CARD = {
  payment_method_type: 'stripe',
  name: 'クレジットカード',
  discount_type: 'fixed',
  discount_amount: 200,
  least_amount: 1,
  client: { provider: 'stripe', scripts: [], styles: [], config: {}, is_test: true },
}
