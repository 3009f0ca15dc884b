import type { PaymentMethod } from '@kippu/contract/payment-method'

/** Cases that cannot happen to some methods, and why. */
interface Hole {
  readonly why: string
  readonly methods: readonly PaymentMethod[]
  /** Names of cases. */
  readonly cases: readonly string[]
}

/** Everything that the suite does not try: each case that is not named here is tried with every method. */
export const HOLES: readonly Hole[] = [
  {
    why: 'no bank authenticates the visitor',
    methods: [
      'gmo',
      'gmo_paypay',
      'gmo_d_pay',
      'gmo_apple_pay',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'alipay',
      'softbank_credit',
      'softbank_alipay',
      'softbank_paypay',
      'd_pay',
      'free',
    ],
    cases: [
      'a challenge that is passed leads to the tickets (S-1.05)',
      'a card that is declined after its challenge leaves the order payable by another method (S-1.12)',
      'a visitor who fails authentication may pay by another method (S-1.12, S-7.08)',
    ],
  },
  {
    why: 'nothing is paid, so nothing is refused or refunded',
    methods: ['free'],
    cases: [
      'a declined payment leaves the order payable by another method (S-1.12, S-7.08, S-7.09)',
      'refunds go back in parts up to the whole amount, and not a yen above it (S-7.03)',
      'a partial refund whose answer is lost (drop_before) goes out once (S-7.03)',
      'a full refund whose answer is lost (drop_before) goes out once (S-7.03)',
      'a partial refund whose answer is lost (drop_after) goes out once (S-7.03)',
      'a full refund whose answer is lost (drop_after) goes out once (S-7.03)',
      'a partial refund whose answer is lost (http_500) goes out once (S-7.03)',
      'a full refund whose answer is lost (http_500) goes out once (S-7.03)',
      'a refund that is refused is for a person; its tickets stay revoked (S-7.15)',
      'a deadline that passes while an answer is lost ends in tickets or without money (S-1.07, S-1.09)',
    ],
  },
  {
    why: 'the visitor never leaves the store',
    methods: ['gmo', 'gmo_apple_pay', 'softbank_credit', 'free'],
    cases: [
      'a visitor who cancels at the provider may pay by another method at once (S-1.12)',
      'a visitor who gives up with the page still open pays elsewhere, or only there (S-1.12)',
      'a tab closed after paying does no harm: tickets, or no charge (S-7.07)',
      'a tab closed before paying holds the places until the deadline and no longer (S-1.07, S-2.05)',
      'a forged return leads nowhere and leaves no trace (S-7.06, S-15.01)',
      'invented fields of success buy nothing (S-7.06, D-34)',
      'a look of the reconciler at a visitor who is at the provider takes nothing from them (S-1.12)',
      'a payment made in time whose visitor comes back after the deadline: tickets or no charge (S-2.06)',
    ],
  },
  {
    why: 'there is no page, or one that we cannot end: then no other method is offered besides it',
    methods: [
      'gmo',
      'gmo_paypay',
      'gmo_d_pay',
      'gmo_apple_pay',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'softbank_credit',
      'softbank_alipay',
      'free',
    ],
    cases: ['a page that was given up cannot be paid besides another method (S-1.15)'],
  },
  {
    why: 'a payment is opened and executed by one call, or by none',
    methods: [
      'adyen_credit',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'alipay',
      'stripe',
      'stripe_secure',
      'softbank_credit',
      'softbank_alipay',
      'softbank_paypay',
      'free',
    ],
    cases: [
      'an answer lost at register (drop_before) leads to one charge (S-1.14)',
      'an answer lost at register (drop_after) leads to one charge (S-1.14)',
      'an answer lost at register (http_500) leads to one charge (S-1.14)',
    ],
  },
  {
    why: 'the browser executes the payment, by a form',
    methods: ['softbank_alipay', 'softbank_paypay', 'd_pay', 'free'],
    cases: [
      'an answer lost at execute (drop_before) leads to one charge (S-1.14)',
      'an answer lost at execute (drop_after) leads to one charge (S-1.14)',
      'an answer lost at execute (http_500) leads to one charge (S-1.14)',
    ],
  },
  {
    why: "after the visitor's step no call is left to us",
    methods: [
      'gmo',
      'gmo_paypay',
      'gmo_d_pay',
      'gmo_apple_pay',
      'adyen_we_chat_pay',
      'alipay',
      'softbank_alipay',
      'softbank_paypay',
      'd_pay',
      'free',
    ],
    cases: [
      'an answer lost at confirm (drop_before) leads to one charge (S-1.14)',
      'an answer lost at confirm (drop_after) leads to one charge (S-1.14)',
      'an answer lost at confirm (http_500) leads to one charge (S-1.14)',
    ],
  },
  {
    why: 'the payment is captured at once',
    methods: ['adyen_alipay', 'adyen_we_chat_pay', 'alipay', 'softbank_alipay', 'free'],
    cases: [
      'an answer lost at capture (drop_before): the visitor has the tickets, the money is captured once (S-7.03)',
      'an answer lost at the release of an authorisation (drop_before): it is released once (S-1.09)',
      'an answer lost at capture (drop_after): the visitor has the tickets, the money is captured once (S-7.03)',
      'an answer lost at the release of an authorisation (drop_after): it is released once (S-1.09)',
      'an answer lost at capture (http_500): the visitor has the tickets, the money is captured once (S-7.03)',
      'an answer lost at the release of an authorisation (http_500): it is released once (S-1.09)',
      'a deadline that passes while the capture is lost takes no tickets away (S-7.03)',
    ],
  },
  {
    why: 'nobody leaves without having paid, or no call ends the page',
    methods: ['gmo', 'gmo_apple_pay', 'softbank_credit', 'softbank_alipay', 'free'],
    cases: [
      'an answer lost at the end of an unpaid attempt (drop_before): it ends nevertheless (S-1.07)',
      'an answer lost at the end of an unpaid attempt (drop_after): it ends nevertheless (S-1.07)',
      'an answer lost at the end of an unpaid attempt (http_500): it ends nevertheless (S-1.07)',
    ],
  },
  {
    why: 'the provider cannot be queried',
    methods: ['adyen_credit', 'adyen_alipay', 'adyen_we_chat_pay', 'softbank_alipay', 'free'],
    cases: [
      'an answer lost at a query (drop_before): nothing is refunded, and the query is repeated (S-1.14)',
    ],
  },
  {
    why: 'no card tells the provider what to do',
    methods: [
      'gmo_paypay',
      'gmo_d_pay',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'alipay',
      'softbank_alipay',
      'softbank_paypay',
      'd_pay',
      'free',
    ],
    cases: [
      'a card whose first answer is lost is charged once',
      'a busy provider loses nothing: the visitor tries again and pays once (S-7.08)',
    ],
  },
  {
    why: 'nothing is charged while the visitor is away, so there is no webhook event about it',
    methods: ['gmo', 'gmo_3ds', 'gmo_apple_pay', 'adyen_credit', 'softbank_credit', 'softbank_3ds', 'free'],
    cases: [
      'a webhook event that comes twice completes one order once (S-7.07)',
      'webhook events in another order have the same effect (S-7.07)',
      'a webhook event of a payment that comes after the deadline: tickets or a refund, never neither (S-2.06)',
    ],
  },
  {
    why: 'the provider sends no webhook events, and reports no amount',
    methods: ['softbank_credit', 'softbank_3ds', 'free'],
    cases: [
      'a webhook event that comes after the end changes nothing (S-7.07)',
      'a forged webhook event is refused and leaves no trace (S-7.07)',
      'a wrong amount is refunded, and the payment is invalid (S-7.10)',
    ],
  },
  {
    why: 'all webhook events are signed, or there are none',
    methods: [
      'adyen_credit',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'alipay',
      'stripe',
      'stripe_secure',
      'softbank_credit',
      'softbank_3ds',
      'softbank_alipay',
      'softbank_paypay',
      'd_pay',
      'free',
    ],
    cases: ['an unsigned webhook event that claims a success only causes a query (S-7.07)'],
  },
  {
    why: 'money is captured after the tickets are issued, so it always buys a ticket',
    methods: [
      'gmo',
      'gmo_3ds',
      'gmo_paypay',
      'gmo_d_pay',
      'gmo_apple_pay',
      'adyen_credit',
      'stripe',
      'stripe_secure',
      'softbank_credit',
      'softbank_3ds',
      'softbank_paypay',
      'd_pay',
      'free',
    ],
    cases: [
      'money that bought no ticket is refunded automatically (S-1.09)',
      'money that bought no ticket and cannot be refunded is the critical refund error (S-1.10, S-7.15)',
    ],
  },
  {
    why: 'the visitor is not away while a payment is authorised, or it is captured at once',
    methods: [
      'gmo',
      'gmo_apple_pay',
      'adyen_alipay',
      'adyen_we_chat_pay',
      'alipay',
      'softbank_credit',
      'softbank_alipay',
      'free',
    ],
    cases: ['an authorisation for which no ticket can be issued is released (S-1.09)'],
  },
]
