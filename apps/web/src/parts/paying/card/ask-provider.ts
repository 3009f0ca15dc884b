/** How long a provider's script may take to answer, in ms. */
const ANSWER_TIMEOUT = 30_000

/**
 * Asks a provider's script that answers by calling back.
 *
 * @throws Error when it does not answer, or breaks.
 */
export function askProvider(ask: (answer: (given: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the payment provider does not answer')), ANSWER_TIMEOUT)
    ask(given => {
      clearTimeout(timer)
      resolve(given)
    })
  })
}

/** What the provider's script made of a card, or which field it refuses; null when it does not say which. */
export type Exchanged<Token> =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'refused'; readonly field: 'number' | 'expiry' | 'code' | 'name' | null }
