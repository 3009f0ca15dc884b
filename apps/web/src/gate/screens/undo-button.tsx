import { UNDO_SECONDS } from '@kippu/contract/gate'
import type { StaffTextKey } from '@kippu/texts/texts'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import type { GateDevice } from '../device/gate-device.ts'
import { type GateResult, undo, type Undone } from '../device/scan-ticket.ts'
import { Entry } from '../parts/entry.tsx'
import { Press } from '../parts/press.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useNow } from '../parts/use-now.ts'
import { useWords } from '../words/words.tsx'
import styles from './undo-button.module.css'

interface UndoButtonProps {
  readonly device: GateDevice
  readonly result: GateResult
  readonly look?: 'plain' | 'on-colour'
  readonly onDone: () => void
}

const TOLD: Readonly<Record<Undone, StaffTextKey>> = {
  undone: 'gate_undone',
  kept: 'gate_undo_kept',
  late: 'gate_undo_late',
}

/** Undoes an entry or exit, as long as that is possible; the seconds are counted. */
export function UndoButton({ device, result, look = 'plain', onDone }: UndoButtonProps): ReactNode {
  const { t } = useWords()
  const now = useNow()
  const [isAsking, setIsAsking] = useState(false)
  const left = Math.ceil(UNDO_SECONDS - (now - result.at) / 1_000)
  // The question stays while it is answered: the store says whether it was too late.
  if (left <= 0 && !isAsking) return null
  return (
    <>
      <Press look={look} onClick={() => setIsAsking(true)}>
        {t('gate_undo_left', { count: Math.max(0, Math.min(left, UNDO_SECONDS)) })}
      </Press>
      {isAsking && (
        <UndoSheet
          device={device}
          result={result}
          onClose={isOver => {
            setIsAsking(false)
            if (isOver) onDone()
          }}
        />
      )}
    </>
  )
}

interface UndoSheetProps extends Pick<UndoButtonProps, 'device' | 'result'> {
  /** Whether there is nothing left to undo. */
  readonly onClose: (isOver: boolean) => void
}

/** Why it is undone: one press, or some words. */
function UndoSheet({ device, result, onClose }: UndoSheetProps): ReactElement {
  const { t } = useWords()
  const [busy, setBusy] = useState(false)
  const [undone, setUndone] = useState<Undone | null>(null)
  const send = (reason: string): void => {
    setBusy(true)
    undo(device, result, reason)
      .then(setUndone, reportError)
      .finally(() => setBusy(false))
  }
  return (
    <Sheet
      title={t(undone === null ? 'gate_undo_why' : 'gate_undo')}
      onClose={() => onClose(undone !== null)}
    >
      {undone === null ? (
        <div className={styles.reasons}>
          {(['gate_undo_stayed', 'gate_undo_mistake', 'gate_undo_direction'] as const).map(key => (
            <Press key={key} busy={busy} onClick={() => send(t(key))}>
              {t(key)}
            </Press>
          ))}
          <Entry label={t('gate_undo_other')} action={t('gate_undo')} busy={busy} isSearch onText={send} />
        </div>
      ) : (
        <output className={styles.told}>{t(TOLD[undone])}</output>
      )}
    </Sheet>
  )
}
