import { expect, test } from 'vitest'

import { namingWord, patternOf } from './naming-words.ts'
import { says } from './words-of-person.ts'

const isNamed = (given: string, text: string): boolean =>
  says(text, { patterns: namingWord(given).map(patternOf), digits: [] })

test.each([
  ['山田 花子', '山田花子様より電話'],
  ['山田花子', '先ほど山田　花子さんが'],
  ['株式会社ミライ御中', '株式会社ミライの担当'],
  ['林花', '林花様'],
  ['Anna Smith', 'called by ANNA SMITH.'],
  ['Anna Smith', '様anna  smith様'],
  ['김민수', '김민수씨 전화'],
  ['a+b(c)@example.com', 'wrote from A+B(c)@example.com, twice'],
  ['สมชาย ใจดี', 'คุณสมชายใจดีโทรมา'],
])('%s is named by: %s', (given, text) => {
  expect(isNamed(given, text)).toBe(true)
})

test.each([
  ['上様', '上様で領収書'],
  ['なし', '理由なし'],
  ['no', 'it was not known'],
  ['Lee', 'his sleeve'],
  ['Anna', 'annaberg, hannah'],
  ['はい', 'はい'],
  ['御中', '株式会社ミライ御中'],
  ['----', 'a ---- line'],
  ['林', '林様'],
  ['Orders', '3 orders'],
])('%s names nobody in: %s', (given, text) => {
  expect(isNamed(given, text)).toBe(false)
})
