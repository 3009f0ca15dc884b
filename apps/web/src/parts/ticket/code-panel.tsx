import type { ReactElement, ReactNode } from 'react'

import { QrCode } from '../../ui/qr-code.tsx'
import styles from './code-panel.module.css'
import { LiveMark } from './live-mark.tsx'

interface CodePanelProps {
  /** Content of the QR. */
  readonly code: string
  /** Content on paper, where that is another one. */
  readonly onPaper?: string
  readonly label: string
  /** The words below the QR, beside the mark that moves. */
  readonly children?: ReactNode
  /** A code that nobody can use now has no mark, and is paler. */
  readonly isLive: boolean
}

/** A QR code with its quiet zone on white, which lights it for the reader in every colour scheme. */
export function CodePanel({ code, onPaper = code, label, children, isLive }: CodePanelProps): ReactElement {
  return (
    <div className={styles.panel} data-live={isLive}>
      <div data-print={onPaper === code ? undefined : 'no'}>
        <QrCode code={code} label={label} />
      </div>
      {onPaper !== code && (
        <div className={styles.onPaper}>
          <QrCode code={onPaper} label={label} />
        </div>
      )}
      <div className={styles.foot}>
        {children}
        {isLive && <LiveMark />}
      </div>
    </div>
  )
}
