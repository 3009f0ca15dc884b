import { renderToString } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'

import { QrCode } from './qr-code.tsx'

const CODE = 'tkt_0123456789abcdefghijkl'

/** The black modules that the drawing covers, as a matrix. */
function modulesOf(markup: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(markup)?.[1])
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width))
  return modules
}

test('the drawing is the QR code of the ticket code (S-8.06)', () => {
  const drawn = modulesOf(renderToString(<QrCode code={CODE} label="" />))
  expect(drawn).toEqual(encode(CODE, { ecc: 'M', border: 4 }).data)
  expect(drawn).not.toEqual(encode(`${CODE}x`, { ecc: 'M', border: 4 }).data)
})

test('a margin of four white modules surrounds it', () => {
  const drawn = modulesOf(renderToString(<QrCode code={CODE} label="" />))
  const rim = [
    ...drawn.slice(0, 4),
    ...drawn.slice(-4),
    ...drawn.map(row => [...row.slice(0, 4), ...row.slice(-4)]),
  ]
  expect(rim.flat()).not.toContain(true)
  expect(drawn[4]![4]).toBe(true)
})
