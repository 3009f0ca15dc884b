import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { useLanguage } from '../../i18n/texts.tsx'
import { cardLooks, PROVIDER_LOCALES } from './card-looks.ts'
import { loadStripe, readCardAnswer } from './load-stripe.ts'
import type { CardAnswer, CardElement, StripeApi } from './load-stripe.ts'

interface CardElementState {
  /** Where the provider puts its frame. */
  readonly place: RefObject<HTMLDivElement | null>
  readonly status: 'loading' | 'ready' | 'failed'
  readonly retry: () => void
  /** Gives the card in the fields to the provider. Null while there are no fields. */
  readonly exchange: (holder: string) => Promise<CardAnswer | null>
}

/** The provider's card fields: a frame of its own origin, so that no digit is ever in our page (S-7.11, reliability §6.4). */
export function useCardElement({ script_url, public_key }: PaymentMethodRow['client']): CardElementState {
  const lang = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const parts = useRef<{ stripe: StripeApi; card: CardElement } | null>(null)
  const [status, setStatus] = useState<CardElementState['status']>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isOver = false
    const mount = async (): Promise<void> => {
      const target = place.current
      if (script_url === null || public_key === null || target === null) throw new Error('no card fields')
      const factory = await loadStripe(script_url)
      if (isOver) return
      const stripe = factory(public_key)
      const { theme, variables, base } = cardLooks()
      const elements = stripe.elements({ locale: PROVIDER_LOCALES[lang], appearance: { theme, variables } })
      const card = elements.create('card', { hidePostalCode: true, style: { base } })
      parts.current = { stripe, card }
      card.on('ready', () => setStatus('ready'))
      card.mount(target)
    }
    mount().catch(() => {
      if (!isOver) setStatus('failed')
    })
    return () => {
      isOver = true
      parts.current?.card.destroy()
      parts.current = null
    }
  }, [attempt, lang, public_key, script_url])
  const retry = useCallback(() => {
    setStatus('loading')
    setAttempt(count => count + 1)
  }, [])
  const exchange = useCallback(async (holder: string) => {
    if (parts.current === null) return null
    const { stripe, card } = parts.current
    return readCardAnswer(
      await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: holder } }),
    )
  }, [])
  return { place, status, retry, exchange }
}
