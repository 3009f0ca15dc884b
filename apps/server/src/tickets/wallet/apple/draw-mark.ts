import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

interface Mark {
  /** Side of the square in pixels. */
  readonly side: number
  readonly ground: Rgb
  readonly ink: Rgb
}

/** Each pixel is the mean of so many by so many points. */
const POINTS = 4

/** The mark of a pass: a ticket with its two notches, on a square with round corners, as PNG. */
export function drawMark({ side, ground, ink }: Mark): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const pixels = Array.from({ length: side }, (_x, x) => pixelAt({ x, y, side }, ground, ink))
    // Each row begins with the number of its filter: none.
    return Buffer.from([0, ...pixels.flat()])
  })
  return png(side, Buffer.concat(rows))
}

function pixelAt(
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
  ground: Rgb,
  ink: Rgb,
): number[] {
  let [inSquare, inTicket] = [0, 0]
  for (let point = 0; point < POINTS * POINTS; point += 1) {
    const across = (x + ((point % POINTS) + 0.5) / POINTS) / side
    const down = (y + (Math.floor(point / POINTS) + 0.5) / POINTS) / side
    if (!isInRounded({ across, down }, SQUARE)) continue
    inSquare += 1
    if (isInTicket(across, down)) inTicket += 1
  }
  const part = inSquare === 0 ? 0 : inTicket / inSquare
  const mixed = ground.map((value, index) => Math.round(value + ((ink[index] ?? value) - value) * part))
  return [...mixed, Math.round((255 * inSquare) / (POINTS * POINTS))]
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly radius: number
}

const SQUARE: Box = { left: 0, top: 0, right: 1, bottom: 1, radius: 0.2 }
const TICKET: Box = { left: 0.16, top: 0.29, right: 0.84, bottom: 0.71, radius: 0.06 }
const NOTCH = 0.08
/** Where the stub is torn off. */
const TEAR = { across: 0.62, width: 0.03, dash: 0.105 }

function isInTicket(across: number, down: number): boolean {
  if (!isInRounded({ across, down }, TICKET)) return false
  if ([TICKET.left, TICKET.right].some(edge => Math.hypot(across - edge, down - 0.5) < NOTCH)) return false
  const isTorn =
    Math.abs(across - TEAR.across) < TEAR.width / 2 && ((down - TICKET.top) / TEAR.dash) % 1 < 0.5
  return !isTorn
}

function isInRounded(
  { across, down }: { readonly across: number; readonly down: number },
  { left, top, right, bottom, radius }: Box,
): boolean {
  const beside = Math.max(left + radius - across, across - (right - radius), 0)
  const above = Math.max(top + radius - down, down - (bottom - radius), 0)
  return Math.hypot(beside, above) <= radius
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Eight bits a colour, red, green, blue and alpha, nothing interlaced. */
const FORMAT = [8, 6, 0, 0, 0]

function png(side: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(FORMAT)])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
