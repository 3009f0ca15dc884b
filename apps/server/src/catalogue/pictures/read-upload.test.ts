import { readRaster } from '@kippu/sites/venue/raster'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { type ReadPicture, readUpload } from './read-upload.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 40 } } })

/** The first bytes of a PNG of this size, and nothing behind them. */
function beginOfPng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

async function kept(bytes: Buffer): Promise<ReadPicture> {
  const read = await readUpload(bytes)
  if (typeof read === 'string') throw new Error(read)
  return read
}

describe('an uploaded picture is judged by its bytes', () => {
  const whole = drawn(900, 600).jpeg().toBuffer()
  test.each([
    [
      'a drawing that may run scripts',
      'no picture',
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script/></svg>',
    ],
    ['a page', 'no picture', `<!doctype html><title>${'picture '.repeat(9)}</title>`],
    ['nothing', 'no picture', ''],
    ['a side of 20,000 pixels', 'too large', beginOfPng(20_000, 900)],
    ['25 megapixels', 'too large', beginOfPng(5_000, 5_000)],
    ['a stamp', 'too small', beginOfPng(900, 319)],
    ['a begin without an end', 'torn', beginOfPng(900, 600)],
  ])('%s: %s', async (_, fault, bytes) => {
    expect(await readUpload(Buffer.from(bytes))).toBe(fault)
  })

  test('a photograph that ends in the middle', async () => {
    const bytes = await whole
    expect(await readUpload(bytes.subarray(0, bytes.length / 2))).toBe('torn')
  })
})

test('it is kept upright, as WebP in the widths of the store, without what the camera wrote into it', async () => {
  const bytes = await drawn(1_200, 2_000)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Aki' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(bytes.includes('Exif')).toBe(true)
  const { width, height, copies } = await kept(bytes)
  expect({ width, height }).toEqual({ width: 1_600, height: 960 })
  expect([...copies.keys()]).toEqual([480, 960, 1_600])
  for (const [one, copy] of copies) {
    expect(readRaster(copy)).toMatchObject({ type: 'webp', width: one })
    for (const trace of ['EXIF', 'Exif', 'Aki', 'GPS', 'ICCP', 'XMP '])
      expect(copy.includes(trace)).toBe(false)
  }
})

test('grey, see-through and small ones are pictures; twice the same gives the same bytes', async () => {
  const grey = await drawn(400, 400).greyscale().png().toBuffer()
  const clear = await sharp({
    create: { width: 500, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .webp()
    .toBuffer()
  expect([...(await kept(grey)).copies.keys()]).toEqual([400])
  const [once, twice] = [await kept(clear), await kept(clear)]
  expect(once).toEqual(twice)
  expect((await sharp(once.copies.get(500)).metadata()).hasAlpha).toBe(true)
})
