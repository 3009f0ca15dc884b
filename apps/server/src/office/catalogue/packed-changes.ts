import { PackedRows } from './packed-rows.ts'
import type { Change, Changes, Row } from './sheets/sheet.ts'

const NONE = -1

/** Changes of a sheet as bytes: those of a season are never all in memory as rows. */
export class PackedChanges implements Changes {
  readonly #rows = new PackedRows()
  /** Where the rows of each change are, and the sheet and line that say so. */
  readonly #befores: number[] = []
  readonly #afters: number[] = []
  readonly #sheets: number[] = []
  readonly #lines: number[] = []

  get length(): number {
    return this.#befores.length
  }

  add({ before, after, source }: Change): void {
    this.#befores.push(before === null ? NONE : this.#rows.add(before))
    this.#afters.push(after === null ? NONE : this.#rows.add(after, before ?? undefined))
    this.#sheets.push(source?.sheet ?? NONE)
    this.#lines.push(source?.line ?? NONE)
  }

  /** Those whose rows are not meant. */
  without(isMeant: (row: Row) => boolean): PackedChanges {
    const left = new PackedChanges()
    for (const change of this) if (!isMeant(change.after ?? change.before ?? [])) left.add(change)
    return left
  }

  *[Symbol.iterator](): Generator<Change, void, void> {
    for (const [turn, place] of this.#befores.entries()) {
      const before = this.#read(place)
      const after = this.#read(this.#afters[turn] ?? NONE, before ?? undefined)
      const [sheet = NONE, line = NONE] = [this.#sheets[turn], this.#lines[turn]]
      yield { before, after, ...(sheet !== NONE && { source: { sheet, line } }) }
    }
  }

  #read(place: number, other?: Row): Row | null {
    return place === NONE ? null : this.#rows.read(place, null, other)
  }
}
