import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'

import { useLanguage } from '../../i18n/texts.tsx'
import type { Collected } from '../payment-data/payment-data.ts'
import { useScripts } from '../payment-scripts/use-scripts.ts'
import type { ScriptsState } from '../payment-scripts/use-scripts.ts'
import { ADYEN_BRANDS, adyenWeb, readAdyenState, readEndDigits } from './adyen-api.ts'
import type { AdyenCard } from './adyen-api.ts'
import { ADYEN_LOCALES } from './card-looks.ts'

interface AdyenCardState extends ScriptsState {
  /** Where the component draws itself. */
  readonly place: RefObject<HTMLDivElement | null>
  /** What the component made of the card; null when it is not complete, which it shows. */
  readonly read: (holder: string) => Collected | null
}

/** Adyen's card fields: frames of its own origin that encrypt what is typed before our page sees it (S-7.11). */
export function useAdyenCard(client: PaymentMethodRow['client'], amount: number): AdyenCardState {
  const lang = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const card = useRef<AdyenCard | null>(null)
  const reported = useRef<unknown>(undefined)
  const endDigits = useRef<string | undefined>(undefined)
  const { client_key: clientKey = '', environment = 'test', brands } = client.config
  const prepare = useCallback(
    async (signal: AbortSignal) => {
      const { AdyenCheckout, Card } = adyenWeb()
      const checkout = await AdyenCheckout({
        clientKey,
        environment,
        locale: ADYEN_LOCALES[lang],
        countryCode: 'JP',
        amount: { currency: 'JPY', value: amount },
        showPayButton: false,
        analytics: { enabled: false },
      })
      if (signal.aborted || place.current === null) return
      const target = place.current
      await new Promise<void>(resolve => {
        const made = new Card(checkout, {
          brands: brands?.split(',') ?? ADYEN_BRANDS,
          hasHolderName: false,
          onChange: state => (reported.current = state),
          onFieldValid: field => (endDigits.current = readEndDigits(field) ?? endDigits.current),
          onConfigSuccess: resolve,
        })
        card.current = made
        signal.addEventListener('abort', () => {
          made.unmount()
          card.current = null
          reported.current = undefined
        })
        made.mount(target)
      })
    },
    [amount, brands, clientKey, environment, lang],
  )
  const read = useCallback((holder: string) => {
    const collected = readAdyenState({ reported: reported.current, holder, endDigits: endDigits.current })
    if (collected === null) card.current?.showValidation()
    return collected
  }, [])
  return { place, ...useScripts(client, prepare), read }
}
