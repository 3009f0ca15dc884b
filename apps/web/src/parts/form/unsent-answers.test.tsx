import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { changeLanguage } from '../../session/chosen-language.ts'
import { openSession, resetAll, resetOrder } from '../../session/session.ts'
import { startingValues } from './buyer-values.ts'
import type { BuyerValues } from './buyer-values.ts'
import { takeUnsentAnswers, useAnswersKeptOverReload, useKeepAnswersInMemory } from './unsent-answers.ts'

const { signIn } = buildFirstView().site
const TYPED: BuyerValues = {
  ...startingValues({ signIn, saved: null, answers: [{ key: 'email', value: 'hanako@b.co' }] }),
  name: '吉田 花子',
  emailAgain: 'hanako@',
}

/** A form that the visitor has partly filled in. */
function HalfFilled(): null {
  useAnswersKeptOverReload(useForm({ defaultValues: TYPED }))
  return null
}

/** The same form, which the visitor can leave and come back to. */
function HalfFilledAndKept(): null {
  const form = useForm({ defaultValues: TYPED })
  useAnswersKeptOverReload(form)
  useKeepAnswersInMemory(form)
  return null
}

let reload: MockInstance<Location['reload']>
beforeEach(async () => {
  sessionStorage.clear()
  reload = vi.spyOn(location, 'reload').mockReturnValue()
  await openSession('demo')
  takeUnsentAnswers()
})
afterEach(() => vi.restoreAllMocks())

test('a change of the language keeps unsent answers over its one reload (R-4.14)', async () => {
  render(<HalfFilled />)
  changeLanguage('demo', 'en')
  expect(reload).toHaveBeenCalledOnce()
  await openSession('demo')
  expect(takeUnsentAnswers()).toEqual(TYPED)
})

test('the next load removes them from the storage at once, whatever page it shows', async () => {
  render(<HalfFilled />)
  changeLanguage('demo', 'en')
  expect(JSON.stringify(sessionStorage)).toContain('hanako@b.co')
  await openSession('demo')
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('they are returned once, and not to a later load', async () => {
  render(<HalfFilled />)
  changeLanguage('demo', 'en')
  await openSession('demo')
  takeUnsentAnswers()
  expect(takeUnsentAnswers()).toBeNull()
  await openSession('demo')
  expect(takeUnsentAnswers()).toBeNull()
})

test('a form keeps its answers when it closes, and they are returned once', () => {
  const { show } = render(<HalfFilledAndKept />)
  show(null)
  expect(takeUnsentAnswers()).toEqual(TYPED)
  expect(takeUnsentAnswers()).toBeNull()
})

describe.each([
  ['everything (R-8.17)', resetAll],
  ['the order (R-4.12)', resetOrder],
])('a reset of %s forgets the answers', (_, reset) => {
  test('of a form that was left', () => {
    const { show } = render(<HalfFilledAndKept />)
    show(null)
    reset()
    expect(takeUnsentAnswers()).toBeNull()
  })

  test('of the form that is shown, which closes after the reset', () => {
    const { show } = render(<HalfFilledAndKept />)
    reset()
    show(null)
    expect(takeUnsentAnswers()).toBeNull()
  })

  test('that a change of the language kept', async () => {
    const { show } = render(<HalfFilledAndKept />)
    changeLanguage('demo', 'en')
    show(null)
    takeUnsentAnswers()
    await openSession('demo')
    reset()
    expect(takeUnsentAnswers()).toBeNull()
  })
})

test('a form that is no longer shown stores nothing', async () => {
  const { show } = render(<HalfFilled />)
  show(null)
  changeLanguage('demo', 'en')
  await openSession('demo')
  expect(takeUnsentAnswers()).toBeNull()
})

test('answers that do not fit the form are forgotten', async () => {
  sessionStorage.setItem('demo:unsent', '{"name":1}')
  await openSession('demo')
  expect(takeUnsentAnswers()).toBeNull()
})
