import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './scanner.module.css'
import { type Scanning, type ScannerTrouble, useScanner } from './use-scanner.ts'

interface ScannerProps {
  /** The text of a QR code, once for each time that it comes into the picture. */
  readonly onText: (text: string) => void
  /** The picture runs on, and codes in it are not told: while an answer is shown. */
  readonly isPaused?: boolean
  /** The thing to be held in front of the camera. */
  readonly hint: string
}

/**
 * The picture of the camera, which reads QR codes. Where there is no camera it says why, and what to do. The way of typing a code stands
 * beside it: `CodeEntry`.
 */
export function Scanner({ onText, isPaused = false, hint }: ScannerProps): ReactElement {
  const scanning = useScanner({ onText, isPaused })
  const { phase, retry } = scanning
  switch (phase) {
    case 'starting':
    case 'reading':
      return <Picture scanning={scanning} isPaused={isPaused} hint={hint} />
    case 'refused':
    case 'missing':
    case 'busy':
    case 'unreadable':
      return <Trouble trouble={phase} retry={retry} />
  }
}

interface PictureProps extends Pick<ScannerProps, 'hint'> {
  readonly scanning: Scanning
  readonly isPaused: boolean
}

function Picture({ scanning: { video, phase, torch }, isPaused, hint }: PictureProps): ReactElement {
  const t = useText()
  const isReading = phase === 'reading' && !isPaused
  return (
    <div className={styles.scanner} data-scanner={isPaused ? 'paused' : phase}>
      <div className={styles.view}>
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          autoPlay
          aria-label={t('scanner_picture')}
        />
        <span className={styles.frame} data-active={isReading} aria-hidden="true" />
        {phase === 'starting' && <p className={styles.over}>{t('scanner_starting')}</p>}
        {torch !== null && (
          <button
            type="button"
            className={styles.torch}
            aria-pressed={torch.isOn}
            aria-label={t('scanner_torch')}
            onClick={torch.toggle}
          >
            <Icon name="light" />
          </button>
        )}
      </div>
      <p className={styles.hint} aria-live="polite">
        {phase === 'reading' ? hint : ''}
      </p>
    </div>
  )
}

function Trouble({
  trouble,
  retry,
}: {
  readonly trouble: ScannerTrouble
  readonly retry: () => void
}): ReactElement {
  const t = useText()
  return (
    <div data-scanner={trouble}>
      <Notice kind="caution" title={t(`scanner_${trouble}_title`)}>
        <p>{t(`scanner_${trouble}`)}</p>
      </Notice>
      <Button look="plain" wide className={styles.retry} onClick={retry}>
        {t('scanner_retry')}
      </Button>
    </div>
  )
}
