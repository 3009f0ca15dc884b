import { expect, test } from 'vitest'

import { isMailCode, normaliseMailCode } from './mail-code.ts'

test.each([
  ['482913', '482913'],
  ['４８２９１３', '482913'],
  [' 482 913\n', '482913'],
  ['482-913', '482913'],
  ['４８２ー９１３', '482913'],
  ['確認コード：４８２９１３', '482913'],
  ['認証コードは 482913 です（30分間有効）。', '482913'],
  ['\u0002482913\r\n', '482913'],
  ['\u200b482\u3000913\u2060', '482913'],
])('%j is the code %s: full width, groups and marks that nobody sees are undone (D-27)', (typed, code) => {
  expect(normaliseMailCode(typed)).toBe(code)
  expect(isMailCode(normaliseMailCode(typed))).toBe(true)
})

test.each(['', '48291', '4829133', '48291a', '٤٨٢٩١٣', '+82913', '4.2913'])('%j is not a code', typed => {
  expect(isMailCode(normaliseMailCode(typed))).toBe(false)
})

test.each(['4829', '4829134', '482913 482914', '2026年11月27日', 'コード'])('%j holds no code', typed => {
  expect(isMailCode(normaliseMailCode(typed))).toBe(false)
})
