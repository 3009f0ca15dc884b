import { LANGUAGES } from '@kippu/domain/language'
import { describe, expect, test } from 'vitest'

import { personTexts } from './person.ts'
import { firstScreenTexts, STAFF_TEXTS, TEXTS, textsOf } from './texts.ts'

const placeholders = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]))

/** Thai has no spaces between words, and a dictionary that browsers have breaks these in two; a word joiner keeps them whole. */
const THAI_WORDS = [
  'กรอก',
  'กระทำ',
  'กระจก',
  'ขออภัย',
  'คิวอาร์',
  'คืนเงิน',
  'เจ้าหน้าที่',
  'เช็กอิน',
  'ดำเนินการ',
  'ตรวจสอบ',
  'แบ่งปัน',
  'ใบเสร็จ',
  'เปิดเผย',
  'ผู้ใหญ่',
  'มือถือ',
  'รายการ',
  'รั่วไหล',
  'รู้จัก',
  'ล็อกเกอร์',
  'ส่วนตัว',
  'สักครู่',
  'สินค้า',
  'หนึ่ง',
  'เหมาะสม',
  'ออฟไลน์',
  'อะพอสทรอฟี',
  'ไอพี',
].map(word => new RegExp(Array.from(word).join('\u2060?'), 'g'))

/** Words of the list that a browser may break over two lines. */
function brokenIn(thai: string): string[] {
  const starts = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(
    ({ index }) => index,
  )
  return THAI_WORDS.flatMap(word => [...thai.matchAll(word)])
    .filter(({ 0: { length }, index }) => starts.some(start => start > index && start < index + length))
    .map(([word]) => word)
}

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

  test('no Thai word breaks in two: where one does, a word joiner keeps it whole', () => {
    expect(brokenIn('เช็กอิน')).toEqual(['เช็กอิน'])
    expect(Object.values({ ...TEXTS, ...STAFF_TEXTS }).flatMap(({ th }) => brokenIn(th))).toEqual([])
  })

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
