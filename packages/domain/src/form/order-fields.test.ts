import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AGE_BANDS,
  GENDERS,
  ORDER_FIELDS,
  contentsOf,
  contentsViolations,
  fieldRules,
  isOrderFieldName,
} from './order-fields.ts'
import type { OrderFieldName, OrderFormValues } from './order-fields.ts'
import { firstViolation } from './rules.ts'

const NAMES = Object.keys(ORDER_FIELDS) as OrderFieldName[]
const shown = (field_name: string, is_require = false) => ({ field_name, is_display: true, is_require })
const contents = (values: OrderFormValues, ...names: string[]) =>
  contentsOf(
    values,
    names.map(name => shown(name)),
  )

describe('ORDER_FIELDS (R-3.08–3.19)', () => {
  test('maps the 12 names of the wire to the form values', () => {
    expect(ORDER_FIELDS).toEqual({
      address: 'address',
      age: 'age',
      email: 'email',
      fullname: 'name',
      gender: 'gender',
      mail_magazine: 'acceptMailMagazine',
      teamlab_mail_magazine: 'acceptTeamLabMailMagazine',
      phone: 'phone',
      resident_area: 'residentArea',
      questionnaire1: 'questionnaire1',
      questionnaire2: 'questionnaire2',
      questionnaire3: 'questionnaire3',
    })
    expect(NAMES).toHaveLength(12)
  })

  test('knows its own names only', () => {
    expect(NAMES.every(isOrderFieldName)).toBe(true)
    expect(['shoe_size', 'name', 'constructor', '__proto__', ''].some(isOrderFieldName)).toBe(false)
  })
})

test('the choices of age and gender (R-3.52, R-3.53, R-9.18)', () => {
  expect(AGE_BANDS).toHaveLength(13)
  expect([AGE_BANDS[0], AGE_BANDS[12]]).toEqual(['18-24', '80 and above'])
  expect(GENDERS).toEqual(['male', 'female', 'no_answer'])
})

describe('contentsOf', () => {
  test('sends the answers by the names of the wire (R-7.77, R-3.11)', () => {
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

  test('a field without an answer is sent empty', () => {
    expect(contents({}, 'phone')).toEqual([{ key: 'phone', value: '' }])
  })
})

describe('fieldRules', () => {
  test.each([
    ['email', 'a@b.co', 'a@b', 'mail_validate_invalid'],
    ['phone', '03-1234-5678', '12345', 'common_validate_phone'],
    ['fullname', '𠮷'.repeat(100), 'a'.repeat(101), 'common_validate_max'],
    ['address', 'a'.repeat(300), 'a'.repeat(301), 'common_validate_max'],
    ['resident_area', '東京都', 'a'.repeat(101), 'common_validate_max'],
    ['questionnaire3', 'a'.repeat(1000), 'a'.repeat(1001), 'common_validate_max'],
    ['age', '80 and above', '17', 'common_validate_required'],
    ['gender', 'no_answer', 'x', 'common_validate_required'],
    ['mail_magazine', 'false', 'yes', 'common_validate_required'],
  ] as const)('%s takes %.20s and refuses %.20s', (name, good, bad, key) => {
    expect(firstViolation(good, fieldRules(name, true))).toBeNull()
    expect(firstViolation(bad, fieldRules(name, false))?.key).toBe(key)
  })

  test.each(NAMES)('%s may be blank unless it is required (R-5.12)', name => {
    expect(firstViolation('', fieldRules(name, false))).toBeNull()
    expect(firstViolation('', fieldRules(name, true))?.key).toBe('common_validate_required')
  })

  test('noSend passes required (D-25)', () => {
    for (const name of ['gender', 'age', 'resident_area'] as const) {
      expect(firstViolation('noSend', fieldRules(name, true))).toBeNull()
    }
  })

  test('an unticked magazine is an answer', () => {
    expect(firstViolation(false, fieldRules('mail_magazine', true))).toBeNull()
  })
})

describe('contentsViolations', () => {
  test('names each field that is wrong', () => {
    const templates = [
      shown('email', true),
      shown('fullname', true),
      shown('phone'),
      shown('shoe_size', true),
    ]
    const violations = contentsViolations(
      [
        { key: 'phone', value: '1' },
        { key: 'email', value: 'a@b.co' },
      ],
      templates,
    )
    expect([...violations]).toEqual([
      ['fullname', { key: 'common_validate_required' }],
      ['phone', { key: 'common_validate_phone' }],
    ])
  })

  test('does not miss an answer that may be omitted, nor a field that is not displayed (D-25)', () => {
    const hidden = { field_name: 'phone', is_display: false, is_require: true }
    expect(contentsViolations([], [shown('gender', true), shown('age', true), hidden]).size).toBe(0)
    expect(contentsViolations([{ key: 'gender', value: '' }], [shown('gender', true)]).size).toBe(1)
  })

  test('the server finds wrong exactly what the browser found wrong', () => {
    const value = fc.oneof(
      fc.constantFrom('', ' ', 'noSend', 'a@b.co', '03-1234-5678', 'male', '18-24', 'x'.repeat(400)),
      fc.string(),
    )
    const texts = NAMES.filter(name => !name.endsWith('magazine'))
    fc.assert(
      fc.property(fc.array(value, { minLength: 12, maxLength: 12 }), fc.boolean(), (answers, isRequired) => {
        const values = Object.fromEntries(texts.map((name, i) => [ORDER_FIELDS[name], answers[i]]))
        const templates = texts.map(name => shown(name, isRequired))
        const inBrowser = texts.filter(
          name => firstViolation(values[ORDER_FIELDS[name]], fieldRules(name, isRequired)) !== null,
        )
        expect([...contentsViolations(contentsOf(values, templates), templates).keys()]).toEqual(inBrowser)
      }),
    )
  })
})
