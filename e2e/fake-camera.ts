import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { encode } from 'uqr'

import { launchOptions } from './browser.ts'

const [WIDTH, HEIGHT] = [640, 480]
/** Pixels of a module: the code stands in the middle of the picture, on white. */
const MODULE = 8
const [WHITE, BLACK, NO_COLOUR] = [235, 16, 128]

/** The film that the camera of every browser in this process shows, again and again. */
const FILM = path.join(temporaryFolder(), 'film.y4m')

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-camera-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts Chromium with a camera that shows the film, and with the visitor's permission. */
export const launchWithCamera = {
  ...launchOptions,
  args: [
    ...launchOptions.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${FILM}`,
  ],
}

/** From now on a page that opens the camera sees a QR code with this text. */
export function showToCamera(text: string): void {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  const [left, top] = [WIDTH, HEIGHT].map(side => Math.floor((side - data.length * MODULE) / 2))
  data.forEach((row, y) =>
    row.forEach((isBlack, x) => {
      if (!isBlack) return
      for (let line = 0; line < MODULE; line += 1) {
        const start = ((top ?? 0) + y * MODULE + line) * WIDTH + (left ?? 0) + x * MODULE
        light.fill(BLACK, start, start + MODULE)
      }
    }),
  )
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(FILM, Buffer.concat([head, frame, frame]))
}
