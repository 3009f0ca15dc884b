/** A product with so many of its times that it fits into a column. */
export interface Block<Product> {
  readonly product: Product
  /** Places of its times, the first included and the last not. */
  readonly from: number
  readonly to: number
  /** Whether its times before these stand beside it. */
  readonly isBeside: boolean
}

/** The blocks that are seen at once, column by column. */
export type Page<Product> = ReadonlyArray<ReadonlyArray<Block<Product>>>

export interface Room {
  readonly columns: number
  /** How many rows a column has, parts of one included. */
  readonly rows: number
}

/** In rows: the head of a block with the gap above it, and what stands in place of times where there are none. */
const HEAD_ROWS = 2.55
const LEAST_TIMES = 2

/**
 * Lays products out over pages of columns. A product is divided only where it does not fit into one column, and every part has its
 * head; nothing is ever cut or scrolled.
 */
export function pagesOf<Product>(
  products: readonly Product[],
  rowsOf: (product: Product) => number,
  { columns, rows }: Room,
): readonly Page<Product>[] {
  const filled: Block<Product>[][] = []
  let room = 0
  const open = (): void => {
    filled.push([])
    room = rows
  }
  for (const product of products) {
    const count = rowsOf(product)
    const isWholeSomewhere = HEAD_ROWS + count <= rows
    for (let from = 0; from === 0 || from < count;) {
      const left = count - from
      const least = isWholeSomewhere ? left : Math.min(left, LEAST_TIMES)
      if (room < HEAD_ROWS + least) open()
      // A window of a few pixels still shows one at a time.
      const to = Math.min(count, from + Math.max(1, Math.floor(room - HEAD_ROWS)))
      const isBeside = from > 0 && (filled.length - 1) % columns > 0
      filled.at(-1)?.push({ product, from, to, isBeside })
      room -= HEAD_ROWS + (to - from)
      from = to
      if (count === 0) break
    }
  }
  return Array.from({ length: Math.ceil(filled.length / columns) }, (_, page) =>
    filled.slice(page * columns, (page + 1) * columns),
  )
}

/** How many rows the first column of a page has left. */
export function leftOf([first = []]: Page<unknown>, { rows }: Room): number {
  return first.reduce((left, { from, to }) => left - HEAD_ROWS - (to - from), rows)
}

/**
 * The page of a rotation at a moment: all pages in one language, and then in the next one. It depends on the clock
 * alone.
 */
export function turnAt(
  now: number,
  {
    pages,
    languages,
    turnMs,
  }: { readonly pages: number; readonly languages: number; readonly turnMs: number },
): { readonly page: number; readonly language: number } {
  const turn = Math.floor(now / turnMs)
  const most = Math.max(1, pages)
  return { page: turn % most, language: Math.floor(turn / most) % Math.max(1, languages) }
}
