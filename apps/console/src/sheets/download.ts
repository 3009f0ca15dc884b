import { readSheet } from '@kippu/contract/console/sheets'

import { callStaff } from '../api'
import type { Lang } from '../words'

interface Wanted {
  readonly site: string
  readonly sheet: string
  readonly format: 'csv' | 'xlsx'
  readonly lang: Lang
}

/** Gives the browser a sheet as it is now, to keep. */
export async function downloadSheet({ site, sheet, format, lang }: Wanted): Promise<void> {
  const { file, base64 } = await callStaff(readSheet, { params: { site, sheet }, query: { format, lang } })
  saveFile(
    file,
    Uint8Array.from(atob(base64), letter => letter.codePointAt(0) ?? 0),
  )
}

/** Gives the browser a file to keep. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer> | string): void {
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
