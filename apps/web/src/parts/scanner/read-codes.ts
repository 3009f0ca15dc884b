import { type CodeDetector, textInMiddle } from './code-detector.ts'
import { regionsOf } from './picture-regions.ts'

/** Between two pictures, in ms: the page stays quick, and nobody waits. */
const PAUSE = 50

interface Reading {
  readonly video: HTMLVideoElement
  readonly detector: CodeDetector
  /** The text of each picture that has a code. */
  readonly onText: (text: string) => void
  readonly signal: AbortSignal
}

/**
 * Reads codes out of a running picture until the signal ends it.
 *
 * @throws what the detector throws when it can't read at all.
 */
export async function readCodes({ video, detector, onText, signal }: Reading): Promise<void> {
  const canvas = document.createElement('canvas')
  for (let turn = 0; !signal.aborted; turn += 1) {
    const picture = drawPicture(video, canvas, turn)
    const text = picture === null ? null : textInMiddle(await detector.detect(picture), picture)
    if (text !== null && !signal.aborted) onText(text)
    await new Promise(resolve => setTimeout(resolve, PAUSE))
  }
}

/** The next region of the video on the canvas; null while there is no picture. */
function drawPicture(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  turn: number,
): HTMLCanvasElement | null {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null
  const regions = regionsOf({ width: video.videoWidth, height: video.videoHeight })
  const region = regions[turn % regions.length]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (region === undefined || context === null) return null
  const { x, y, size, side } = region
  canvas.width = side
  canvas.height = side
  context.drawImage(video, x, y, size, size, 0, 0, side, side)
  return canvas
}
