import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type GmoFields, readAnswer, readForm, writeForm } from './gmo-codec.ts'
import { decode31J, encode31J, cutToWindows31J } from './windows-31j.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('Windows-31J', () => {
  test.each([
    ['切符', '90d89584'],
    ['表ソ', '955c835c'],
    ['ｶﾀｶﾅ', 'b6c0b6c5'],
    ['①㈱', '8740878a'],
    ['髙﨑', 'fbfcfab1'],
    // The same characters under Unicode's own code points.
    ['〜', '8160'],
    ['−', '817c'],
    ['—', '815c'],
    ['¥', '818f'],
    ['～－―￥', '8160817c815c818f'],
    ['a\\~?', '615c7e3f'],
  ])('%s is written as %s', (text, hex) => {
    expect(encode31J(text)?.toString('hex')).toBe(hex)
  })

  test.each(['é', '€', '한국', '简体', 'ไทย', '🎫', '‾', '‖', '\u0000', '\n', '\u0080', '\uD800'])(
    '%j is refused instead of becoming another character',
    character => {
      expect(encode31J(`a${character}b`)).toBeUndefined()
    },
  )

  test('a displayed name keeps the characters that can be displayed, within the given bytes', () => {
    expect(cutToWindows31J('Musée 切符〜館 🎫', 100)).toBe('Muse 切符～館 ')
    expect(cutToWindows31J('切符切符', 7)).toBe('切符切')
    expect(cutToWindows31J('한국', 10)).toBe('')
  })

  test('whatever can be written is read back unchanged, except the four characters with two code points', () => {
    const twoNames = /[〜−—¥]/u
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const written = encode31J(text)
        const isSame = written === undefined || twoNames.test(text) || decode31J(written) === text
        expect(isSame).toBe(true)
      }),
    )
  })

  test('a fitted text can always be written, and is no longer than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, most) => {
        expect(encode31J(cutToWindows31J(text, most))?.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('a request', () => {
  test('is percent-encoded byte by byte, and a plus in a token never becomes a space', () => {
    expect(writeForm({ Token: 'aB+/=', DispShopName: '切符 表', Amount: '3200' })).toEqual({
      body: 'Token=aB%2B%2F%3D&DispShopName=%90%D8%95%84%20%95%5C&Amount=3200',
    })
  })

  test('that Windows-31J cannot write names the field', () => {
    expect(writeForm({ OrderID: 'a', ClientField1: 'Müller' })).toEqual({ refused: 'ClientField1' })
  })

  test('is decoded by the other side unchanged', () => {
    const value = fc.string({ unit: 'grapheme' }).filter(text => !/[〜−—¥]/u.test(text))
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Z][a-z0-9]{1,8}$/), value), fields => {
        const form = writeForm(fields)
        expect('body' in form ? readForm(bytes(form.body)) : fields).toEqual(fields)
      }),
    )
  })
})

describe('an answer', () => {
  test('is not unescaped: a plus is a plus, a percent sign a percent sign', () => {
    const answer = readAnswer(bytes('AccessID=1a&Token=a+b%2Bc==&CheckString='))
    expect(answer).toEqual({ AccessID: '1a', Token: 'a+b%2Bc==', CheckString: '' })
  })

  test('can hold the address of 3-D Secure with parameters of its own', () => {
    const url = 'https://manage.tds2gw.gmopg.jp/api/v2/brw/callback?transId=0-9&t=a=b'
    expect(readAnswer(bytes(`ACS=2&RedirectUrl=${url}`))).toEqual({ ACS: '2', RedirectUrl: url })
    expect(readAnswer(bytes(`ACS=2&RedirectUrl=${url}&AccessID=1&Token=2`))).toEqual({
      ACS: '2',
      RedirectUrl: url,
      AccessID: '1',
      Token: '2',
    })
  })

  test('keeps an unknown field separate, and joins a piece without a name to the piece before it', () => {
    expect(readAnswer(bytes('OrderID=a&NewField=b&ClientField1=x&y'))).toEqual({
      OrderID: 'a',
      NewField: 'b',
      ClientField1: 'x&y',
    })
  })

  test('is Japanese in Windows-31J', () => {
    expect(readAnswer(Buffer.concat([bytes('ItemName='), encode31J('切符')!]))).toEqual({ ItemName: '切符' })
  })

  test('lists errors with pipes', () => {
    const answer = readAnswer(bytes('ErrCode=E01|E01&ErrInfo=E01090008|E01100008\r\n'))
    expect(answer).toEqual({ ErrCode: 'E01|E01', ErrInfo: 'E01090008|E01100008' })
  })

  test('can be read whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), noise => {
        const answer: GmoFields = readAnswer(Buffer.from(noise))
        expect(Object.values(answer).every(value => typeof value === 'string')).toBe(true)
      }),
    )
  })

  test('is read as it was written, including addresses with any parameters', () => {
    const parameter = fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[\w+/=.%-]{0,12}$/))
    fc.assert(
      fc.property(fc.array(parameter), fc.stringMatching(/^[\w+/=]{0,40}$/), (parameters, token) => {
        const url = `https://acs.example/3ds?${parameters.map(pair => pair.join('=')).join('&')}`
        const answer = readAnswer(bytes(`ACS=2&RedirectUrl=${url}&Token=${token}`))
        expect(answer).toEqual({ ACS: '2', RedirectUrl: url, Token: token })
      }),
    )
  })
})
