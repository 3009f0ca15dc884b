import type { PaymentMethod } from '@kippu/domain/payment-method'

/** Why a case cannot happen to some methods, and the names of the cases that this is true of. */
interface Reason {
  readonly why: string
  readonly cases: readonly string[]
}

const REASONS = {
  no_bank: {
    why: 'no bank asks who the visitor is',
    cases: [
      'a challenge that is passed leads to the tickets (S-1.05)',
      'a card that is declined after its challenge leaves the order payable by another method (S-1.12)',
      'a visitor who fails authentication may pay by another method (S-1.12, S-7.08)',
    ],
  },
  nothing_paid: {
    why: 'nothing is paid, so nothing is refused or goes back',
    cases: [
      'a declined payment leaves the order payable by another method (S-1.12, S-7.08, S-7.09)',
      'refunds go back in parts up to the whole amount, and not a yen above it (S-7.03)',
      "a refund made in the provider's console is found, and does not go back twice (S-7.15)",
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
  never_leaves: {
    why: 'the visitor never leaves the store',
    cases: [
      'a visitor who cancels at the provider may pay by another method at once (S-1.12)',
      'a visitor who gives up with the page still open pays elsewhere, or only there (S-1.12)',
      'a tab closed after paying does no harm: tickets, or no charge (S-7.07)',
      'a tab closed before paying holds the places until the deadline and no longer (S-1.07, S-2.05)',
      'a forged return leads nowhere and leaves no trace (S-7.06, S-15.01)',
      'whoever has the return address alone reads no token, open or paid (S-15.01)',
      'whoever has the reference alone neither ends a payment nor opens its form (S-15.01)',
      'invented fields of success buy nothing (S-7.06, D-34)',
      'a look of the reconciler at a visitor who is at the provider takes nothing from them (S-1.12)',
      'a payment made in time whose visitor comes back after the deadline: tickets or no charge (S-2.06)',
    ],
  },
  no_page_to_end: {
    why: 'there is no page, or one that we cannot end: then nothing else is offered beside it',
    cases: ['a page that was given up cannot be paid besides another method (S-1.15)'],
  },
  one_call: {
    why: 'a payment is opened and executed by one call, or by none',
    cases: [
      'an answer lost at register (drop_before) leads to one charge (S-1.14)',
      'an answer lost at register (drop_after) leads to one charge (S-1.14)',
      'an answer lost at register (http_500) leads to one charge (S-1.14)',
    ],
  },
  browser_executes: {
    why: 'the browser executes the payment, by a form',
    cases: [
      'an answer lost at execute (drop_before) leads to one charge (S-1.14)',
      'an answer lost at execute (drop_after) leads to one charge (S-1.14)',
      'an answer lost at execute (http_500) leads to one charge (S-1.14)',
    ],
  },
  no_step_after: {
    why: "nothing is left to do for us after the visitor's step",
    cases: [
      'an answer lost at confirm (drop_before) leads to one charge (S-1.14)',
      'an answer lost at confirm (drop_after) leads to one charge (S-1.14)',
      'an answer lost at confirm (http_500) leads to one charge (S-1.14)',
    ],
  },
  taken_at_once: {
    why: 'what is paid is taken at once',
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
  no_end_unpaid: {
    why: 'nobody is away without having paid, or no call ends the page',
    cases: [
      'an answer lost at the end of an unpaid attempt (drop_before): it ends nevertheless (S-1.07)',
      'an answer lost at the end of an unpaid attempt (drop_after): it ends nevertheless (S-1.07)',
      'an answer lost at the end of an unpaid attempt (http_500): it ends nevertheless (S-1.07)',
    ],
  },
  cannot_be_asked: {
    why: 'the provider cannot be asked',
    cases: [
      'an answer lost at a query (drop_before): nothing is refunded, and the query is repeated (S-1.14)',
    ],
  },
  no_card: {
    why: 'no card tells the provider what to do',
    cases: [
      'a card whose first answer is lost is charged once',
      'a busy provider loses nothing: the visitor tries again and pays once (S-7.08)',
    ],
  },
  not_charged_away: {
    why: 'nothing is charged while the visitor is away, so there is no news of it',
    cases: [
      'a webhook event that comes twice completes one order once (S-7.07)',
      'webhook events in another order have the same effect (S-7.07)',
      'a webhook event of a payment that comes after the deadline: tickets or a refund, never neither (S-2.06)',
    ],
  },
  no_news: {
    why: 'the provider sends no news, and tells no amount',
    cases: [
      'a webhook event that comes after the end changes nothing (S-7.07)',
      'a forged webhook event is refused and leaves no trace (S-7.07)',
      'a wrong amount is refunded, and the payment is invalid (S-7.10)',
    ],
  },
  only_signed_news: {
    why: 'all news is signed, or there is none',
    cases: ['an unsigned webhook event that claims a success only causes a query (S-7.07)'],
  },
  taken_after_issue: {
    why: 'money is taken after the tickets are issued, so none is taken for nothing',
    cases: [
      'money that bought no ticket is refunded automatically (S-1.09)',
      'money that bought no ticket and cannot be refunded is the critical refund error (S-1.10, S-7.15)',
    ],
  },
  not_authorised_away: {
    why: 'the visitor is not away while something is authorised, or it is taken at once',
    cases: ['an authorisation for which no ticket can be issued is released (S-1.09)'],
  },
  no_word_of_disputes: {
    why: 'the provider sends no message about disputes, or none is public',
    cases: ['a disputed payment goes back only when that is said (S-7.15)'],
  },
} as const satisfies Readonly<Record<string, Reason>>

/** All that the suite does not try of each method: every case that none of its reasons names is tried. */
const HOLES: Readonly<Record<PaymentMethod, readonly (keyof typeof REASONS)[]>> = {
  gmo: [
    'no_bank',
    'never_leaves',
    'no_page_to_end',
    'no_step_after',
    'no_end_unpaid',
    'not_charged_away',
    'taken_after_issue',
    'not_authorised_away',
    'no_word_of_disputes',
  ],
  gmo_3ds: ['not_charged_away', 'taken_after_issue', 'no_word_of_disputes'],
  gmo_paypay: [
    'no_bank',
    'no_page_to_end',
    'no_step_after',
    'no_card',
    'taken_after_issue',
    'no_word_of_disputes',
  ],
  gmo_d_pay: [
    'no_bank',
    'no_page_to_end',
    'no_step_after',
    'no_card',
    'taken_after_issue',
    'no_word_of_disputes',
  ],
  gmo_apple_pay: [
    'no_bank',
    'never_leaves',
    'no_page_to_end',
    'no_step_after',
    'no_end_unpaid',
    'not_charged_away',
    'taken_after_issue',
    'not_authorised_away',
    'no_word_of_disputes',
  ],
  adyen_credit: ['one_call', 'cannot_be_asked', 'not_charged_away', 'only_signed_news', 'taken_after_issue'],
  adyen_alipay: [
    'no_bank',
    'no_page_to_end',
    'one_call',
    'taken_at_once',
    'cannot_be_asked',
    'no_card',
    'only_signed_news',
    'not_authorised_away',
  ],
  adyen_we_chat_pay: [
    'no_bank',
    'no_page_to_end',
    'one_call',
    'no_step_after',
    'taken_at_once',
    'cannot_be_asked',
    'no_card',
    'only_signed_news',
    'not_authorised_away',
  ],
  alipay: [
    'no_bank',
    'one_call',
    'no_step_after',
    'taken_at_once',
    'no_card',
    'only_signed_news',
    'not_authorised_away',
  ],
  stripe: ['one_call', 'only_signed_news', 'taken_after_issue'],
  stripe_secure: ['one_call', 'only_signed_news', 'taken_after_issue'],
  softbank_credit: [
    'no_bank',
    'never_leaves',
    'no_page_to_end',
    'one_call',
    'no_end_unpaid',
    'not_charged_away',
    'no_news',
    'only_signed_news',
    'taken_after_issue',
    'not_authorised_away',
    'no_word_of_disputes',
  ],
  softbank_3ds: [
    'not_charged_away',
    'no_news',
    'only_signed_news',
    'taken_after_issue',
    'no_word_of_disputes',
  ],
  softbank_alipay: [
    'no_bank',
    'no_page_to_end',
    'one_call',
    'browser_executes',
    'no_step_after',
    'taken_at_once',
    'no_end_unpaid',
    'cannot_be_asked',
    'no_card',
    'only_signed_news',
    'not_authorised_away',
    'no_word_of_disputes',
  ],
  softbank_paypay: [
    'no_bank',
    'one_call',
    'browser_executes',
    'no_step_after',
    'no_card',
    'only_signed_news',
    'taken_after_issue',
    'no_word_of_disputes',
  ],
  d_pay: [
    'no_bank',
    'browser_executes',
    'no_step_after',
    'no_card',
    'only_signed_news',
    'taken_after_issue',
    'no_word_of_disputes',
  ],
  free: [
    'no_bank',
    'nothing_paid',
    'never_leaves',
    'no_page_to_end',
    'one_call',
    'browser_executes',
    'no_step_after',
    'taken_at_once',
    'no_end_unpaid',
    'cannot_be_asked',
    'no_card',
    'not_charged_away',
    'no_news',
    'only_signed_news',
    'taken_after_issue',
    'not_authorised_away',
    'no_word_of_disputes',
  ],
}

/** Names of the cases that cannot happen to a method. */
export function impossibleFor(method: PaymentMethod): readonly string[] {
  return HOLES[method].flatMap(reason => REASONS[reason].cases)
}
