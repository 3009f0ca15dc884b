import { crc32, deflateSync } from 'node:zlib'

import { encode } from 'uqr'

/** Light modules around the code (ISO/IEC 18004). */
const QUIET = 4
/** About so many pixels to a side: twice what a mail shows. */
const SIDE = 480
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A QR code with its quiet zone, as a PNG of black and white: one to two kilobytes. */
export function qrPng(content: string): Buffer {
  // Middle correction, as on the page of the ticket.
  const { data, size } = encode(content, { ecc: 'M', border: QUIET })
  const scale = Math.max(4, Math.floor(SIDE / size))
  const side = size * scale
  const row = data.map(modules => {
    // A filter byte, and eight pixels a byte; a light one is 1.
    const line = Buffer.alloc(1 + Math.ceil(side / 8))
    for (let x = 0; x < side; x += 1) {
      if (modules[Math.floor(x / scale)] === false) {
        const at = 1 + (x >> 3)
        line[at] = (line[at] ?? 0) | (0x80 >> (x & 7))
      }
    }
    return line
  })
  const pixels = Buffer.concat(row.flatMap(line => Array.from({ length: scale }, () => line)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(side)),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
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
