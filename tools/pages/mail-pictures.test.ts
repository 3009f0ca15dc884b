import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { siteOf, SITE_KEYS } from '@kippu/demo/demo-sites'
import { describe, expect, test } from 'vitest'

import { DRAWN_OF, fingerprintOf, mailPictureSources, SITES_FOLDER } from './mail-picture-sources.ts'

const drawn: unknown = JSON.parse(readFileSync(DRAWN_OF, 'utf8'))

describe.each(SITE_KEYS)('the pictures of the mails of %s', key => {
  test('are drawn of the drawings and colours of today: node tools/pages/draw-mail-pictures.ts', () => {
    expect(drawn).toHaveProperty(key, fingerprintOf(mailPictureSources(siteOf(key))))
  })

  test('are small enough for every mail to carry them', () => {
    const size = (file: string): number => statSync(path.join(SITES_FOLDER, key, 'mail', file)).size
    expect(size('hero.jpg')).toBeLessThanOrEqual(60_000)
    for (const logo of ['logo-light.png', 'logo-dark.png', 'touch-icon.png'])
      expect(size(logo)).toBeLessThanOrEqual(16_000)
  })
})

test('a changed drawing, and a changed colour of the card, make pictures old', () => {
  const sources = mailPictureSources(siteOf('demo'))
  const { light, dark } = sources.logo
  const others = [
    { ...sources, hero: `${sources.hero} ` },
    { ...sources, logo: { light: { ...light, ground: '#fffffe' }, dark } },
  ]
  for (const other of others) expect(fingerprintOf(other)).not.toBe(fingerprintOf(sources))
})
