import { createHash } from 'node:crypto'

import type { Picture } from './house.ts'
import type { QrTicket } from './letter.ts'
import { qrPng } from './qr-png.ts'

/** The id of the picture of a code; it tells nothing of the code. */
export function qrId(content: string): string {
  return `qr-${createHash('sha256').update(content).digest('hex').slice(0, 12)}@mail`
}

export function pictureOf({ content }: Pick<QrTicket, 'content'>): Picture {
  return { id: qrId(content), bytes: qrPng(content) }
}
