/** A picture of pixels: what its first bytes say, whatever its name. */
export interface Raster {
  readonly type: 'jpg' | 'png' | 'webp'
  readonly width: number
  readonly height: number
}

/** Undefined for what is none of the three, or is torn before its size is known. */
export function readRaster(bytes: Buffer): Raster | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.subarray(0, 8).equals(PNG))
    return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return readWebp(bytes)
  return undefined
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Markers of frames: the others have no size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(bytes: Buffer): Raster | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker))
      return { type: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function readWebp(bytes: Buffer): Raster | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        type: 'webp',
        width: bytes.readUInt16LE(26) & 0x3f_ff,
        height: bytes.readUInt16LE(28) & 0x3f_ff,
      }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { type: 'webp', width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
    }
    case 'VP8X':
      return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
