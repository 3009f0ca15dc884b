import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { click, render } from '../../../test/render.tsx'
import { startingValues } from './buyer-values.ts'
import type { BuyerValues } from './buyer-values.ts'
import { CustomerForm } from './customer-form.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const TEMPLATES = ['fullname', 'email', 'phone'].map(field_name => ({
  field_name,
  is_display: true,
  is_require: field_name !== 'phone',
}))

function openForm(changes: Partial<ComponentProps<typeof CustomerForm>> = {}) {
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
    view,
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

const leave = (input: HTMLInputElement) =>
  act(async () => {
    input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })

test('an empty field that was visited and left shows no error (R-5.22, design §9)', async () => {
  const { input, error } = openForm()
  input('email').focus()
  await leave(input('email'))
  expect(error('email')).toBeNull()
})

test('an error comes with the letter that makes it, before the field is left, and goes as soon as it is right (R-5.22)', async () => {
  const { input, error } = openForm()
  await type(input('email'), 'a')
  expect(error('email')).toBe('メールアドレスの形をお確かめください。')
  expect(input('email').getAttribute('aria-invalid')).toBe('true')
  await type(input('email'), 'a@b.co')
  expect(error('email')).toBeNull()
})

test('a field that was cleared tells the first broken rule only (R-5.23)', async () => {
  const { input, error } = openForm()
  await type(input('email'), 'a')
  await type(input('email'), '')
  expect(error('email')).toBe('入力してください。')
})

test('full-width input is no error, and is shown folded once the field is left (D-27)', async () => {
  const { input, error } = openForm()
  await type(input('email'), 'ｔａｒｏ＠ｂ．ｃｏ')
  expect(error('email')).toBeNull()
  await leave(input('email'))
  expect(input('email').value).toBe('taro@b.co')
})

test('the second address follows the first: corrected above, it is wrong below (R-5.19)', async () => {
  const { input, error } = openForm()
  await type(input('email'), 'a@b.co')
  expect(error('emailAgain')).toBeNull()
  await type(input('emailAgain'), 'a@b.co')
  await type(input('email'), 'a@b.com')
  expect(error('emailAgain')).toBe('上のメールアドレスと一致しません。')
})

test('nothing is sent without the agreement; the summary names every field and takes the focus (R-2.12)', async () => {
  const { element, onSubmit, submit } = openForm()
  await submit()
  expect(onSubmit).not.toHaveBeenCalled()
  const summary = element.querySelector('[role=alert]')
  expect([...summary!.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    '#buyer-name',
    '#buyer-email',
    '#buyer-emailAgain',
    '#buyer-termsAccepted',
  ])
  expect(document.activeElement).toBe(summary)
  click(summary!.querySelector('a'))
  expect(document.activeElement?.id).toBe('buyer-name')
})

test('a form that is right is sent once', async () => {
  const { onSubmit, input, submit } = openForm()
  await type(input('name'), '𠮷田 太郎')
  await type(input('email'), 'a@b.co')
  await type(input('emailAgain'), 'a@b.co')
  await act(async () => input('termsAccepted').click())
  await submit()
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: '𠮷田 太郎', email: 'a@b.co', phone: '' })
})

test('an address that is proved stays as it is, and says that another one needs a new order (S-1.11)', async () => {
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
