import { inflateSync } from 'node:zlib'

import { encode } from 'uqr'
import { expect, test } from 'vitest'

import { qrPng } from './qr-png.ts'

/** The modules of a picture, read back from its pixels. */
function modulesOf(png: Buffer, size: number): boolean[][] {
  const side = png.readUInt32BE(16)
  const length = png.readUInt32BE(33)
  const pixels = inflateSync(png.subarray(41, 41 + length))
  const scale = side / size
  const rowBytes = 1 + Math.ceil(side / 8)
  const isDark = (x: number, y: number): boolean =>
    ((pixels[y * rowBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
  const middle = (module: number): number => Math.floor((module + 0.5) * scale)
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => isDark(middle(x), middle(y))),
  )
}

test.each(['tkt_AbCdEfGhIjKlMnOpQrStUvWx', `KT1:${'7K'.repeat(78)}`])(
  'the picture of a code has its modules and its quiet zone: %s',
  content => {
    const { data, size } = encode(content, { ecc: 'M', border: 4, maskPattern: 2 })
    const png = qrPng(content)
    expect(modulesOf(png, size)).toEqual(data)
    expect(data.slice(0, 4).flat()).not.toContain(true)
    expect(png.length).toBeLessThan(1000)
    // Sharp on a screen of two pixels for each of its 240.
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(400)
  },
)
