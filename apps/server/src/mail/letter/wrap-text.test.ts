import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { widthOf, wrapText } from './wrap-text.ts'

const linesOf = (text: string): string[] => wrapText(text, 20).split('\n')

describe('a line of a plain mail that is too long', () => {
  test('breaks between words', () => {
    expect(linesOf('Bring a phone that can show the code.')).toEqual([
      'Bring a phone that',
      'can show the code.',
    ])
  })

  test('begins with no full stop and ends with no opening bracket, in Japanese', () => {
    const lines = linesOf('チケットのコードを表示できます。紙（印刷したもの）でもかまいません。')
    for (const line of lines) {
      expect(widthOf(line)).toBeLessThanOrEqual(22)
      expect(line).not.toMatch(/^[、。）]|（$/)
    }
  })

  test('breaks between Thai words, whose marks take no column', () => {
    expect(widthOf('ตั๋ว')).toBe(2)
    expect(linesOf('กรุณานำโทรศัพท์ที่แสดงคิวอาร์โค้ด').length).toBeGreaterThan(1)
  })

  test('keeps an address of the web whole', () => {
    const url = 'https://tickets.example.com/tickets/#/id/rsv_AbCdEfGhIjKlMnOpQrStUvWx'
    expect(linesOf(`Open ${url} now`)).toContain(url)
  })

  test('loses nothing but blanks, and lines that fit stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
        const wrapped = wrapText(text)
        expect(wrapped.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        const fits = text.split('\n').every(line => widthOf(line) <= 78)
        expect(fits ? wrapped : text).toBe(text)
      }),
    )
  })
})
