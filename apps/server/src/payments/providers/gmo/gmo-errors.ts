import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

/**
 * The meaning of a refusal by GMO. `ask`: the trade is not in the expected state, so it is queried; `unclear`: the
 * request may have been executed; `missing`: there is no such trade; `duplicate`: the order reference is already used,
 * by ourselves.
 */
export type GmoRefusal =
  | { readonly kind: 'unclear' | 'ask' | 'duplicate' | 'missing'; readonly codes: readonly string[] }
  | { readonly kind: 'error'; readonly error: ProviderError }

type Meaning = Exclude<GmoRefusal['kind'], 'error'> | ProviderErrorClass

/** By the beginning of the code; the longest match counts. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  // The line to the issuer failed, or GMO itself did.
  ['42C', 'unclear'],
  ['E91', 'unclear'],
  // Settled already; not settled yet; not possible in its state; the same trade twice.
  ['E11010001', 'ask'],
  ['E11010002', 'ask'],
  ['E11010003', 'ask'],
  ['E90010001', 'ask'],
  ['E01040010', 'duplicate'],
  ['M01004010', 'duplicate'],
  ['E01110002', 'missing'],
  ['M01004002', 'missing'],
  ['42G', 'declined'],
  ['42G42', 'invalid_input'],
  ['42G44', 'invalid_input'],
  ['42G45', 'invalid_input'],
  ['42G65', 'invalid_input'],
  ['42G83', 'invalid_input'],
  ['E41', 'invalid_input'],
  // A token that is used, expired or invented: the next try makes another one.
  ['EX1', 'invalid_input'],
  ['E21', 'authentication_failed'],
  ['E61010001', 'provider_busy'],
  ['E61010002', 'provider_busy'],
  ['E61010003', 'provider_busy'],
  ['E92000001', 'provider_busy'],
  ['E92000002', 'provider_busy'],
  // More than 180 days old: only a person can refund.
  ['E1101001', 'expired'],
  ['E01', 'configuration'],
  ['E61', 'configuration'],
  ['M01', 'configuration'],
])

/** When codes of several meanings come together, the most careful one decides. */
const CAREFUL = ['unclear', 'ask', 'duplicate', 'missing'] as const satisfies readonly Meaning[]

/** Another try, or another card, may help. */
const RETRYABLE: ReadonlySet<ProviderErrorClass> = new Set([
  'declined',
  'invalid_input',
  'authentication_failed',
  'provider_busy',
])

/** @param codes the codes of `ErrInfo`. */
export function readRefusal(codes: readonly string[]): GmoRefusal {
  const meanings = codes.map(meaningOf)
  const careful = CAREFUL.find(kind => meanings.includes(kind))
  if (careful !== undefined) return { kind: careful, codes }
  const errorClass = meanings.find(isErrorClass) ?? 'other'
  return { kind: 'error', error: errorOf(errorClass, codes) }
}

/** An error of a class, retryable if another try may help. */
export function errorOf(errorClass: ProviderErrorClass, codes: readonly string[]): ProviderError {
  return { codes, class: errorClass, retryable: RETRYABLE.has(errorClass) }
}

function meaningOf(code: string): Meaning {
  for (let length = code.length; length > 0; length -= 1) {
    const meaning = MEANINGS.get(code.slice(0, length))
    if (meaning !== undefined) return meaning
  }
  return 'other'
}

function isErrorClass(meaning: Meaning): meaning is ProviderErrorClass {
  return !CAREFUL.some(kind => kind === meaning)
}
