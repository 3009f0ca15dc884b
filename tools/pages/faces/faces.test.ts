import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'

import { ROOT } from '../../start/root.ts'
import { neededWords } from './face-words.ts'

const MOST_BYTES = 30_000

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

  test('comes with the terms under which it may be handed on', () => {
    expect(readFileSync(path.join(home, 'faces-licences.txt'), 'utf8')).toContain(
      'SIL OPEN FONT LICENSE Version 1.1',
    )
  })
})
