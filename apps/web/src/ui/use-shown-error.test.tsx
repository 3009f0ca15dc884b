import { act } from 'react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { render } from '../../test/render.tsx'
import { PAUSE, useShownError } from './use-shown-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface FieldProps {
  readonly error: string | undefined
  readonly typed: string
  readonly isAsked?: boolean
}

function Field({ error, typed, isAsked }: FieldProps): ReactElement {
  const { shown, leave } = useShownError(error, typed, isAsked)
  return <input aria-label={shown ?? 'none'} onBlur={leave} />
}

function openField(first: FieldProps = { error: undefined, typed: '' }) {
  const { element, show } = render(<Field {...first} />)
  const input = element.querySelector('input')!
  return {
    type: (typed: string, error?: string) => show(<Field error={error} typed={typed} />),
    ask: (typed: string, error?: string) => show(<Field error={error} typed={typed} isAsked />),
    pass: (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
    leave: () => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    shown: () => input.getAttribute('aria-label'),
  }
}

test('an error is not shown with the letter that causes it, but after a pause of 800 ms (R-5.22)', async () => {
  const field = openField()
  field.type('a', 'wrong')
  await field.pass(PAUSE - 1)
  expect(field.shown()).toBe('none')
  await field.pass(1)
  expect(field.shown()).toBe('wrong')
})

test('each input begins the pause anew (R-5.22)', async () => {
  const field = openField()
  for (const typed of ['a', 'ab', 'abc', 'abcd']) {
    field.type(typed, 'wrong')
    await field.pass(PAUSE - 100)
    expect(field.shown()).toBe('none')
  }
})

test('it is shown at once when the field is left (R-5.22)', async () => {
  const field = openField()
  field.type('a', 'wrong')
  await field.leave()
  await field.pass(1)
  expect(field.shown()).toBe('wrong')
})

test.each(['pointerup', 'pointercancel'])(
  'what is pressed stays in its place until %s: only then the error of the field that was left is shown',
  async end => {
    const field = openField()
    field.type('a', 'wrong')
    window.dispatchEvent(new Event('pointerdown'))
    await field.leave()
    await field.pass(PAUSE)
    expect(field.shown()).toBe('none')
    window.dispatchEvent(new Event(end))
    await field.pass(1)
    expect(field.shown()).toBe('wrong')
  },
)

test('what is right when the field is left shows nothing, then and at the next letter', async () => {
  const field = openField()
  field.type('a@b.co')
  await field.leave()
  await field.pass(PAUSE)
  field.type('a@b.co.', 'wrong')
  await field.pass(100)
  expect(field.shown()).toBe('none')
})

test('once shown it follows every input, and goes with the one that mends it; the next error waits again (R-5.22)', async () => {
  const field = openField()
  field.type('a', 'wrong')
  await field.pass(PAUSE)
  field.type('', 'missing')
  expect(field.shown()).toBe('missing')
  field.type('a@b.co')
  expect(field.shown()).toBe('none')
  field.type('a@b.co.', 'wrong')
  await field.pass(PAUSE - 1)
  expect(field.shown()).toBe('none')
  await field.pass(1)
  expect(field.shown()).toBe('wrong')
})

test('a form that was sent in vain shows all of them at once', () => {
  const field = openField()
  field.ask('', 'missing')
  expect(field.shown()).toBe('missing')
})
