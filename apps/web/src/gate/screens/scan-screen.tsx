import { DIRECTIONS, type Direction } from '@kippu/domain/check-in/judge-entry'
import { useState } from 'react'
import type { ReactElement } from 'react'

import type { GateDevice } from '../device/gate-device.ts'
import type { GateResult } from '../device/scan-ticket.ts'
import { CameraView } from '../parts/camera-view.tsx'
import { Entry } from '../parts/entry.tsx'
import { Press } from '../parts/press.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { isMuted, setMuted } from '../parts/sounds.ts'
import { useMoment, useWords } from '../words/words.tsx'
import { useNow } from '../parts/use-now.ts'
import { ResultPanel } from './result-panel.tsx'
import styles from './scan-screen.module.css'
import { UndoButton } from './undo-button.tsx'
import { useScanning } from './use-scanning.ts'

interface ScanScreenProps {
  readonly device: GateDevice
  readonly direction: Direction
  readonly onDirection: (direction: Direction) => void
}

/** The camera reads one code after the other; what each has led to fills the screen until the next one. */
export function ScanScreen({ device, direction, onDirection }: ScanScreenProps): ReactElement {
  const { t } = useWords()
  const scanning = useScanning(device, direction)
  const { result, last, isChecking } = scanning
  const isUndoable = result?.outcome.kind === 'success'
  return (
    <div className={styles.screen} data-has-result={result !== null || isChecking}>
      <h1 className="visually-hidden">{t('gate_tab_scan')}</h1>
      <div className={styles.camera}>
        <CameraView onText={scanning.see} isPaused={isChecking} />
      </div>
      <div className={styles.result}>
        {isChecking && <output className={styles.checking}>{t('gate_checking')}</output>}
        {result !== null && (
          <ResultPanel
            key={result.question.scanId}
            result={result}
            onNext={scanning.next}
            onAgain={scanning.askAgain}
          >
            {isUndoable && (
              <UndoButton
                device={device}
                result={result}
                look="on-colour"
                onDone={() => {
                  scanning.next()
                  scanning.forgetLast()
                }}
              />
            )}
          </ResultPanel>
        )}
        {result === null && !isChecking && <p className={styles.idle}>{t('gate_aim')}</p>}
        {result === null && !isChecking && last !== null && (
          <LastEntry device={device} last={last} onDone={scanning.forgetLast} />
        )}
      </div>
      <div className={styles.controls}>
        <DirectionSwitch direction={direction} onDirection={onDirection} />
        <HandEntry onCode={code => scanning.ask({ code })} />
        <SoundSwitch />
      </div>
    </div>
  )
}

export function DirectionSwitch({
  direction,
  onDirection,
}: Pick<ScanScreenProps, 'direction' | 'onDirection'>): ReactElement {
  const { t } = useWords()
  return (
    <fieldset aria-label={t('gate_direction')} className={styles.direction} data-direction={direction}>
      {DIRECTIONS.map(each => (
        <Press key={each} aria-pressed={direction === each} onClick={() => onDirection(each)}>
          {t(`gate_${each}`)}
        </Press>
      ))}
    </fieldset>
  )
}

function HandEntry({ onCode }: { readonly onCode: (code: string) => void }): ReactElement {
  const { t } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Press onClick={() => setIsOpen(true)}>{t('gate_hand')}</Press>
      {isOpen && (
        <Sheet title={t('gate_hand')} onClose={() => setIsOpen(false)}>
          <Entry
            label={t('gate_hand_label')}
            action={t('gate_hand_send')}
            isFirst
            onText={code => {
              setIsOpen(false)
              onCode(code)
            }}
          />
        </Sheet>
      )}
    </>
  )
}

function SoundSwitch(): ReactElement {
  const { t } = useWords()
  const [isOn, setIsOn] = useState(() => !isMuted())
  return (
    <Press
      onClick={() => {
        setMuted(isOn)
        setIsOn(!isOn)
      }}
    >
      {t(isOn ? 'gate_sound_on' : 'gate_sound_off')}
    </Press>
  )
}

interface LastEntryProps {
  readonly device: GateDevice
  readonly last: GateResult
  readonly onDone: () => void
}

/** The newest entry or exit stays in sight while it can be undone. */
function LastEntry({ device, last, onDone }: LastEntryProps): ReactElement {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const [first] = last.tickets
  const name = first === undefined ? '' : first.isSet ? t('gate_set') : first.kindName
  const count = last.tickets.filter(({ status }) => status === 'success').length
  return (
    <div className={styles.last}>
      <p>{`${t('gate_last')} ${moment(last.at, now)} · ${name}${count > 1 ? ` × ${count}` : ''}`}</p>
      <UndoButton device={device} result={last} onDone={onDone} />
    </div>
  )
}
