import { contentsOf } from '@kippu/domain/form/order-fields'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { click, render } from '../../../test/render.tsx'
import { startingValues } from './buyer-values.ts'
import type { BuyerValues } from './buyer-values.ts'
import { CustomerForm } from './customer-form.tsx'
import { PAUSE } from '../../ui/use-shown-error.ts'
import { VisitConditions } from './visit-conditions.tsx'

const view = buildFirstView({
  texts: { ...textsOf('ja'), site_question1: 'どこでお知りになりましたか', site_question1_tv: 'テレビ' },
})
const TEMPLATES = ['fullname', 'email', 'phone'].map(field_name => ({
  field_name,
  is_display: true,
  is_require: field_name !== 'phone',
}))

function openForm(changes: Partial<ComponentProps<typeof CustomerForm>> = {}, at = view) {
  const onSubmit = vi.fn<(values: BuyerValues) => void>()
  const { element } = render(
    <CustomerForm
      templates={TEMPLATES}
      startingValues={startingValues({ signIn: view.site.signIn, saved: null, answers: [] })}
      conditions={<p>conditions</p>}
      isSending={false}
      onSubmit={onSubmit}
      {...changes}
    />,
    at,
  )
  const input = (key: string) => element.querySelector<HTMLInputElement>(`#buyer-${key}`)!
  const error = (key: string) => element.querySelector(`#buyer-${key}-error`)?.textContent?.trim() ?? null
  const submit = () =>
    act(async () => element.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  return { element, onSubmit, input, error, submit }
}

function type(input: HTMLInputElement, text: string): Promise<void> {
  return act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const choose = (select: HTMLSelectElement, value: string) =>
  act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

const leave = (input: HTMLInputElement) =>
  act(async () => {
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })

test('an empty field that was visited and left shows no error (R-5.22)', async () => {
  const { input, error } = openForm()
  input('email').focus()
  await leave(input('email'))
  expect(error('email')).toBeNull()
})

/** The pause after which an error is shown. */
const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(PAUSE)))

describe('an error that is typed (R-5.22, D-69)', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('appears in a pause, before the field is left, and disappears as soon as the value is valid', async () => {
    const { input, error } = openForm()
    await type(input('email'), 'a')
    expect(error('email')).toBeNull()
    await pause()
    expect(error('email')).toBe('メールアドレスの形式をお確かめください。')
    expect(input('email').getAttribute('aria-invalid')).toBe('true')
    await type(input('email'), 'a@b.co')
    expect(error('email')).toBeNull()
  })

  test('appears when the field is left, without a pause', async () => {
    const { input, error } = openForm()
    await type(input('email'), 'a')
    await leave(input('email'))
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
    expect(error('email')).toBe('メールアドレスの形式をお確かめください。')
  })

  test('of a field that was cleared is the first broken rule only (R-5.23)', async () => {
    const { input, error } = openForm()
    await type(input('email'), 'a')
    await type(input('email'), '')
    await pause()
    expect(error('email')).toBe('入力してください。')
  })

  test('of a second address is not told while it is typed, letter by letter', async () => {
    const { input, error } = openForm()
    await type(input('email'), 'a@b.co')
    for (const typed of ['a', 'a@', 'a@b', 'a@b.', 'a@b.c', 'a@b.co']) {
      await type(input('emailAgain'), typed)
      expect(error('emailAgain')).toBeNull()
    }
    await pause()
    expect(error('emailAgain')).toBeNull()
  })

  test('of a second address is told in the pause after a correction above, not at each letter of it (R-5.19)', async () => {
    const { input, error } = openForm()
    await type(input('email'), 'a@b.co')
    expect(error('emailAgain')).toBeNull()
    await type(input('emailAgain'), 'a@b.co')
    await type(input('email'), 'a@b.com')
    expect(error('emailAgain')).toBeNull()
    await pause()
    expect(error('emailAgain')).toBe('上のメールアドレスと一致しません。お確かめください。')
    await type(input('emailAgain'), 'a@b.com')
    expect(error('emailAgain')).toBeNull()
  })
})

test('a field that was left with nothing wrong has a tick, and loses it with what is wrong', async () => {
  const { input } = openForm()
  const ticks = () => ['name', 'email'].map(key => input(key).parentElement!.querySelectorAll('svg').length)
  await leave(input('name'))
  await type(input('email'), 'a@b.co')
  expect(ticks()).toEqual([0, 0])
  await leave(input('email'))
  expect(ticks()).toEqual([0, 1])
  await type(input('email'), 'a@b')
  expect(ticks()).toEqual([0, 0])
})

test('full-width input is not an error, and becomes half-width once the field is left (D-27)', async () => {
  const { input, error } = openForm()
  await type(input('email'), 'ｔａｒｏ＠ｂ．ｃｏ')
  expect(error('email')).toBeNull()
  await leave(input('email'))
  expect(input('email').value).toBe('taro@b.co')
})

test('nothing is sent without the agreement; the summary names every field and takes the focus (R-2.12)', async () => {
  const { element, onSubmit, submit } = openForm()
  await submit()
  expect(onSubmit).not.toHaveBeenCalled()
  const summary = element.querySelector<HTMLElement>('section[tabindex]')
  expect([...summary!.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    '#buyer-name',
    '#buyer-email',
    '#buyer-emailAgain',
    '#buyer-termsAccepted',
  ])
  expect(document.activeElement).toBe(summary)
  // The focus reads it out once; a live region would read all of it again with each answer that is mended.
  expect(summary?.closest('[role=alert], [aria-live]')).toBeNull()
  const told = document.getElementById(summary?.getAttribute('aria-describedby') ?? '')
  expect(told?.querySelectorAll('a')).toHaveLength(4)
  click(summary!.querySelector('a'))
  expect(document.activeElement?.id).toBe('buyer-name')
})

test('a valid form is sent once', async () => {
  const { onSubmit, input, submit } = openForm()
  await type(input('name'), '𠮷田 太郎')
  await type(input('email'), 'a@b.co')
  await type(input('emailAgain'), 'a@b.co')
  await act(async () => input('termsAccepted').click())
  await submit()
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: '𠮷田 太郎', email: 'a@b.co', phone: '' })
})

test('a proved address cannot be changed, and the form says that another one needs a new order (S-1.11)', async () => {
  const answers = [{ key: 'email', value: 'a@b.co' }]
  const { element, onSubmit, input, submit } = openForm({
    isEmailProved: true,
    startingValues: startingValues({ signIn: view.site.signIn, saved: null, answers }),
  })
  expect(input('email').readOnly).toBe(true)
  expect(element.querySelector('#buyer-email-help')?.textContent).toContain('新しくご注文')
  expect(element.querySelector('#buyer-emailAgain')).toBeNull()
  expect(element.querySelector('button[type=submit]')?.textContent).toBe('次へ進む')
  await type(input('name'), '𠮷田 花子')
  await act(async () => input('termsAccepted').click())
  await submit()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: '𠮷田 花子', email: 'a@b.co' })
})

const shown = (field_name: string, is_require = false) => ({ field_name, is_display: true, is_require })

test('the site decides which fields are shown and which are required; unknown fields are not shown (R-2.10, R-5.04, R-5.05)', () => {
  const hidden = { ...shown('address', true), is_display: false }
  const { element, input } = openForm({
    templates: [shown('fullname', true), shown('email'), shown('phone'), shown('shoe_size', true), hidden],
  })
  const labels = [...element.querySelectorAll('label')].map(label => label.textContent)
  expect(labels.slice(0, 4)).toEqual([
    'お名前 必須',
    'メールアドレス 必須',
    'メールアドレス（確認） 必須',
    '電話番号 任意',
  ])
  expect([input('name').required, input('phone').required]).toEqual([true, false])
  expect(element.textContent).not.toContain('shoe_size')
  expect(input('address')).toBeNull()
})

test('age, gender and the first question are lists, names are typed (R-3.20, R-2.11, R-3.51)', () => {
  const { element } = openForm(
    {
      templates: ['fullname', 'email', 'age', 'gender', 'questionnaire1', 'questionnaire2'].map(name =>
        shown(name),
      ),
    },
    { ...view, site: { ...view.site, signIn: { ...view.site.signIn, question1: ['tv'] } } },
  )
  const kindOf = (key: string) => element.querySelector(`#buyer-${key}`)?.tagName
  expect(['age', 'gender', 'questionnaire1'].map(kindOf)).toEqual(['SELECT', 'SELECT', 'SELECT'])
  expect(['name', 'questionnaire2'].map(kindOf)).toEqual(['INPUT', 'INPUT'])
  expect(element.querySelector('label[for=buyer-questionnaire1]')?.textContent).toContain(
    'どこでお知りになりましたか',
  )
  expect(element.querySelector('details')?.open).toBe(false)
})

test('the browser can fill in the fields, and phones show the right keys (WCAG 1.3.5)', () => {
  const { element } = openForm({
    templates: ['fullname', 'email', 'phone', 'address', 'resident_area', 'gender'].map(name => shown(name)),
  })
  const hints = [...element.querySelectorAll('[id^=buyer-][autocomplete]')].map(it => [
    it.id.replace('buyer-', ''),
    it.getAttribute('autocomplete'),
  ])
  expect(Object.fromEntries(hints)).toEqual({
    name: 'name',
    email: 'email',
    emailAgain: 'email',
    phone: 'tel',
    address: 'street-address',
    residentArea: 'address-level1',
    gender: 'sex',
  })
})

test('the boxes of the magazines start as the site has set them, and are sent as text (R-3.13, R-3.14, R-3.49, R-3.50, R-7.78, D-83)', async () => {
  const templates = [shown('email'), shown('mail_magazine'), shown('teamlab_mail_magazine')]
  const answers = [{ key: 'email', value: 'a@b.co' }]
  const { element, input, onSubmit, submit } = openForm({
    templates,
    startingValues: startingValues({ signIn: view.site.signIn, saved: null, answers }),
  })
  const boxes = [...element.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false])
  await act(async () => input('termsAccepted').click())
  await submit()
  expect(contentsOf(onSubmit.mock.calls[0]![0], templates).slice(1)).toEqual([
    { key: 'mail_magazine', value: 'true' },
    { key: 'teamlab_mail_magazine', value: 'false' },
  ])
})

test('"no answer" is left out, "prefer not to say" is an answer, nothing selected is blank (R-5.06–5.08, D-25)', async () => {
  const templates = ['email', 'age', 'gender', 'resident_area'].map(name => shown(name))
  const answers = [{ key: 'email', value: 'a@b.co' }]
  const { element, input, onSubmit, submit } = openForm({
    templates,
    startingValues: startingValues({ signIn: view.site.signIn, saved: null, answers }),
  })
  await choose(element.querySelector('#buyer-age')!, 'noSend')
  await choose(element.querySelector('#buyer-gender')!, 'no_answer')
  await act(async () => input('termsAccepted').click())
  await submit()
  expect(contentsOf(onSubmit.mock.calls[0]![0], templates).slice(1)).toEqual([
    { key: 'gender', value: 'no_answer' },
    { key: 'resident_area', value: '' },
  ])
})

test('a required list without a choice is an error (R-3.54, R-5.12)', async () => {
  const { error, submit, onSubmit } = openForm({ templates: [shown('email'), shown('age', true)] })
  await submit()
  expect(error('age')).toBe('入力してください。')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an error in the folded questions unfolds them when the visitor goes to it', async () => {
  const { element, submit } = openForm({ templates: [shown('email'), shown('questionnaire3')] })
  await type(element.querySelector('#buyer-questionnaire3')!, 'あ'.repeat(1001))
  await submit()
  click(element.querySelector('a[href="#buyer-questionnaire3"]'))
  expect(element.querySelector('details')?.open).toBe(true)
  expect(document.activeElement?.id).toBe('buyer-questionnaire3')
})

test('the conditions lead to terms and privacy in a new tab (R-2.12)', () => {
  const { element } = openForm({ conditions: <VisitConditions caution={null} /> })
  const links = [...element.querySelectorAll<HTMLAnchorElement>('a[target=_blank]')]
  expect(links.map(link => [link.getAttribute('href'), link.rel])).toEqual([
    ['#/terms', 'noopener'],
    ['#/privacy', 'noopener'],
  ])
})
