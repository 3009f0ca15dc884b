import type { StaffTextKey } from '@kippu/texts/texts'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'

import { type GateDevice, isRefused } from '../device/gate-device.ts'
import { useGate } from '../device/gate-state.ts'
import { CameraView } from '../parts/camera-view.tsx'
import { Entry } from '../parts/entry.tsx'
import { Press } from '../parts/press.tsx'
import { useWords } from '../words/words.tsx'
import { LanguageChoice } from './device-screen.tsx'
import { enrolmentTokenIn } from './enrolment-token.ts'
import styles from './enrol-screen.module.css'

interface EnrolScreenProps {
  readonly device: GateDevice
}

/** Makes this browser a device of a gate: by the address that it was opened with, a QR code or a code that is typed. */
export function EnrolScreen({ device }: EnrolScreenProps): ReactElement {
  const { t, view, lang } = useWords()
  const phase = useGate(state => state.phase)
  const token = useGate(state => state.token)
  const waiting = useGate(state => state.waiting)
  const [isScanning, setIsScanning] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<StaffTextKey | null>(null)
  const used = useRef<string | null>(null)
  const enrol = (text: string): void => {
    const code = enrolmentTokenIn(text)
    setIsScanning(false)
    if (code === null) return setTrouble('gate_enrol_wrong')
    setBusy(true)
    setTrouble(null)
    device
      .enrol(code)
      .then(() => useGate.setState({ token: null }))
      .catch((error: unknown) => setTrouble(isRefused(error) ? 'gate_enrol_wrong' : 'gate_enrol_unreachable'))
      .finally(() => setBusy(false))
  }
  useEffect(() => {
    // The code works once: React may run an effect twice.
    if (token === null || used.current === token) return
    used.current = token
    enrol(token)
  })
  return (
    <div className={styles.screen}>
      <p>{view.site.name[lang]}</p>
      <h1>{t('gate_enrol_title')}</h1>
      {phase === 'lost' && <p className={styles.lost}>{t('gate_enrol_lost')}</p>}
      {waiting > 0 && <p className={styles.lost}>{t('gate_enrol_kept', { count: waiting })}</p>}
      <p>{t('gate_enrol_lead')}</p>
      {busy && <output>{t('gate_enrol_busy')}</output>}
      <Entry
        label={t('gate_enrol_code')}
        action={t('gate_enrol_send')}
        busy={busy}
        error={trouble === null ? null : t(trouble)}
        isSearch
        onText={enrol}
      />
      {isScanning ? (
        <div className={styles.camera}>
          <CameraView onText={enrol} />
        </div>
      ) : (
        <Press onClick={() => setIsScanning(true)}>{t('gate_enrol_scan')}</Press>
      )}
      {phase === 'enrolled' && !busy && (
        <Press onClick={() => useGate.setState({ token: null })}>{t('gate_cancel')}</Press>
      )}
      <LanguageChoice />
    </div>
  )
}
