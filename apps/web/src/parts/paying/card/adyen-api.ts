import type { PaymentData } from '@kippu/contract/payment-data'
import * as v from 'valibot'

import { knownAs } from './card-label.ts'
import type { Collected } from '../data/payment-data.ts'

/**
 * The part of adyen-web 6 that the store uses (docs/payments/adyen.md). Its reports are parsed, because it is not our
 * code.
 */
interface AdyenWeb {
  readonly AdyenCheckout: (options: CheckoutOptions) => Promise<object>
  readonly Card: new (checkout: object, options: CardOptions) => AdyenCard
}

interface CheckoutOptions {
  readonly clientKey: string
  readonly environment: string
  readonly locale: string
  readonly countryCode: string
  readonly amount: { readonly currency: 'JPY'; readonly value: number }
  /** The page has buttons of its own. */
  readonly showPayButton: false
  /** Turns off the statistics about visitors that the component would send to Adyen. */
  readonly analytics: { readonly enabled: false }
}

interface CardOptions {
  readonly brands: readonly string[]
  /** The name has a field of ours, under our rule. */
  readonly hasHolderName: false
  readonly onChange: (state: unknown) => void
  readonly onFieldValid: (field: unknown) => void
  readonly onConfigSuccess: () => void
}

export interface AdyenCard {
  mount(target: HTMLElement): unknown
  showValidation(): unknown
  unmount(): unknown
}

/** The global that Adyen's script sets in the window. @throws Error when it is missing. */
export function adyenWeb(): AdyenWeb {
  const library: unknown = Reflect.get(window, 'AdyenWeb')
  if (!isAdyenWeb(library)) throw new Error('the script of Adyen is not there')
  return library
}

function isAdyenWeb(value: unknown): value is AdyenWeb {
  return typeof value === 'object' && value !== null && 'AdyenCheckout' in value && 'Card' in value
}

/** Brands of cards by their names at Adyen, unless the site names its own. */
export const ADYEN_BRANDS = ['visa', 'mc', 'jcb', 'amex', 'diners', 'discover'] as const

const state = v.object({
  isValid: v.literal(true),
  data: v.object({
    paymentMethod: v.object({
      encryptedCardNumber: v.string(),
      encryptedExpiryMonth: v.string(),
      encryptedExpiryYear: v.string(),
      encryptedSecurityCode: v.string(),
      brand: v.optional(v.string()),
      checkoutAttemptId: v.optional(v.string()),
    }),
    browserInfo: v.optional(
      v.object({
        acceptHeader: v.string(),
        colorDepth: v.number(),
        javaEnabled: v.boolean(),
        language: v.string(),
        screenHeight: v.number(),
        screenWidth: v.number(),
        timeZoneOffset: v.number(),
        userAgent: v.string(),
      }),
    ),
  }),
})

interface AdyenParts {
  /** The last state that the component reported; undefined before the first. */
  readonly reported: unknown
  readonly holder: string
  /** The last digits, if the component has reported them. */
  readonly endDigits: string | undefined
}

/** The component's result for a card: every part of it except brand and name encrypted. Null while it is incomplete. */
export function readAdyenState({ reported, holder, endDigits }: AdyenParts): Collected | null {
  const parsed = v.safeParse(state, reported)
  if (!parsed.success) return null
  const { paymentMethod, browserInfo } = parsed.output.data
  const { brand, checkoutAttemptId, ...encrypted } = paymentMethod
  const paymentData: PaymentData = {
    payment_method_type: 'adyen_credit',
    payment_method: {
      type: 'scheme',
      ...encrypted,
      holderName: holder,
      ...(brand !== undefined && { brand }),
      ...(checkoutAttemptId !== undefined && { checkoutAttemptId }),
    },
    ...(browserInfo !== undefined && { browser_info: browserInfo }),
  }
  return { paymentData, card: knownAs(brand ?? '', endDigits) }
}

const validNumber = v.object({ fieldType: v.literal('encryptedCardNumber'), endDigits: v.string() })

/** The last digits of a number that the component found valid; undefined for any other report. */
export function readEndDigits(field: unknown): string | undefined {
  const parsed = v.safeParse(validNumber, field)
  return parsed.success ? parsed.output.endDigits : undefined
}
