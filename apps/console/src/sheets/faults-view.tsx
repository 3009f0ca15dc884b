import type { SheetFaults } from '@kippu/contract/console/sheets'
import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { Table } from '../ui/table'
import { More } from './plan-view'
import { type Kinds, columnName, isTyped, sheetName } from './sheet-names'

interface FaultsProps {
  readonly kinds: Kinds
  readonly faults: SheetFaults
}

/** Faults by line and column, in the language of the reader. */
export function FaultsView({ kinds, faults: { faults, total } }: FaultsProps): ReactNode {
  const { say, lang } = useLanguage()
  const place = ({ file, sheet, line, column }: SheetFaults['faults'][number]): string =>
    [
      ...(isTyped(file) ? [] : [file]),
      ...(sheet === null || file.includes(sheet) ? [] : [sheetName(kinds, lang, sheet)]),
      ...(line === null
        ? []
        : [lang === 'ja' ? `${line} ${say('faultLine')}` : `${say('faultLine')} ${line}`]),
      ...(column === null ? [] : [columnName(kinds, lang, { sheet, column })]),
    ].join(', ')
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">
        {say('faultsFound')} ({total})
      </h2>
      <p>{say('faultsMend')}</p>
      <Table label={say('faultPlace')}>
        <thead>
          <tr>
            <th scope="col">{say('faultPlace')}</th>
            <th scope="col">{say('faultWhat')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault, index) => (
            <tr key={index}>
              <th scope="row">{place(fault)}</th>
              <td>{fault.text}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <More count={total - faults.length} />
    </section>
  )
}
