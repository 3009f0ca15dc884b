/** A receipt or a ticket as it stands on paper: rows of texts, from the top. Sizes are in points. */

export interface Cell {
  readonly text: string
  /** Share of the width of the page. */
  readonly width: number
  readonly size?: number
  readonly isBold?: boolean
  readonly isSoft?: boolean
  readonly align?: 'start' | 'center' | 'end'
  /** A box around it, as of a stamp. */
  readonly isStamp?: boolean
}

export interface Row {
  readonly cells: readonly Cell[]
  /** Room above it. */
  readonly gap?: number
  /** The line above it. */
  readonly rule?: 'thin' | 'thick' | 'double'
  /** A field of colour behind it. */
  readonly isField?: boolean
  /** The text of a QR code that stands in the middle, in the place of its cells. */
  readonly code?: string
}

/** Rows that stand on one page; `head` is repeated where the rows after it go on to the next one. */
export interface Block {
  readonly rows: readonly Row[]
  /** Whether a new page may begin between its rows. */
  readonly isBroken?: boolean
  readonly head?: readonly Row[]
}

export interface Sheet {
  readonly title: string
  readonly author: string
  readonly blocks: readonly Block[]
  /** `1 / 2` of a page; printed where there are several. */
  readonly pageOf: (page: number, pages: number) => string
}

/** Every text of a sheet, but the numbers of its pages. */
export function cellsOf({ blocks }: Pick<Sheet, 'blocks'>): Cell[] {
  return blocks.flatMap(({ rows, head = [] }) => [...head, ...rows].flatMap(({ cells }) => cells))
}
