// @vitest-environment node
import { contentsOf } from '@kippu/domain/form/order-fields'
import { expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { filledIn, startingValues } from './buyer-values.ts'
import { shownFields } from './shown-fields.ts'

const SIGN_IN = buildFirstView().site.signIn

const shown = (field_name: string, is_require = false) => ({ field_name, is_display: true, is_require })

test("a blank form has the site's boxes and no agreement (R-3.49, R-3.50, R-2.12)", () => {
  expect(startingValues({ signIn: SIGN_IN, saved: null, answers: [] })).toMatchObject({
    acceptMailMagazine: true,
    acceptTeamLabMailMagazine: false,
    termsAccepted: false,
    email: '',
  })
})

test('the form shows the answers of the order, the address in both its fields (R-3.64, R-3.08–3.19)', () => {
  const answers = [
    { key: 'fullname', value: ' Taro ' },
    { key: 'email', value: 'taro@example.com' },
    { key: 'mail_magazine', value: 'false' },
    { key: 'shoe_size', value: '27' },
  ]
  const saved = { termsAccepted: true, acceptMailMagazine: true, acceptTeamLabMailMagazine: true }
  const values = startingValues({ signIn: SIGN_IN, saved, answers })
  expect(values).toMatchObject({
    name: ' Taro ',
    email: 'taro@example.com',
    emailAgain: 'taro@example.com',
    acceptMailMagazine: false,
    acceptTeamLabMailMagazine: true,
    termsAccepted: true,
  })
  expect(values).not.toHaveProperty('shoe_size')
})

test('the body has displayed fields alone, magazines as text, "no answer" left out (R-5.04–5.08, R-7.77–7.79)', () => {
  const values = {
    ...startingValues({ signIn: SIGN_IN, saved: null, answers: [] }),
    name: ' Taro ',
    age: 'noSend',
    gender: 'no_answer',
  }
  const templates = [shown('fullname'), shown('age'), shown('gender'), shown('teamlab_mail_magazine')]
  expect(contentsOf(values, [...templates, { ...shown('phone'), is_display: false }])).toEqual([
    { key: 'fullname', value: ' Taro ' },
    { key: 'gender', value: 'no_answer' },
    { key: 'teamlab_mail_magazine', value: 'false' },
  ])
})

test("blank fields are filled with a member's details, the address twice; answers of the visitor stay (R-3.139)", () => {
  const values = { ...startingValues({ signIn: SIGN_IN, saved: null, answers: [] }), name: '山田 花子' }
  const known = [
    { key: 'fullname', value: 'ヤマダ' },
    { key: 'email', value: 'hanako@example.com' },
    { key: 'age', value: '30-34' },
    { key: 'mail_magazine', value: 'false' },
  ]
  expect(filledIn(values, known)).toEqual({
    ...values,
    email: 'hanako@example.com',
    emailAgain: 'hanako@example.com',
    age: '30-34',
  })
})

test('what is optional is folded, what is required is not; unknown fields are left out (R-5.05)', () => {
  const { main, optional, magazines } = shownFields([
    shown('fullname', true),
    shown('gender', true),
    shown('age'),
    shown('mail_magazine'),
    shown('shoe_size'),
    { ...shown('phone', true), is_display: false },
  ])
  expect(main.map(({ field }) => field)).toEqual(['fullname', 'gender'])
  expect(optional.map(({ field }) => field)).toEqual(['age'])
  expect(magazines).toEqual(['mail_magazine'])
})

test('a form with all fields, and only the necessary ones required, asks for the address, twice, and folds everything else (R-2.10)', () => {
  const names = ['fullname', 'email', 'phone', 'address', 'resident_area', 'age', 'gender'] as const
  const questions = ['questionnaire1', 'questionnaire2', 'questionnaire3'] as const
  const { main, optional } = shownFields([...names, ...questions].map(name => shown(name)))
  const repeatedAddress = 1
  expect(main.length + repeatedAddress).toBe(2)
  expect(optional).toHaveLength(9)
})
