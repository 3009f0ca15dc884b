import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

/**
 * The meaning of a refusal for its request. `unsure`: it may have been executed. `repeated`: an earlier operation
 * prevents it, so the inquiry knows more. `unknown_id`: the gateway has no such transaction.
 */
export type Meaning = 'refused' | 'unsure' | 'repeated' | 'unknown_id'

interface CodeMeaning {
  readonly meaning: Meaning
  readonly class: ProviderErrorClass
  readonly retryable: boolean
}

const UNSURE: CodeMeaning = { meaning: 'unsure', class: 'provider_busy', retryable: true }
const REPEATED: CodeMeaning = { meaning: 'repeated', class: 'other', retryable: false }
const CONFIGURATION = refused('configuration', false)
const DECLINED = refused('declined', true)
const NEW_TOKEN = refused('invalid_input', true)
const LIMIT = refused('limit', false)

/** By type, the fourth and fifth character of a code: `10105202` is of type 05. */
const MEANINGS: ReadonlyMap<string, CodeMeaning> = new Map([
  // XML, request id, missing, too long, malformed or undefined values, hash, age of the request, merchant.
  ...byType(['00', '01', '02', '03', '04', '05', '06', '07', '09', '10', '13', '14'], CONFIGURATION),
  ...byType(['11', '12'], { meaning: 'unknown_id', class: 'configuration', retryable: false }),
  // The fraud filter of the merchant: another try is unwanted.
  ...byType(['20'], refused('declined', false)),
  ...byType(['21'], refused('provider_busy', true)),
  ...byType(['22', '23', '24', '25', '26', '27', '28', '36', '61'], DECLINED),
  // A card that was mistyped too often is blocked for a while.
  ...byType(['93'], LIMIT),
  ...byType(['T1', 'T2'], NEW_TOKEN),
  // More than was taken: of a sale, of all partial refunds.
  ...byType(['79', 'K0', 'K1'], LIMIT),
  // Sold by itself, cancelled before it was sold, sold, cancelled before it was refunded, refunded, cancelled, committed,
  // the same request twice.
  ...byType(['37', '40', '41', '45', '46', '52', '60', '96'], REPEATED),
  ...byType(['80', '81', '83', '84', '85', '86', '90', '92'], UNSURE),
])

/** The meaning of a code; an unknown one is a refusal of class `other`. */
export function readCode(code: string): { readonly meaning: Meaning; readonly error: ProviderError } {
  // The gateway refused access.
  const unlisted = code.startsWith('http_') ? CONFIGURATION : refused('other', false)
  const { meaning, ...rest } = MEANINGS.get(typeOf(code)) ?? unlisted
  return { meaning, error: { codes: [code], ...rest } }
}

/** A refused authorisation: issuers have more reasons than the list, and another card may work. */
export function readAuthorizationCode(code: string): ReturnType<typeof readCode> {
  const read = readCode(code)
  return read.error.class === 'other' && read.meaning === 'refused'
    ? { meaning: 'refused', error: { codes: [code], class: 'declined', retryable: true } }
    : read
}

export function typeOf(code: string): string {
  return code.slice(3, 5)
}

function refused(errorClass: ProviderErrorClass, retryable: boolean): CodeMeaning {
  return { meaning: 'refused', class: errorClass, retryable }
}

function byType(
  types: readonly string[],
  reading: CodeMeaning,
): ReadonlyArray<readonly [string, CodeMeaning]> {
  return types.map(type => [type, reading] as const)
}
