/** Why something at the desk can't be done, as the verbs of the store say it. Each has words in the console. */
export const DESK_REFUSALS = [
  'no such reservation',
  'no such ticket',
  'ticket was used',
  'ticket is revoked already',
  'somebody else has accepted the ticket',
  'nothing was paid',
  'another time is being paid for',
  'the visit has moved',
  'more than the tickets cost',
  'another refund is under way',
  'payment is not captured yet',
  'payment is captured already',
  'payment is being given back or released',
  'payment is disputed',
  'its tickets are revoked',
  'it has no address',
  'visits of its product stay where they are',
  'it was moved as often as the site allows',
  'it is too long ago',
  'it is that time already',
  'it, or something with it, is no longer sold',
  'a ticket was used or handed on meanwhile',
  'its payment method took something off',
  'its buyer is paying for another time',
  'that time is sold out, closed or not sold',
  'its coupon does not hold on that day',
  'its coupon has ended',
  'it costs more, which its buyer pays',
  'it cannot be moved',
  'its provider keeps some of it',
  'its refund has not failed',
  'no such approval',
  'it is your own',
  'it may be one person under two names',
  'it was decided already',
  'it has expired',
  'it was used already',
  'nobody has agreed yet',
  'it is for something else',
] as const

export type DeskRefusal = (typeof DESK_REFUSALS)[number]

export function isDeskRefusal(value: unknown): value is DeskRefusal {
  return DESK_REFUSALS.some(one => one === value)
}
