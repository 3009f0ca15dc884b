import { LANGUAGES } from '@kippu/domain/language'
import { describe, expect, test } from 'vitest'

import { personTexts } from './person.ts'
import { firstScreenTexts, STAFF_TEXTS, TEXTS, textsOf } from './texts.ts'

const placeholders = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]))

describe('texts', () => {
  test.each(Object.entries({ ...TEXTS, ...STAFF_TEXTS, ...personTexts }))(
    '%s has all six languages with the same placeholders (S-15.08)',
    (_, words) => {
      for (const lang of LANGUAGES) {
        expect(words[lang].trim()).not.toBe('')
        expect(placeholders(words[lang])).toEqual(placeholders(words.ja))
      }
    },
  )

  test('R-5.21: the eleven messages of the form rules are there in every language', () => {
    const keys = [
      'common_validate_max',
      'common_validate_min',
      'common_validate_num',
      'common_validate_required',
      'customer_name_validate',
      'customer_name_containing_half_width_spaces_validate',
      'common_validate_expired',
      'mail_validate_invalid',
      'common_validate_phone',
      'mail_validate_defferent',
      'common_validate_alpha_num',
    ]
    for (const lang of LANGUAGES) for (const key of keys) expect(textsOf(lang)[key]).toBeTruthy()
  })

  test('the first screen of the order entry has its words, and none of the error dialogs', () => {
    const texts = firstScreenTexts('order', 'en')
    expect(texts.order_title).toBe('Buy tickets')
    expect(texts).not.toHaveProperty('request_error_title')
  })

  test('no visitor downloads the words of the staff', () => {
    expect(Object.keys(STAFF_TEXTS).filter(key => Object.hasOwn(TEXTS, key))).toEqual([])
  })
})
