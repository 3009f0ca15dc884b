import * as v from 'valibot'

import type { SavedCard } from '../../session/pieces.ts'

/** The part of Stripe.js that the store uses (payments.md §4); its answers are parsed, for it is not our code. */
export interface StripeApi {
  elements(options: ElementsOptions): { create(type: 'card', options: CardOptions): CardElement }
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
  on(event: 'ready', listener: () => void): unknown
  focus(): void
  destroy(): void
}

type StripeFactory = (publicKey: string) => StripeApi

/** Scripts on their way or there, by address: each is asked for once (and only when a card is chosen). */
const loads = new Map<string, Promise<StripeFactory>>()

/** Loads the provider's script. A load that failed is forgotten, so that the visitor can try again. */
export function loadStripe(scriptUrl: string): Promise<StripeFactory> {
  const known = loads.get(scriptUrl)
  if (known !== undefined) return known
  const load = addScript(scriptUrl).catch((error: unknown) => {
    loads.delete(scriptUrl)
    throw error
  })
  loads.set(scriptUrl, load)
  return load
}

/** How long the script may take, in ms, before the visitor is told and offered another try. */
const LOAD_TIMEOUT = 20_000

function addScript(scriptUrl: string): Promise<StripeFactory> {
  const script = document.createElement('script')
  return new Promise<StripeFactory>((resolve, reject) => {
    const fail = (): void => {
      script.remove()
      reject(new Error('the script of the payment provider did not load'))
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT)
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      const factory: unknown = Reflect.get(window, 'Stripe')
      if (isFactory(factory)) resolve(factory)
      else fail()
    })
    script.src = scriptUrl
    document.head.append(script)
  })
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

/** What the provider made of the card: what may be kept of it, or what it says is wrong. */
export type CardAnswer =
  | { readonly kind: 'card'; readonly card: SavedCard }
  | { readonly kind: 'refused'; readonly message: string | undefined }

/** Reads the answer of `createPaymentMethod`. */
export function readCardAnswer(answer: unknown): CardAnswer {
  const success = v.safeParse(created, answer)
  if (success.success) {
    const { id, card } = success.output.paymentMethod
    return { kind: 'card', card: { paymentMethod: id, brand: card.brand, last4: card.last4 } }
  }
  const failure = v.safeParse(refused, answer)
  const error = failure.success ? failure.output.error : undefined
  return { kind: 'refused', message: error?.message }
}
