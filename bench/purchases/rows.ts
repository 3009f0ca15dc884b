/** The goods of a row and how they are paid; `buy.ts` says what that takes. */
export const KINDS = ['stripe', 'free', 'gmo_3ds', 'adyen_credit', 'softbank_paypay', 'member'] as const
export type Kind = (typeof KINDS)[number]

/** One row of the results. */
export interface Row {
  readonly kind: Kind
  /** How many buy at the same time, each again and again. */
  readonly buyers: number
  /** The providers answer so many ms later. */
  readonly delayMs: number
}

const CROWDS = [1, 8, 32, 64, 128]

const DEFAULT_ROWS: readonly Row[] = [
  ...CROWDS.flatMap(buyers => (['stripe', 'free'] as const).map(kind => ({ kind, buyers, delayMs: 0 }))),
  ...(['gmo_3ds', 'adyen_credit', 'softbank_paypay', 'member'] as const).map(kind => ({
    kind,
    buyers: 32,
    delayMs: 0,
  })),
  { kind: 'stripe', buyers: 64, delayMs: 300 },
]

const FORM = /^(?<kind>\w+):(?<buyers>[1-9]\d{0,3})(?::(?<delayMs>\d{1,5}))?$/

/**
 * Reads `stripe:32,free:8,stripe:64:300`: kind, buyers, and how many ms later the providers answer. Without a text all
 * rows.
 *
 * @throws for anything else.
 */
export function readRows(text: string | undefined): readonly Row[] {
  if (text === undefined) return DEFAULT_ROWS
  return text.split(',').map(word => {
    const groups = FORM.exec(word)?.groups
    const kind = KINDS.find(one => one === groups?.['kind'])
    if (kind === undefined)
      throw new Error(`"${word}" is not a row: write <kind>:<buyers>[:<ms>], kind one of ${KINDS.join(', ')}`)
    return { kind, buyers: Number(groups?.['buyers']), delayMs: Number(groups?.['delayMs'] ?? 0) }
  })
}

/** `stripe, 64 buyers, answers 300 ms later`. */
export function nameOf({ kind, buyers, delayMs }: Row): string {
  return `${kind}, ${buyers} ${buyers === 1 ? 'buyer' : 'buyers'}${delayMs > 0 ? `, answers ${delayMs} ms later` : ''}`
}
