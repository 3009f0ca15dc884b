import { crc32, deflateSync } from 'node:zlib'

import { encode } from 'uqr'

/** Light modules around the code (ISO/IEC 18004). */
const QUIET = 4
/** At least so many pixels to a side: sharp on a screen of two pixels for each of its 240. */
const SIDE = 400
/** One for all codes: to judge eight and choose costs five times as much as to draw, and no reader needs it. */
const MASK = 2
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A QR code with its quiet zone, as a PNG of black and white: less than a kilobyte. */
export function qrPng(content: string): Buffer {
  // Middle correction, as on the page of the ticket.
  const { data } = encode(content, { ecc: 'M', border: 0, maskPattern: MASK })
  const size = data.length + 2 * QUIET
  // A module is a whole number of bytes wide, eight pixels each: a line is filled by bytes, and lines that are the same pack well.
  const wide = Math.ceil(SIDE / 8 / size)
  const side = size * wide * 8
  // Each line begins with its filter, 0: none.
  const length = 1 + size * wide
  const pixels = Buffer.alloc(length * side, 0xff)
  for (let start = 0; start < pixels.length; start += length) pixels[start] = 0
  for (const [row, modules] of data.entries()) {
    const start = (QUIET + row) * wide * 8 * length
    for (let byte = 0; byte < modules.length * wide; byte += 1)
      if (modules[Math.floor(byte / wide)] === true) pixels[start + 1 + QUIET * wide + byte] = 0
    for (let line = 1; line < wide * 8; line += 1)
      pixels.copyWithin(start + line * length, start, start + length)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(side)),
    // The first level that finds whole lines again: higher ones cost more and win nothing.
    chunk('IDAT', deflateSync(pixels, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One bit a pixel, shades of grey, no interlacing. */
function headerOf(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  return header
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}
