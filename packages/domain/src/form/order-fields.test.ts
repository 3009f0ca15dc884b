import { describe, expect, test } from 'vitest'
import {
  AGE_BANDS,
  GENDERS,
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
  contentsOf,
  forEachAnswer,
  isMagazine,
  isOrderFieldName,
} from './order-fields.ts'
import type { OrderFormValues } from './order-fields.ts'

const NAMES = ORDER_FIELD_NAMES
const shown = (field_name: string, is_require = false) => ({ field_name, is_display: true, is_require })
const contents = (values: OrderFormValues, ...names: string[]) =>
  contentsOf(
    values,
    names.map(name => shown(name)),
  )

describe('ORDER_FIELDS (R-3.08–3.19)', () => {
  test('gives the 12 names of the wire their form values, in the order of the form', () => {
    expect(Object.entries(ORDER_FIELDS).map(([name, { formKey }]) => [name, formKey])).toEqual([
      ['fullname', 'name'],
      ['email', 'email'],
      ['phone', 'phone'],
      ['resident_area', 'residentArea'],
      ['age', 'age'],
      ['gender', 'gender'],
      ['mail_magazine', 'acceptMailMagazine'],
      ['teamlab_mail_magazine', 'acceptTeamLabMailMagazine'],
      ['address', 'address'],
      ['questionnaire1', 'questionnaire1'],
      ['questionnaire2', 'questionnaire2'],
      ['questionnaire3', 'questionnaire3'],
    ])
    expect(NAMES).toEqual(Object.keys(ORDER_FIELDS))
  })

  test('knows its own names only', () => {
    expect(NAMES.every(isOrderFieldName)).toBe(true)
    expect(['shoe_size', 'name', 'constructor', '__proto__', ''].some(isOrderFieldName)).toBe(false)
  })
})

test('every field has one form value of its kind', () => {
  const values = forEachAnswer('text', true)
  expect(Object.keys(values)).toHaveLength(ORDER_FIELD_NAMES.length)
  for (const name of ORDER_FIELD_NAMES)
    expect(values[ORDER_FIELDS[name].formKey]).toBe(isMagazine(name) ? true : 'text')
})

test('one field says where a mail goes, and one whom it greets (S-6.01)', () => {
  const shownAs = (place: string) => NAMES.filter(name => ORDER_FIELDS[name].mail === place)
  expect([shownAs('recipient'), shownAs('greeting')]).toEqual([['email'], ['fullname']])
})

test('the choices of age and gender (R-3.52, R-3.53, R-9.18)', () => {
  expect(AGE_BANDS).toHaveLength(13)
  expect([AGE_BANDS[0], AGE_BANDS[12]]).toEqual(['18-24', '80 and above'])
  expect(GENDERS).toEqual(['male', 'female', 'no_answer'])
})

describe('contentsOf', () => {
  test('sends the answers with the names of the wire (R-7.77, R-3.11)', () => {
    expect(contents({ name: 'Taro Yamada', email: 'a@b.co' }, 'email', 'fullname')).toEqual([
      { key: 'email', value: 'a@b.co' },
      { key: 'fullname', value: 'Taro Yamada' },
    ])
  })

  test('leaves out fields that are not displayed (R-5.04)', () => {
    expect(contentsOf({ phone: '' }, [{ field_name: 'phone', is_display: false }])).toEqual([])
  })

  test('leaves out fields that are not in the mapping (R-5.05)', () => {
    expect(contents({}, 'shoe_size', 'constructor')).toEqual([])
  })

  test.each([
    ['gender', { gender: 'noSend' }, 'R-5.06'],
    ['age', { age: 'noSend' }, 'R-5.07'],
    ['resident_area', { residentArea: 'noSend' }, 'R-5.08'],
  ])('leaves out %s when it is noSend (%s)', (name, values, _row) => {
    expect(contents(values, name)).toEqual([])
  })

  test('sends every other answer, and noSend for a questionnaire (R-5.06, R-5.08, D-25)', () => {
    expect(contents({ gender: 'no_answer' }, 'gender')).toEqual([{ key: 'gender', value: 'no_answer' }])
    expect(contents({ gender: '' }, 'gender')).toEqual([{ key: 'gender', value: '' }])
    expect(contents({ questionnaire1: 'noSend' }, 'questionnaire1')).toEqual([
      { key: 'questionnaire1', value: 'noSend' },
    ])
  })

  test.each([
    [true, 'true'],
    [false, 'false'],
    [undefined, 'false'],
    ['true', 'true'],
    ['', 'false'],
  ])('a magazine answered %j is sent as %j (R-7.78, R-3.13, R-3.14)', (answer, value) => {
    expect(contents({ acceptMailMagazine: answer }, 'mail_magazine')).toEqual([
      { key: 'mail_magazine', value },
    ])
    expect(contents({ acceptTeamLabMailMagazine: answer }, 'teamlab_mail_magazine')).toEqual([
      { key: 'teamlab_mail_magazine', value },
    ])
  })

  test('passes all other answers through unchanged (R-7.79)', () => {
    expect(contents({ name: ' Taro ', address: '' }, 'fullname', 'address')).toEqual([
      { key: 'fullname', value: ' Taro ' },
      { key: 'address', value: '' },
    ])
  })

  test('undoes the effects of the keyboard on an answer (D-27)', () => {
    const values = {
      email: ' ａ@ｂ．ｃｏ',
      phone: '０９０ー１２３４ー５６７８',
      name: 'Ta\u202ero',
      residentArea: 'no\u200bSend',
    }
    expect(contents(values, 'email', 'phone', 'fullname', 'resident_area')).toEqual([
      { key: 'email', value: 'a@b.co' },
      { key: 'phone', value: '090-1234-5678' },
      { key: 'fullname', value: 'Taro' },
    ])
  })

  test('a field without an answer is sent empty', () => {
    expect(contents({}, 'phone')).toEqual([{ key: 'phone', value: '' }])
  })
})
