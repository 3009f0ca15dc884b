import type { ReactElement } from 'react'

import { useScanner } from '../../parts/scanner/use-scanner.ts'
import { useWords } from '../words/words.tsx'
import styles from './camera-view.module.css'
import { Press } from './press.tsx'

interface CameraViewProps {
  readonly onText: (text: string) => void
  readonly isPaused?: boolean
}

/** The camera, always on. Where there is none the staff are told, and type. */
export function CameraView({ onText, isPaused = false }: CameraViewProps): ReactElement {
  const { t } = useWords()
  const { video, phase, torch, retry } = useScanner({ onText, isPaused })
  if (phase !== 'starting' && phase !== 'reading')
    return (
      <div className={styles.camera} data-camera={phase}>
        <div className={styles.trouble}>
          <p>{t('gate_camera_off')}</p>
          <Press look="on-colour" onClick={retry}>
            {t('gate_again')}
          </Press>
        </div>
      </div>
    )
  return (
    <div className={styles.camera} data-camera={phase}>
      <video ref={video} className={styles.video} muted playsInline autoPlay aria-label={t('gate_camera')} />
      <span className={styles.frame} aria-hidden="true" />
      <p className={styles.hint}>{t('gate_aim')}</p>
      {torch !== null && (
        <Press className={styles.torch} aria-pressed={torch.isOn} onClick={torch.toggle}>
          {t('gate_torch')}
        </Press>
      )}
    </div>
  )
}
