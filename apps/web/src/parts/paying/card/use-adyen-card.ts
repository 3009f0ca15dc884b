import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'

import { useLanguage } from '../../../i18n/texts.tsx'
import type { Collected } from '../data/payment-data.ts'
import { useScripts } from '../scripts/use-scripts.ts'
import type { ScriptsState } from '../scripts/use-scripts.ts'
import { ADYEN_BRANDS, adyenWeb, readAdyenState, readEndDigits } from './adyen-api.ts'
import type { AdyenCard } from './adyen-api.ts'
import { ADYEN_LOCALES } from './card-looks.ts'

interface AdyenCardState extends ScriptsState {
  /** The element in which the component renders itself. */
  readonly place: RefObject<HTMLDivElement | null>
  /** The component's result for the card; null when it is incomplete, which the component shows. */
  readonly read: (holder: string) => Promise<Collected | null>
}

/**
 * The component encrypts shortly after the last key: a visitor who presses at once must not read that the card is
 * incomplete. In ms.
 */
const PATIENCE = 1500

/** Adyen's card fields: frames of its own origin that encrypt what is typed before our page sees it. */
export function useAdyenCard(client: PaymentMethodRow['client'], amount: number): AdyenCardState {
  const lang = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const card = useRef<AdyenCard | null>(null)
  const reported = useRef<unknown>(undefined)
  const told = useRef<() => void>(undefined)
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
          onChange: state => {
            reported.current = state
            told.current?.()
          },
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
  const read = useCallback(async (holder: string) => {
    const look = (): Collected | null =>
      readAdyenState({ reported: reported.current, holder, endDigits: endDigits.current })
    const collected =
      look() ??
      (await new Promise<Collected | null>(resolve => {
        const timer = setTimeout(() => resolve(look()), PATIENCE)
        told.current = () => {
          if (look() === null) return
          clearTimeout(timer)
          resolve(look())
        }
      }))
    told.current = undefined
    if (collected === null) card.current?.showValidation()
    return collected
  }, [])
  return { place, ...useScripts(client, prepare), read }
}
