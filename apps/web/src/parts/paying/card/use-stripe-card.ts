import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'

import { useLanguage } from '../../../i18n/texts.tsx'
import { useScripts } from '../scripts/use-scripts.ts'
import type { ScriptsState } from '../scripts/use-scripts.ts'
import { cardLooks, onSchemeChange, STRIPE_LOCALES } from './card-looks.ts'
import { readStripeAnswer, stripeFactory } from './stripe-api.ts'
import type { CardElement, StripeAnswer, StripeApi } from './stripe-api.ts'

interface StripeCardState extends ScriptsState {
  /** The element in which the provider puts its frame. */
  readonly place: RefObject<HTMLDivElement | null>
  /** Gives the card in the fields to the provider. Null while there are no fields. */
  readonly exchange: (holder: string) => Promise<StripeAnswer | null>
}

/** Stripe's card fields: a frame of its own origin, so that no digit is ever in our page. */
export function useStripeCard(client: PaymentMethodRow['client']): StripeCardState {
  const lang = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const parts = useRef<{ stripe: StripeApi; card: CardElement } | null>(null)
  const key = client.config['publishable_key'] ?? ''
  const prepare = useCallback(
    async (signal: AbortSignal) => {
      if (place.current === null) throw new Error('no place for the card fields')
      const stripe = stripeFactory()(key)
      const { appearance, style } = cardLooks()
      const elements = stripe.elements({ locale: STRIPE_LOCALES[lang], appearance })
      const card = elements.create('card', { hidePostalCode: true, style })
      onSchemeChange(() => {
        const looks = cardLooks()
        elements.update({ appearance: looks.appearance })
        card.update({ style: looks.style })
      }, signal)
      parts.current = { stripe, card }
      signal.addEventListener('abort', () => {
        card.destroy()
        parts.current = null
      })
      const isReady = new Promise<void>(resolve => card.on('ready', resolve))
      card.mount(place.current)
      await isReady
    },
    [key, lang],
  )
  const exchange = useCallback(async (holder: string) => {
    if (parts.current === null) return null
    const { stripe, card } = parts.current
    return readStripeAnswer(
      await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: holder } }),
    )
  }, [])
  return { place, ...useScripts(client, prepare), exchange }
}
