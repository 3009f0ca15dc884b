import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findBareText } from './bare-text.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-bare-text-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function found(jsx: string, file = 'apps/web/src/a.tsx'): string[] {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(
    path.join(root, file),
    `interface P { readonly aside: ReactElement | null; readonly name: string }\nconst shown = (\n${jsx}\n)\n`,
  )
  return findBareText(root)
}

test.each([
  ['a number beside its unit', '<p>{count} tickets</p>'],
  ['a price, and a number after it', '<p><Price yen={yen} /> × {count}</p>'],
  ['a name after what comes and goes', '<p>{isHere && <b />}{name}</p>'],
  ['still words after what comes and goes', "<p>{isHere && <b />}{t('words')}</p>"],
  ['words that come and go', "<p><b />{isHere && t('words')}</p>"],
  ['one of two words', "<p><b />{isHere ? t('one') : t('other')}</p>"],
  ['words of a list', '<p><b />{names.map(name => `${name} `)}</p>'],
  ['a name that a component places', '<Notice><b />{name}</Notice>'],
  ['a name alone in a fragment', '<>{name}</>'],
])('finds %s', (_what, jsx) => {
  expect(found(jsx)).toEqual([
    'apps/web/src/a.tsx:3: bare text beside what changes; give it an element, or put all of it into one string',
  ])
})

test.each([
  ['a name alone', '<p>{name}</p>'],
  ['one string', '<p>{`${count} tickets`}</p>'],
  ['a name in an element', '<p>{isHere && <b />}<span>{name}</span></p>'],
  ['words that never change, before what does', "<p>{t('words')} {isHere && <b />}</p>"],
  ['words that never change, beside what does not', "<p><b />{t('words')}</p>"],
  ['a list of elements', '<ul><li />{names.map(name => { return <li>{name}</li> })}</ul>'],
  ['what is an element by its type', '<p>{isHere && <b />}{aside}{row.aside}</p>'],
  ['blanks', "<p>{isHere && <b />}{' '}<i /></p>"],
])('leaves %s alone', (_what, jsx) => {
  expect(found(jsx)).toEqual([])
})

test('leaves tests and everything outside of the web app alone', () => {
  expect(found('<p>{count} tickets</p>', 'apps/web/src/a.test.tsx')).toEqual([])
  expect(found('<p>{count} tickets</p>', 'apps/server/src/a.tsx')).toEqual([])
})
