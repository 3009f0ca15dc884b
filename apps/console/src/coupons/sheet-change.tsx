import { type PlannedImport, previewSheet, type SheetFaults } from '@kippu/contract/console/sheets'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { callStaff } from '../api'
import { learnWords, useLanguage } from '../language'
import { useWeight } from '../session/me'
import { SHEET_WORDS } from '../sheet-words'
import { FaultsView } from '../sheets/faults-view'
import { ImportStep, type SaidChange } from '../sheets/import-step'
import type { Kinds } from '../sheets/sheet-names'
import { PasskeyFault } from '../ui/passkey-fault'

learnWords(SHEET_WORDS)

interface SheetChangeProps {
  readonly site: string
  readonly kinds: Kinds
  readonly ordersAt: string | null
  /** A small sheet that was made here. */
  readonly sheet: File
  readonly said: SaidChange
  readonly onDone: () => void
  readonly onClose: () => void
  /** Shows its faults elsewhere. */
  readonly onFaults?: (faults: SheetFaults) => void
}

type Seen =
  | { readonly kind: 'faults'; readonly faults: SheetFaults }
  | { readonly kind: 'plan'; readonly plan: PlannedImport; readonly former: PlannedImport | undefined }

/** A change that is made as a sheet: seen first, then imported as it was seen. */
export function SheetChange({
  site,
  kinds,
  ordersAt,
  sheet,
  said,
  onDone,
  onClose,
  onFaults,
}: SheetChangeProps): ReactNode {
  const { say, lang } = useLanguage()
  const weight = useWeight()
  const [seen, setSeen] = useState<Seen | null>(null)
  const failed = onFaults ?? ((faults: SheetFaults) => setSeen({ kind: 'faults', faults }))
  const preview = useMutation({
    mutationFn: (_former: PlannedImport | undefined) =>
      weight(() =>
        callStaff(previewSheet, {
          params: { site },
          query: { file: sheet.name, lang, whole: 'no' },
          body: sheet,
        }),
      ),
    onSuccess: (answer, former) => {
      if (answer.kind === 'faults') failed(answer)
      else setSeen({ kind: 'plan', plan: answer, former: former?.seen === answer.seen ? undefined : former })
    },
  })
  const { mutate } = preview
  useEffect(() => mutate(undefined), [mutate, sheet])
  if (preview.error !== null) return <PasskeyFault error={preview.error} />
  if (seen === null) return <output className="quiet">{say('loading')}</output>
  if (seen.kind === 'faults')
    return (
      <>
        <FaultsView kinds={kinds} faults={seen.faults} />
        <p className="row">
          <button type="button" onClick={onClose}>
            {say('close')}
          </button>
        </p>
      </>
    )
  return (
    <ImportStep
      key={seen.plan.seen}
      {...{ site, kinds, ordersAt, said, onClose }}
      meant={{ file: sheet.name, body: sheet, whole: 'no' }}
      plan={seen.plan}
      former={seen.former}
      onFaults={failed}
      onOther={() => mutate(seen.plan)}
      onDone={onDone}
    />
  )
}
