import { MOST_WIDTH, widthsOf } from '@kippu/domain/uploaded-picture'
import { readRaster } from '@kippu/sites/venue/raster'

import { createLine } from '../../platform/jobs/one-at-a-time.ts'

/** A camera's picture; more would take the memory that sells. */
const MOST_PIXELS = 20_000_000
const MOST_SIDE = 10_000
/** Less is a blot on a card. */
const LEAST_SIDE = 320
const QUALITY = 80

/** `torn`: it begins as a picture and can't be read to its end. */
export type PictureFault = 'no picture' | 'too large' | 'too small' | 'torn'

export interface ReadPicture {
  readonly width: number
  readonly height: number
  /** By their widths, as WebP. */
  readonly copies: ReadonlyMap<number, Buffer>
}

/** One after the other: one picture at work is enough memory beside a sale. */
const inTurn = createLine()

/** The picture in the widths that the store asks for, upright and without anything that the camera wrote into it. */
export async function readUpload(bytes: Buffer): Promise<ReadPicture | PictureFault> {
  const said = readRaster(bytes)
  if (said === undefined) return 'no picture'
  const { width, height } = said
  if (width * height > MOST_PIXELS || Math.max(width, height) > MOST_SIDE) return 'too large'
  if (Math.min(width, height) < LEAST_SIDE) return 'too small'
  return inTurn(() => decode(bytes))
}

async function decode(bytes: Buffer): Promise<ReadPicture | PictureFault> {
  // No other part of the store needs it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const whole = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: MOST_WIDTH, height: MOST_WIDTH * 2, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = whole.info
    const copies = new Map<number, Buffer>()
    for (const one of widthsOf(width))
      copies.set(
        one,
        await sharp(whole.data, { raw: { width, height, channels } })
          .resize({ width: one })
          .webp({ quality: QUALITY })
          .toBuffer(),
      )
    return { width, height, copies }
  } catch {
    // Whatever the library says of bytes of others: they are no picture to it.
    return 'torn'
  }
}
