import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { LeftOutcome } from '../../src/payments/port/port.ts'
import type { Providers } from './simulators.ts'
import type { VisitorAnswer } from './visit-provider.ts'

/** The behaviour of a test card, by the last four digits of its number; a wallet has no cards. */
export const CONDUCTS = {
  paid: '1112',
  declined: '0002',
  challenge: '3220',
  challenge_declined: '1629',
  busy: '0119',
  answer_lost: '0408',
} as const
export type Conduct = keyof typeof CONDUCTS

/** The visitor's action at the provider, in terms that fit every method. */
export type Act = 'pay' | 'fail' | 'cancel' | 'pay_no_return'

/** Points at which a provider's fault can occur, under the simulators' names. */
export type Op = 'register' | 'execute' | 'confirm' | 'capture' | 'cancel' | 'refund' | 'query'

/** Where a browser makes tokens of cards. */
export type CardDesk = Pick<Providers, 'url' | 'variables' | 'storeOrigin'>

/** How one method is paid in tests: what the browser would do. */
export interface MethodDriver {
  readonly method: PaymentMethod
  /** The provider's name in the simulators' control calls; null where no provider is asked. */
  readonly provider: 'gmo' | 'softbank' | 'adyen' | 'stripe' | 'alipay' | 'docomo' | null
  /** Whether a card decides the result; for a wallet the visitor's button does. */
  readonly takesCard: boolean
  /** Whether the visitor leaves for somebody else's page only with a card that challenges, or always. */
  readonly leaves: 'always' | 'challenged' | 'never'
  /** `later`: authorised first. `at_once`: a payment is captured immediately. */
  readonly captures: 'later' | 'at_once'
  /** Calls of a purchase and its end at which a fault can occur. */
  readonly ops: readonly Op[]
  /** How its webhook events are authenticated; null when it sends none. */
  readonly notices: 'signed' | 'unsigned' | null
  /** The call at which the provider can take and report a wrong amount; null where it never reports one. */
  readonly wrongAmountAt: { readonly op: Op; readonly nth: number } | null
  /** A wrong amount is taken at once and refunded, so a person compares; elsewhere it is released before it is taken. */
  readonly takesWrongAmount?: true
  /** The end of an order whose visitor pays or authenticates, and whose browser never comes back. */
  readonly paidWithoutReturn: 'completed' | 'nothing'
  /**
   * Whether the provider reports that its page was left by "cancel"; otherwise the page stays open and is shown again.
   */
  readonly tellsCancel: boolean
  /** Whether we can end a page that nobody answered. */
  readonly endsOpenPage: boolean
  /** A partial refund whose answer is lost: the provider can be queried about it, or only a person can find out. */
  readonly lostPart: 'found' | 'person'
  /** What it says is left of a payment of which a part went back. */
  readonly leftOfPart: Exclude<LeftOutcome['kind'], 'unknown'>
  /** Whether it reports a refund of its own console, and a dispute. */
  readonly reports: { readonly refunds: boolean; readonly disputes: boolean }
  /** The fields of checkout besides the method. */
  data(desk: CardDesk, conduct: Conduct, yen: number): Promise<object>
  /** The button of the provider's page for what the visitor wants. */
  answerOf(act: Act): VisitorAnswer
}
