import type { Language } from '@kippu/domain/language'
import type { SitePaymentMethod } from '@kippu/sites/site'
import { textsOf } from '@kippu/texts/texts'

type Recipient = 'stripe' | 'gmo' | 'softbank' | 'adyen' | 'alipay' | 'docomo' | 'apple'

/** The companies that receive data when a visitor pays by a method. */
const RECIPIENTS: Readonly<Record<SitePaymentMethod, readonly Recipient[]>> = {
  gmo: ['gmo'],
  gmo_3ds: ['gmo'],
  gmo_paypay: ['gmo'],
  gmo_d_pay: ['gmo'],
  gmo_apple_pay: ['gmo', 'apple'],
  adyen_credit: ['adyen'],
  adyen_alipay: ['adyen'],
  adyen_we_chat_pay: ['adyen'],
  alipay: ['alipay'],
  stripe: ['stripe'],
  stripe_secure: ['stripe'],
  softbank_credit: ['softbank'],
  softbank_3ds: ['softbank'],
  softbank_alipay: ['softbank'],
  softbank_paypay: ['softbank'],
  d_pay: ['docomo'],
}

/** Companies whose script takes cards on our own page. */
const TAKES_CARDS: ReadonlySet<Recipient> = new Set(['stripe', 'gmo', 'softbank', 'adyen'])

/** A site's notice of the recipients to which its visitors' browsers send data, and why (電気通信事業法). */
export function transmissionOf(methods: readonly SitePaymentMethod[], lang: Language): string {
  const texts = textsOf(lang)
  const recipients = new Set(methods.flatMap(method => RECIPIENTS[method]))
  const parts = Array.from(recipients, recipient => {
    const kind = TAKES_CARDS.has(recipient) ? 'card' : 'wallet'
    return [texts[`transmission_${recipient}`], texts[`transmission_of_${kind}`]].join('\n')
  })
  return [texts['transmission_lead'], ...parts].join('\n')
}
