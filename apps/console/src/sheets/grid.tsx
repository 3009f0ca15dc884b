import { MOST_PASTED_ROWS, type SheetFaults, type SheetKind } from '@kippu/contract/console/sheets'
import { type ClipboardEvent, type ReactNode, useState } from 'react'

import { useLanguage } from '../language'
import { Table } from '../ui/table'
import { type Cells, emptyRow, pastedCells, withPasted } from './pasted'
import { headingsOf } from './sheet-names'

interface GridProps {
  readonly kind: SheetKind
  readonly cells: Cells
  readonly faults: SheetFaults['faults']
  readonly onCells: (cells: Cells) => void
  readonly onShow: () => void
  readonly onDiscard: () => void
  readonly isPending: boolean
}

/** A small sheet that is typed, or pasted out of a spreadsheet. */
export function Grid({ kind, cells, faults, onCells, onShow, onDiscard, isPending }: GridProps): ReactNode {
  const { say, lang } = useLanguage()
  const [refused, setRefused] = useState<'tooManyRows' | 'tooWide' | null>(null)
  const headings = headingsOf(kind, lang)
  const type = (row: number, column: number, value: string): void =>
    onCells(cells.map((one, turn) => (turn === row ? one.with(column, value) : one)))
  const paste = (event: ClipboardEvent, row: number, column: number): void => {
    const pasted = pastedCells(event.clipboardData.getData('text/plain'))
    // A word alone is pasted as everywhere.
    if (pasted.length === 1 && pasted[0]?.length === 1) return
    event.preventDefault()
    const next = withPasted(pasted, { headings, cells, row, column })
    if (typeof next === 'string') setRefused(next)
    else {
      setRefused(null)
      onCells(next)
    }
  }
  const places = placesOf(cells)
  const faultAt = (row: number, at: number): string | undefined =>
    faults.find(
      ({ line, column }) =>
        line !== null &&
        places[line - 1] === row &&
        (column === headings[at] || column === kind.columns[at]?.name),
    )?.text
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        onShow()
      }}
    >
      <p className="hint">{say('typeRowsHint')}</p>
      {refused === null ? null : (
        <p role="alert" className="notice notice-bad">
          {say(refused)}
        </p>
      )}
      <Table label={say('typeRows')}>
        <thead>
          <tr>
            <th scope="col">{say('row')}</th>
            {headings.map((heading, index) => (
              <th key={heading} scope="col">
                {heading}
                {kind.columns[index]?.is_key === true ? ' *' : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, turn) => (
            <tr key={turn}>
              <th scope="row">{turn + 1}</th>
              {headings.map((heading, column) => {
                const fault = faultAt(turn, column)
                const faultId = `fault-${turn}-${column}`
                return (
                  <td key={heading} className="cell">
                    <input
                      aria-label={`${heading} ${turn + 1}`}
                      value={row[column] ?? ''}
                      aria-invalid={fault === undefined ? undefined : true}
                      aria-describedby={fault === undefined ? undefined : faultId}
                      autoComplete="off"
                      maxLength={2_000}
                      onChange={event => type(turn, column, event.target.value)}
                      onPaste={event => paste(event, turn, column)}
                    />
                    {fault === undefined ? null : (
                      <p id={faultId} className="fault">
                        {fault}
                      </p>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="row">
        <button type="submit" className="primary" disabled={isPending || places.length === 0}>
          {say('showChanges')}
        </button>
        {cells.length < MOST_PASTED_ROWS ? (
          <button type="button" onClick={() => onCells([...cells, emptyRow(headings)])}>
            {say('addRow')}
          </button>
        ) : null}
        <button type="button" onClick={onDiscard}>
          {say('throwAway')}
        </button>
      </p>
    </form>
  )
}

/** The rows with something in them, as they are sent. */
function placesOf(cells: Cells): readonly number[] {
  return cells.flatMap((row, turn) => (row.some(cell => cell !== '') ? [turn] : []))
}
