import type { Language } from '@kippu/domain/language'
import {
  CARD_WAYS,
  isPaidBy,
  METHOD_KINDS,
  methodsPaidBy,
  type PaymentProviderId,
  type SitePaymentMethod,
} from '@kippu/domain/payment-method'
import { textsOf } from '@kippu/texts/texts'

type Recipient = Exclude<PaymentProviderId, 'free'> | 'apple'

/** Companies that learn something when a visitor pays by a method. */
function recipientsOf(method: SitePaymentMethod): readonly Recipient[] {
  const { provider } = METHOD_KINDS[method]
  return isPaidBy(method, ['apple_pay']) ? [provider, 'apple'] : [provider]
}

/** Companies whose script takes cards on our own page. */
const TAKES_CARDS: ReadonlySet<Recipient> = new Set(
  methodsPaidBy(CARD_WAYS).map(method => METHOD_KINDS[method].provider),
)

/** A site's statement of those to whom its visitors' browsers send something, and why (電気通信事業法). */
export function transmissionOf(methods: readonly SitePaymentMethod[], lang: Language): string {
  const texts = textsOf(lang)
  const recipients = new Set(methods.flatMap(method => recipientsOf(method)))
  const parts = Array.from(recipients, recipient => {
    const kind = TAKES_CARDS.has(recipient) ? 'card' : 'wallet'
    return [texts[`transmission_${recipient}`], texts[`transmission_of_${kind}`]].join('\n')
  })
  return [texts['transmission_lead'], ...parts].join('\n')
}
