/** The time of a clock elsewhere, and ours meanwhile, in ms. */
export interface Dated {
  readonly host: string
  readonly theirs: number
  readonly before: number
  readonly after: number
}

export type Reached =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Whether it says what every answer of the store says. */
      readonly isStore: boolean
      readonly date: Omit<Dated, 'host'> | null
    }
  | { readonly kind: 'lost'; readonly why: string }

const PATIENCE_MS = 10_000

/** Asks for an address, whatever it answers. Sends nothing, follows nothing, never throws. */
export async function reach(url: string): Promise<Reached> {
  const before = Date.now()
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    await response.body?.cancel()
    const theirs = Date.parse(response.headers.get('date') ?? '')
    return {
      kind: 'answered',
      status: response.status,
      isStore: response.headers.has('x-request-id'),
      date: Number.isNaN(theirs) ? null : { theirs, before, after: Date.now() },
    }
  } catch (error) {
    return { kind: 'lost', why: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error.cause !== undefined) return reasonOf(error.cause)
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' && code !== '' ? code : error.name
}
