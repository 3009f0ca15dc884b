import type { Language } from '@kippu/domain/language'
import {
  CARD_WAYS,
  isPaidBy,
  METHOD_KINDS,
  methodsPaidBy,
  type PaymentProviderId,
  type SitePaymentMethod,
} from '@kippu/domain/payment-method'
import { TEXTS } from '@kippu/texts/texts'

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
  const recipients = new Set(methods.flatMap(method => recipientsOf(method)))
  const parts = Array.from(recipients, recipient => {
    const kind = TAKES_CARDS.has(recipient) ? 'card' : 'wallet'
    return `${TEXTS[`transmission_${recipient}`][lang]}\n${TEXTS[`transmission_of_${kind}`][lang]}`
  })
  return [TEXTS.transmission_lead[lang], ...parts].join('\n')
}
