import type { ReactElement } from 'react'

import styles from './qr-code.module.css'
import { qrModulesOf } from './qr-modules.ts'

interface QrCodeProps {
  /** The text that the reader gets. */
  readonly code: string
  readonly label: string
}

/** A QR code, black on white in every colour scheme and on paper. */
export function QrCode({ code, label }: QrCodeProps): ReactElement {
  const modules = qrModulesOf(code)
  const size = modules.length
  return (
    <figure aria-label={label}>
      <svg
        className={styles.code}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <rect className={styles.ground} width={size} height={size} />
        <path className={styles.modules} d={pathOf(modules)} />
      </svg>
    </figure>
  )
}

/** One closed path for each run of adjacent black modules in a row. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) =>
      row.flatMap((isBlack, x) => {
        if (!isBlack || row[x - 1] === true) return []
        const end = row.indexOf(false, x)
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`]
      }),
    )
    .join('')
}
