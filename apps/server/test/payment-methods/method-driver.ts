import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { Providers } from './simulators.ts'
import type { VisitorAnswer } from './visit-provider.ts'

/** What a card does, by the last four digits of its number (design §10); a wallet knows no cards. */
export const CONDUCTS = {
  paid: '1112',
  declined: '0002',
  challenge: '3220',
  challenge_declined: '1629',
  busy: '0119',
  answer_lost: '0408',
} as const
export type Conduct = keyof typeof CONDUCTS

/** What the visitor does at the provider, in the words of every method. */
export type Act = 'pay' | 'fail' | 'cancel' | 'pay_no_return'

/** Points at which a provider's fault can strike, in the simulators' words. */
export type Op = 'register' | 'execute' | 'confirm' | 'capture' | 'cancel' | 'refund' | 'query'

/** How one method is paid, in tests: what the browser would do. */
export interface MethodDriver {
  readonly method: PaymentMethod
  /** Name at the simulators' control calls; null where no provider is asked. */
  readonly provider: 'gmo' | 'softbank' | 'adyen' | 'stripe' | 'alipay' | 'docomo' | null
  /** Whether a card decides what happens; at a wallet the visitor's button does. */
  readonly takesCard: boolean
  /** Whether the visitor leaves for a page of somebody else with a card that challenges, or always. */
  readonly leaves: 'always' | 'challenged' | 'never'
  /** `later`: authorised first. `at_once`: what is paid is taken. */
  readonly captures: 'later' | 'at_once'
  /** Calls of a purchase and its end that a fault can strike. */
  readonly ops: readonly Op[]
  /** How its news is known to be its own; null when it sends none. */
  readonly notices: 'signed' | 'unsigned' | null
  /** At which call the provider can take another amount than ours and say so; null where it never tells one. */
  readonly wrongAmountAt: { readonly op: Op; readonly nth: number } | null
  /** What comes of a visitor who pays, or proves who they are, and whose browser never comes back. */
  readonly paidWithoutReturn: 'completed' | 'nothing'
  /** Whether the provider says that its page was left by "cancel"; else the page stays open and is shown as such. */
  readonly tellsCancel: boolean
  /** Whether a page that nobody answered can be ended by us. */
  readonly endsOpenPage: boolean
  /** A part of a refund whose answer is lost: the provider can say what became of it, or only a person can. */
  readonly lostPart: 'found' | 'person'
  /** What checkout takes beside the method. */
  data(providers: Providers, conduct: Conduct, yen: number): Promise<object>
  /** The button of the provider's page for what the visitor wants. */
  answerOf(act: Act): VisitorAnswer
}
