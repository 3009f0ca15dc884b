import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './language.ts'
import { fillTemplate, pluralKey } from './text-template.ts'

describe('fillTemplate (D-63)', () => {
  test.each([
    ['あと{count}枚', { count: 3 }, 'あと3枚', 'R-9.45'],
    ['Only {count} left', { count: 3 }, 'Only 3 left', 'R-9.45'],
    ['{length} characters', { length: 0 }, '0 characters', 'R-5.09'],
    ['{a}{b}{a}', { a: 1, b: 2 }, '121', ''],
    ['Dear {name},', {}, 'Dear ,', 'a missing one leaves nothing'],
    ['{toString}{constructor}', {}, '', 'no inherited names'],
    ['{ name } {} {a-b}', { name: 'x' }, '{ name } {} {a-b}', 'not placeholders'],
  ])('%j with %j is %j (%s)', (template, params, text, _row) => {
    expect(fillTemplate(template, params)).toBe(text)
  })

  test('a value is inserted literally: no pattern, no second filling', () => {
    expect(fillTemplate('{price}', { price: '$1,800 $& {price}' })).toBe('$1,800 $& {price}')
  })
})

test.each(LANGUAGES)('only English has a singular (%s)', lang => {
  expect(pluralKey('ticket', 1, lang)).toBe(lang === 'en' ? 'ticket_one' : 'ticket_other')
  for (const count of [0, 2, 11, 21]) expect(pluralKey('ticket', count, lang)).toBe('ticket_other')
})
