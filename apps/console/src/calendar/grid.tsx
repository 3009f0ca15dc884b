import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

export interface GridCell {
  /** The ids of its times; without one, it is not chosen. */
  readonly ids: readonly number[]
  /** Drawn where it is near the window: a grid may have thousands. */
  readonly draw: () => DrawnCell
}

export interface DrawnCell {
  /** Figures that are seen. */
  readonly shown: ReactNode
  /** Announced: day, time, product, figures. */
  readonly label: string
  /** A look of its own. */
  readonly look?: 'stopped' | 'part' | 'full' | 'closed' | undefined
}

export interface GridRow {
  readonly key: string
  readonly header: ReactNode
  /** Today. */
  readonly isNow?: boolean
  readonly cells: ReadonlyArray<GridCell | null>
}

interface GridProps {
  readonly label: string
  /** The row that it opens at; −1 for the first. */
  readonly first: number
  readonly hint: string
  readonly corner: string
  readonly columns: ReadonlyArray<{ readonly key: string; readonly header: ReactNode }>
  readonly rows: readonly GridRow[]
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (ids: ReadonlySet<number>) => void
  /** Enter, and a double press. */
  readonly onOpen?: ((row: number) => void) | undefined
}

interface Place {
  readonly row: number
  readonly column: number
}

/** From so many rows on, only those near the window are in the page. */
const MANY_ROWS = 60
/** From so many on, the rows move under the heads of the columns. */
const ROWS_IN_SIGHT = 12
const ROW_PX = 56
const NEAR_ROWS = 20

/**
 * A table of cells that are chosen by mouse and by keys, as in a spreadsheet. One cell is in the order of the keys; the arrows lead to the
 * others. A choice is of times by their ids.
 */
export function Grid({
  label,
  first: opensAt,
  hint,
  corner,
  columns,
  rows,
  chosen,
  onChosen,
  onOpen,
}: GridProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ row: Math.max(0, opensAt), column: 0 })
  const [anchor, setAnchor] = useState<Place>(at)
  const [isDragged, setDragged] = useState(false)
  const [top, setTop] = useState(0)
  const wantsFocus = useRef(false)
  const isWindowed = rows.length > MANY_ROWS
  const last: Place = { row: rows.length - 1, column: columns.length - 1 }
  const here: Place = { row: Math.min(at.row, last.row), column: Math.min(at.column, last.column) }

  useEffect(() => {
    if (opensAt > 0)
      frame.current?.querySelector(`[data-place="${opensAt} 0"]`)?.scrollIntoView({ block: 'center' })
  }, [opensAt])
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    frame.current
      ?.querySelector<HTMLElement>(`[data-place="${here.row} ${here.column}"]`)
      ?.focus({ preventScroll: false })
  })

  const idsIn = (a: Place, b: Place): number[] => {
    const [row1, row2] = [Math.min(a.row, b.row), Math.max(a.row, b.row)]
    const [column1, column2] = [Math.min(a.column, b.column), Math.max(a.column, b.column)]
    return rows
      .slice(row1, row2 + 1)
      .flatMap(({ cells }) => cells.slice(column1, column2 + 1).flatMap(cell => cell?.ids ?? []))
  }
  const goTo = (place: Place, extends_: boolean): void => {
    const next = {
      row: Math.max(0, Math.min(last.row, place.row)),
      column: Math.max(0, Math.min(last.column, place.column)),
    }
    wantsFocus.current = true
    if (isWindowed) keepInWindow(frame.current, next.row)
    setAt(next)
    if (extends_) onChosen(new Set(idsIn(anchor, next)))
    else setAnchor(next)
  }
  const turn = (ids: readonly number[]): void => {
    const next = new Set(chosen)
    const isAll = ids.every(id => next.has(id))
    for (const id of ids)
      if (isAll) next.delete(id)
      else next.add(id)
    onChosen(next)
  }
  const pressed = (event: KeyboardEvent): void => {
    const { row, column } = here
    const isControl = event.ctrlKey || event.metaKey
    const goals: Readonly<Record<string, Place | undefined>> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row: isControl ? 0 : row, column: 0 },
      End: { row: isControl ? last.row : row, column: last.column },
      PageUp: { row: row - 10, column },
      PageDown: { row: row + 10, column },
    }
    const goal = goals[event.key]
    if (goal !== undefined) goTo(goal, event.shiftKey)
    else if (event.key === ' ' && event.shiftKey)
      onChosen(new Set(idsIn({ row, column: 0 }, { row, column: last.column })))
    else if (event.key === ' ' && isControl)
      onChosen(new Set(idsIn({ row: 0, column }, { row: last.row, column })))
    else if (event.key === ' ') {
      setAnchor(here)
      turn(rows[row]?.cells[column]?.ids ?? [])
    } else if (event.key === 'a' && isControl) onChosen(new Set(idsIn({ row: 0, column: 0 }, last)))
    else if (event.key === 'Escape' && chosen.size > 0) onChosen(new Set())
    else if (event.key === 'Enter' && onOpen !== undefined) onOpen(row)
    else return
    event.preventDefault()
  }
  const clicked = (event: MouseEvent, place: Place, ids: readonly number[]): void => {
    setAt(place)
    if (event.shiftKey) {
      onChosen(new Set(idsIn(anchor, place)))
      return
    }
    setAnchor(place)
    turn(ids)
  }
  const first = isWindowed ? Math.max(0, Math.floor(top / ROW_PX) - NEAR_ROWS) : 0
  const end = isWindowed ? Math.min(rows.length, first + NEAR_ROWS * 3) : rows.length
  const shown = rows.slice(first, end).map((row, index) => ({ row, place: first + index }))
  // The cell that has the focus stays in the page, wherever the window is.
  const kept = rows[here.row]
  if (kept !== undefined && here.row < first) shown.unshift({ row: kept, place: here.row })
  if (kept !== undefined && here.row >= end) shown.push({ row: kept, place: here.row })
  return (
    <>
      <p className="hint grid-hint">{hint}</p>
      <div
        ref={frame}
        className={rows.length > ROWS_IN_SIGHT ? 'table grid-frame' : 'table'}
        onScroll={event => {
          if (isWindowed) setTop(event.currentTarget.scrollTop)
        }}
      >
        <table
          // A table whose cells are chosen is a grid to those who hear it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          className="grid"
          aria-label={label}
          aria-multiselectable="true"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
          onKeyDown={pressed}
          onPointerUp={() => setDragged(false)}
          onPointerLeave={() => setDragged(false)}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{corner}</th>
              {columns.map(({ key, header }) => (
                <th key={key} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 ? <Space rows={first} /> : null}
            {shown.map(({ row: { key, header, isNow, cells }, place: row }) => (
              <tr key={key} aria-rowindex={row + 2}>
                <th scope="row" aria-current={isNow === true ? 'date' : undefined}>
                  {header}
                </th>
                {columns.map(({ key: columnKey }, column) => {
                  const { ids = [], draw } = cells[column] ?? {}
                  const cell = draw?.()
                  const count = ids.filter(id => chosen.has(id)).length
                  return (
                    <td
                      key={columnKey}
                      data-place={`${row} ${column}`}
                      data-look={cell?.look}
                      data-part={count > 0 && count < ids.length ? '' : undefined}
                      aria-selected={ids.length === 0 ? undefined : count === ids.length}
                      tabIndex={row === here.row && column === here.column ? 0 : -1}
                      // It may come by neither the keys nor the pointer: a reader of the screen puts it there.
                      onFocus={() => setAt({ row, column })}
                      onClick={event => clicked(event, { row, column }, ids)}
                      onDoubleClick={() => onOpen?.(row)}
                      onPointerDown={event => {
                        if (event.pointerType === 'mouse' && !event.shiftKey) {
                          setAnchor({ row, column })
                          setDragged(true)
                        }
                      }}
                      onPointerEnter={event => {
                        if (isDragged && event.buttons === 1)
                          onChosen(new Set(idsIn(anchor, { row, column })))
                      }}
                    >
                      {cell === undefined ? (
                        '–'
                      ) : (
                        <>
                          <span className="spoken">{cell.label}</span>
                          <span aria-hidden="true">{cell.shown}</span>
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
            {end < rows.length ? <Space rows={rows.length - end} /> : null}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The room of rows that are not in the page. */
function Space({ rows }: { readonly rows: number }) {
  return (
    <tr aria-hidden="true">
      <td aria-label="–" style={{ blockSize: rows * ROW_PX }} />
    </tr>
  )
}

function keepInWindow(frame: HTMLElement | null, row: number): void {
  if (frame === null) return
  const [above, below] = [row * ROW_PX, (row + 2) * ROW_PX]
  if (above < frame.scrollTop) frame.scrollTop = above
  else if (below > frame.scrollTop + frame.clientHeight) frame.scrollTop = below - frame.clientHeight
}
