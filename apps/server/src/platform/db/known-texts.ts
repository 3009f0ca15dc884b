import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'

/** Parts of texts that are kept. Texts with a list of any length are many; the common ones are here long before. */
const MOST_PARTS = 20_000

/** A part of a text behind other ones. */
interface Step {
  readonly part: string
  readonly before: Step | undefined
  /** The part that comes behind it in most texts. */
  usual?: Step
  others?: Map<string, Step>
  /** All parts up to this one. */
  text?: string
}

/**
 * Puts the text of a statement together once. The same statement later has the same string: it is written nowhere anew, and to look it up, as
 * for the name of a prepared statement, reads none of its ten thousand characters. Parts are mostly constants of the program, which are
 * found without being read too.
 */
export class KnownTexts extends PostgresQueryCompiler {
  readonly #first: Step = { part: '', before: undefined }
  readonly #most: number
  #parts = 0
  #last = this.#first
  /** The end of a text behind the last part that is known. */
  #rest = ''

  constructor(most = MOST_PARTS) {
    super()
    this.#most = most
  }

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#last = this.#first
    this.#rest = ''
    return super.compileQuery(...query)
  }

  protected override append(part: string): void {
    const next = this.#rest === '' ? this.#next(part) : undefined
    if (next === undefined) this.#rest += part
    else this.#last = next
  }

  #next(part: string): Step | undefined {
    const from = this.#last
    if (part === '') return from
    if (from.usual?.part === part) return from.usual
    const known = from.others?.get(part)
    if (known !== undefined || this.#parts >= this.#most) return known
    this.#parts += 1
    const made: Step = { part, before: from }
    if (from.usual === undefined) from.usual = made
    else (from.others ??= new Map()).set(part, made)
    return made
  }

  protected override getSql(): string {
    const known = (this.#last.text ??= textUpTo(this.#last))
    return known + this.#rest
  }
}

function textUpTo(last: Step): string {
  const parts: string[] = []
  for (let step: Step | undefined = last; step !== undefined; step = step.before) parts.push(step.part)
  return parts.toReversed().join('')
}
