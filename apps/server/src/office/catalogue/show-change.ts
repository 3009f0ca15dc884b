import type { Cell, HeadingLanguage } from './files/raw-sheet.ts'
import { placeText } from './place-of.ts'
import { type Change, type Column, headingIn, isOfFiles, type Scope, type Sheet } from './sheets/sheet.ts'

/** A change of a row as a person reads it. */
export interface ShownChange {
  readonly kind: 'added' | 'changed' | 'removed'
  /** The row as the venue calls it. */
  readonly place: string
  readonly cells: readonly ShownCell[]
}

export interface ShownCell {
  readonly heading: string
  /** Null where it is empty; nothing of it is shown where it is secret. */
  readonly before: Cell
  readonly after: Cell
  readonly isSecret: boolean
}

/** The cells that are others than before; of a row that is added, those that say something. */
export function shownChange(
  sheet: Sheet,
  scope: Scope,
  { before, after }: Change,
  language: HeadingLanguage,
): ShownChange {
  const place = placeText(sheet, scope, after ?? before ?? [])
  if (after === null) return { kind: 'removed', place, cells: [] }
  const cellsOf = (isShown: (column: Column) => boolean) =>
    sheet.columns.flatMap((column, index): ShownCell[] => {
      if (!isShown(column) || index < sheet.keys) return []
      const [now, then] = [after[index] ?? null, before?.[index] ?? null]
      if (now === then || (before === null && now === (column.empty ?? null))) return []
      const heading = headingIn(language, column)
      if (column.isSecret === true) return [{ heading, before: null, after: null, isSecret: true }]
      return [
        {
          heading,
          before: before === null ? null : column.kind.write(then, scope.names, before),
          after: column.kind.write(now, scope.names, after),
          isSecret: false,
        },
      ]
    })
  const cells = cellsOf(isOfFiles)
  if (cells.length > 0 || before === null)
    return { kind: before === null ? 'added' : 'changed', place, cells }
  // A rule has taken it over as it is.
  return { kind: 'changed', place, cells: cellsOf(({ ruled }) => ruled !== undefined) }
}
