import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { changeLanguage } from '../../session/chosen-language.ts'
import { openSession } from '../../session/session.ts'
import { startingValues } from './buyer-values.ts'
import type { BuyerValues } from './buyer-values.ts'
import { takeUnsentAnswers, useAnswersHandedOver } from './unsent-answers.ts'

const { signIn } = buildFirstView().site
const TYPED: BuyerValues = {
  ...startingValues({ signIn, saved: null, answers: [{ key: 'email', value: 'hanako@b.co' }] }),
  name: '吉田 花子',
  emailAgain: 'hanako@',
}

/** A form that the visitor has partly filled in. */
function HalfFilled(): null {
  useAnswersHandedOver(useForm({ defaultValues: TYPED }))
  return null
}

let reload: MockInstance<Location['reload']>
beforeEach(async () => {
  sessionStorage.clear()
  reload = vi.spyOn(location, 'reload').mockReturnValue()
  await openSession('demo')
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

test('a form that is no longer shown hands over nothing', async () => {
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
