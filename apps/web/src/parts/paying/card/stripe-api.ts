import * as v from 'valibot'

import type { Collected } from '../data/payment-data.ts'

/**
 * The part of Stripe.js that the store uses (docs/payments/stripe.md). Its answers are parsed, because it is not our
 * code.
 */
export interface StripeApi {
  elements(options: ElementsOptions): {
    create(type: 'card', options: CardOptions): CardElement
    update(options: Pick<ElementsOptions, 'appearance'>): void
  }
  createPaymentMethod(details: {
    readonly type: 'card'
    readonly card: CardElement
    readonly billing_details: { readonly name: string }
  }): Promise<unknown>
}

interface ElementsOptions {
  readonly locale: string
  readonly appearance: {
    readonly theme: 'stripe' | 'night'
    readonly variables: Readonly<Record<string, string>>
  }
}

interface CardOptions {
  readonly hidePostalCode: boolean
  readonly style: { readonly base: Readonly<Record<string, string>> }
}

export interface CardElement {
  mount(target: HTMLElement): void
  update(options: Pick<CardOptions, 'style'>): void
  on(event: 'ready', listener: () => void): unknown
  focus(): void
  destroy(): void
}

type StripeFactory = (publishableKey: string) => StripeApi

/** The global that Stripe's script sets in the window. @throws Error when it is missing. */
export function stripeFactory(): StripeFactory {
  const factory: unknown = Reflect.get(window, 'Stripe')
  if (!isFactory(factory)) throw new Error('the script of Stripe is not there')
  return factory
}

function isFactory(value: unknown): value is StripeFactory {
  return typeof value === 'function'
}

const created = v.object({
  paymentMethod: v.object({
    id: v.string(),
    card: v.object({ brand: v.string(), last4: v.pipe(v.string(), v.regex(/^\d{4}$/)) }),
  }),
})
const refused = v.object({
  error: v.object({ type: v.optional(v.string()), message: v.optional(v.string()) }),
})

/** The provider's result for the card: the parts that may be kept, or its error message. */
export type StripeAnswer =
  | { readonly kind: 'card'; readonly id: string; readonly card: NonNullable<Collected['card']> }
  | { readonly kind: 'refused'; readonly message: string | undefined }

/** Reads the answer of `createPaymentMethod`. */
export function readStripeAnswer(answer: unknown): StripeAnswer {
  const success = v.safeParse(created, answer)
  if (success.success) {
    const { id, card } = success.output.paymentMethod
    return { kind: 'card', id, card: { brand: card.brand, last4: card.last4 } }
  }
  const failure = v.safeParse(refused, answer)
  const error = failure.success ? failure.output.error : undefined
  return { kind: 'refused', message: error?.message }
}
