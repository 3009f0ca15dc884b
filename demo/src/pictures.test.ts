import { readFileSync } from 'node:fs'
import path from 'node:path'

import { addressOf, onGrid, uploadedAt, UPLOADED_RULES } from '@kippu/domain/uploaded-picture'
import { cuttingFrames, framesOf, shownPart } from '@kippu/sites/pictures/frames'
import { shapeOf } from '@kippu/sites/pictures/shape'
import { type PictureSubject, subjectsOf } from '@kippu/sites/pictures/subjects'
import { siteFile } from '@kippu/sites/site-files'
import { describe, expect, test } from 'vitest'

import { SITE_KEYS, SITES, siteOf } from './demo-sites.ts'
import { readSheet } from './read-sheet.ts'

const WEB = path.join(import.meta.dirname, '../../apps/web/src')

const PRODUCTS = readSheet('products').map(({ site = '', picture = '', kind }) => ({
  site,
  name: path.basename(picture),
  use: kind === 'set' ? ('set' as const) : ('main' as const),
}))

test('a window that is as large as the subject shows the subject, and so does every larger one', () => {
  expect(shownPart(2, 1, [0, 0, 100, 100])).toEqual([25, 0, 75, 100])
  for (const shape of [5 / 2, 2, 4 / 3, 1, 4 / 5]) {
    const [left, top, right, bottom] = shownPart(4 / 3, shape, [20, 45, 80, 97.5])
    expect([left <= 20, top <= 45, right >= 80, bottom >= 97.5]).toEqual([true, true, true, true])
  }
  const { look } = siteOf('demo')
  const all = { subject: [0, 0, 100, 100], whole: [] } satisfies PictureSubject
  expect(cuttingFrames(look, 'set', 4 / 3, all)).toEqual(['square of 1.00'])
  const moon = { subject: [40, 40, 60, 60], whole: [[0, 0, 20, 20]] } satisfies PictureSubject
  expect(cuttingFrames(look, 'set', 4 / 3, moon)).toEqual(['square of 1.00'])
  expect(cuttingFrames(look, 'set', 4 / 3, { ...moon, whole: [[20, 0, 40, 20]] })).toEqual([])
})

test('each frame of each look shows the point of an uploaded picture, as its address says it to a style sheet', () => {
  const shapes = new Set(
    SITES.flatMap(({ look }) => framesOf(look, 'main').flatMap(frame => frame.shapes)).concat(1),
  )
  for (const typed of [0, 2, 13, 38, 50, 77, 98, 100]) {
    const focus = { x: onGrid(typed), y: onGrid(100 - typed) }
    const address = addressOf({ siteKey: 'demo', hash: 'ab'.repeat(16), width: 1600, height: 900, focus })
    expect(uploadedAt(address)?.focus).toEqual(focus)
    // The point as a style sheet reads it out of the address.
    const read = (name: string) =>
      Array.from(UPLOADED_RULES.matchAll(/\[src\*='([^']+)'\]\{--([xy]):(\d+)%\}/g)).flatMap(
        ([, part = '', of, percent]) => (of === name && address.includes(part) ? [Number(percent)] : []),
      )
    expect({ x: read('x'), y: read('y') }).toEqual({ x: [focus.x], y: [focus.y] })
    for (const picture of [1 / 3, 3 / 4, 1, 16 / 9, 3])
      for (const shape of shapes) {
        const [left, top, right, bottom] = shownPart(picture, shape, [focus.x, focus.y, focus.x, focus.y])
        expect(left <= focus.x && focus.x <= right && top <= focus.y && focus.y <= bottom).toBe(true)
      }
  }
})

describe.each(SITE_KEYS)('the pictures of %s', key => {
  const site = siteOf(key)
  const hero = path.basename(site.heroImage)
  const shown = [{ name: hero, use: 'hero' as const }, ...PRODUCTS.filter(product => product.site === key)]

  test.each(shown)('$name is cut by no frame as $use', ({ name, use }) => {
    const subject = subjectsOf(site).get(name)
    if (subject === undefined) throw new Error(`pictures.json of ${key} has no ${name}`)
    const shape = shapeOf(siteFile(site, name) ?? '')
    expect(cuttingFrames(site.look, use, shape ?? Number.NaN, subject)).toEqual([])
  })
})

test('the frames are those of the style sheets: each shape that a sheet names is in the list, and every filled image has one', () => {
  const sheets = [
    'screens/order/hero.module.css',
    'screens/order/product-cards.module.css',
    'parts/checkout/complete/visit-stub.module.css',
    'parts/house/house.module.css',
    'parts/choosing/sets/set-products.module.css',
    'screens/confirm/confirm-screen.module.css',
    'screens/spot/spot.module.css',
    'screens/ticket/ticket-screen.module.css',
  ]
  const known = new Set(
    SITES.flatMap(({ look }) =>
      (['hero', 'main', 'set'] as const).flatMap(use => framesOf(look, use).flatMap(({ shapes }) => shapes)),
    ).map(shape => shape.toFixed(3)),
  )
  const named = sheets.flatMap(sheet =>
    Array.from(
      readFileSync(path.join(WEB, sheet), 'utf8').matchAll(
        /(?:aspect-ratio|--picture): (\d+)(?: \/ (\d+))?;/g,
      ),
      ([, across, down = '1']) => (Number(across) / Number(down)).toFixed(3),
    ),
  )
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter(shape => !known.has(shape))).toEqual([])
})
