import type { SheetFaults } from '@kippu/contract/console/sheets'
import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { PasskeyFault } from '../ui/passkey-fault'
import { FaultsView } from './faults-view'
import type { Kinds } from './sheet-names'

interface LookStateProps {
  readonly kinds: Kinds
  readonly preview: { readonly isPending: boolean; readonly error: Error | null }
  readonly faults: SheetFaults | null
  /** Rows that an import has changed; null before one. */
  readonly rows: number | null
}

/** The state of a sheet that was sent, beside its plan: it is read, it has faults, it is imported. */
export function LookState({ kinds, preview, faults, rows }: LookStateProps): ReactNode {
  const { say } = useLanguage()
  return (
    <>
      {preview.isPending ? <output className="quiet">{say('loading')}</output> : null}
      {preview.error === null ? null : <PasskeyFault error={preview.error} />}
      {faults === null ? null : <FaultsView kinds={kinds} faults={faults} />}
      {rows === null ? null : (
        <p className="notice">
          <output>
            {say('imported')} ({rows} {say(rows === 1 ? 'rowDone' : 'rowsDone')})
          </output>
        </p>
      )}
    </>
  )
}
