import { PackedRows } from './packed-rows.ts'
import type { RowSource, SaidRow } from './sheets/sheet.ts'

/** A row of a file. */
export interface Said {
  readonly row: SaidRow
  readonly source: RowSource
}

/** The rows that files say of a sheet, by their keys and in the order in which these came first. */
export class SaidTable {
  readonly #places = new Map<string, number>()
  readonly #rows = new PackedRows()
  readonly #sheets: number[] = []
  readonly #lines: number[] = []

  get size(): number {
    return this.#places.size
  }

  has(key: string): boolean {
    return this.#places.has(key)
  }

  get(key: string): Said | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#at(place)
  }

  set(key: string, { row, source }: Said): void {
    this.#places.set(key, this.#rows.add(row))
    this.#sheets.push(source.sheet)
    this.#lines.push(source.line)
  }

  keys(): Iterable<string> {
    return this.#places.keys()
  }

  *[Symbol.iterator](): Generator<readonly [key: string, said: Said], void, void> {
    for (const [key, place] of this.#places) yield [key, this.#at(place)]
  }

  #at(place: number): Said {
    const source = { sheet: this.#sheets[place] ?? 0, line: this.#lines[place] ?? 0 }
    return { row: this.#rows.read(place, undefined), source }
  }
}
