import { afterEach, expect, test } from 'vitest'

import { cardLooks } from './card-looks.ts'

const root = document.documentElement

afterEach(() => root.style.removeProperty('--radius-m'))

test.each([
  ['14px', '14px'],
  ['0 1.25rem', '0'],
  ['0 0 14px 14px', '0'],
])(
  'where the corners of a house are %s, those of the card fields are %s: providers take one',
  (house, fields) => {
    root.style.setProperty('--radius-m', house)
    expect(cardLooks().appearance.variables['borderRadius']).toBe(fields)
  },
)
