import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { HEADINGS } from '@kippu/texts/headings'
import { TEXTS } from '@kippu/texts/texts'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'

import { ROOT } from '../../start/root.ts'
import { neededWords } from './face-words.ts'
import { MOST_FIRST_BYTES } from './first-face.ts'

const MOST_BYTES = 60_000
/** A mode of a screen; and a title with letters of another language, which is in the device's font. */
const NO_TITLES: ReadonlySet<string> = new Set(['read_qr', 'd_pay_confirm_title'])

describe.each(SITE_KEYS)('the display face of %s', key => {
  const home = path.join(ROOT, 'demo/sites', key)

  test.each(LANGUAGES)('in %s has all of its name, its line and its headings, and is small', language => {
    const file = path.join(home, `face-${language}.woff2`)
    expect(statSync(file).size).toBeLessThanOrEqual(MOST_BYTES)
    const face = create(readFileSync(file))
    const characters = new Set('characterSet' in face ? face.characterSet : [])
    const lacking = Array.from(neededWords(siteOf(key), language)).filter(
      character => !characters.has(character.codePointAt(0) ?? 0),
    )
    expect(lacking).toEqual([])
  })

  test.each(LANGUAGES)(
    'in %s has a part that a document can carry: its name and its line at the least',
    language => {
      const file = path.join(home, `first-${language}.woff2`)
      expect(statSync(file).size).toBeLessThanOrEqual(MOST_FIRST_BYTES)
      const face = create(readFileSync(file))
      const characters = new Set('characterSet' in face ? face.characterSet : [])
      const { name, tagline } = siteOf(key)
      const lacking = Array.from(
        `${name[language]}${tagline[language]}`.replaceAll(/[\s\p{Cf}]/gu, ''),
      ).filter(character => !characters.has(character.codePointAt(0) ?? 0))
      expect(lacking).toEqual([])
    },
  )

  test('comes with the terms under which it may be handed on', () => {
    expect(readFileSync(path.join(home, 'faces-licences.txt'), 'utf8')).toContain(
      'SIL OPEN FONT LICENSE Version 1.1',
    )
  })
})

test('each title that a page writes is among the headings of the faces, and has no place to fill in', () => {
  const sources = globSync('apps/web/src/{screens,parts}/**/*.tsx', { cwd: ROOT }).map(file =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  )
  const titled =
    /<(?:Page|HousePage|StepPage|WithOrder|WithChange|CheckoutPage|ChangePage|PartyPage|InquiryPage|LegalPage)\b[^>]*?title=\{t\(([^)]*)\)\}/g
  const written = sources.flatMap(source =>
    Array.from(source.matchAll(titled), ([, asked = '']) =>
      Array.from(asked.matchAll(/'(\w+)'/g), ([, key = '']) => key),
    )
      .flat()
      .filter(key => key.includes('_') && !NO_TITLES.has(key)),
  )
  expect(written.length).toBeGreaterThan(60)
  expect(written.filter(key => !HEADINGS.some(heading => heading === key))).toEqual([])
  expect(HEADINGS.filter(key => Object.values(TEXTS[key]).some(text => text.includes('{')))).toEqual([])
})
