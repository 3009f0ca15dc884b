import { act } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { beforeEach, describe, expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { openSession, resetAll, resetOrder } from '../../session/session.ts'
import { startingValues } from './buyer-values.ts'
import type { BuyerValues } from './buyer-values.ts'
import { forgetUnsentAnswers, readUnsentAnswers, useKeepAnswers } from './unsent-answers.ts'

const { signIn } = buildFirstView().site
const BLANK: BuyerValues = startingValues({ signIn, saved: null, answers: [] })

/** A form that keeps what is typed. */
function openForm() {
  const forms: UseFormReturn<BuyerValues>[] = []
  function Kept(): null {
    const form = useForm({ defaultValues: BLANK })
    useKeepAnswers(form)
    forms.push(form)
    return null
  }
  const { show } = render(<Kept />)
  return {
    type: (name: string) => act(async () => forms.at(-1)?.setValue('name', name)),
    close: () => show(null),
  }
}

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
})

test('a form in which nothing was typed keeps nothing', () => {
  openForm().close()
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(readUnsentAnswers()).toBeNull()
})

test('what is typed comes back after a reload, again and again, and after the way back (R-4.14)', async () => {
  const form = openForm()
  await form.type('吉田 花')
  await form.type('吉田 花子')
  for (let load = 0; load < 2; load += 1) {
    await openSession('demo')
    expect(readUnsentAnswers()).toEqual({ ...BLANK, name: '吉田 花子' })
  }
  form.close()
  expect(readUnsentAnswers()).toMatchObject({ name: '吉田 花子' })
})

test('it lies in the storage of this tab, of this site, and nowhere else', async () => {
  await openForm().type('吉田 花子')
  expect(Object.keys(sessionStorage)).toEqual(['demo:unsent'])
  expect(JSON.stringify(localStorage)).not.toContain('花子')
  expect(document.cookie).not.toContain('花子')
  await openSession('mori')
  expect(readUnsentAnswers()).toBeNull()
})

test('once it is sent nothing of it is left, and the form that is still shown keeps nothing more', async () => {
  const form = openForm()
  await form.type('吉田 花子')
  forgetUnsentAnswers()
  expect(Object.keys(sessionStorage)).toEqual([])
  await form.type('吉田 花')
  expect(Object.keys(sessionStorage)).toEqual([])
})

describe.each([
  ['everything (R-8.17)', resetAll],
  ['the order (R-4.12)', resetOrder],
])('a reset of %s forgets what was typed', (_, reset) => {
  test('into a form that was left', async () => {
    const form = openForm()
    await form.type('吉田 花子')
    form.close()
    reset()
    expect(JSON.stringify(sessionStorage)).not.toContain('花子')
    expect(readUnsentAnswers()).toBeNull()
  })

  test('into the form that is shown, which keeps nothing more', async () => {
    const form = openForm()
    await form.type('吉田 花子')
    reset()
    await form.type('吉田 花')
    form.close()
    expect(readUnsentAnswers()).toBeNull()
  })
})

test('answers that do not fit the form are forgotten', () => {
  sessionStorage.setItem('demo:unsent', '{"name":1}')
  expect(readUnsentAnswers()).toBeNull()
})
