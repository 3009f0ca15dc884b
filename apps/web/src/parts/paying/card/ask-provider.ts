/** How long a provider's script may take to answer, in ms. */
const ANSWER_TIMEOUT = 30_000

/**
 * Calls a provider's script that answers through a callback.
 *
 * @throws Error when it does not answer, or fails.
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

/** The provider's result for a card, or the field that it refuses; null when it does not name one. */
export type TokenResult<Token> =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'refused'; readonly field: 'number' | 'expiry' | 'code' | 'name' | null }
