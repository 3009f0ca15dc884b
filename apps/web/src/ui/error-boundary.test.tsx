import { expect, test, vi } from 'vitest'

import { render } from '../../test/render.tsx'
import { translatePage } from '../../test/translate.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StepList } from './step-list.tsx'

const reported = (): unknown[] => {
  const errors: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error))
  return errors
}

/** Words beside something that comes and goes, as no screen has them. */
const Bare = ({ name }: { readonly name: string }) => (
  <p>
    {name !== 'first' && <b>2 </b>}
    {name}
  </p>
)

const Broken = () => {
  throw new Error('a bug')
}

test('a page that a translator has changed is drawn anew, and says what it has to say', () => {
  const errors = reported()
  const broken = vi.fn<(error: unknown) => void>()
  const bounded = (name: string) => (
    <ErrorBoundary onBroken={broken}>
      <Bare name={name} />
    </ErrorBoundary>
  )
  const { element, show } = render(bounded('first'))
  translatePage(element)
  show(bounded('second'))
  expect(element.textContent).toBe('2 second')
  expect(errors).toHaveLength(1)
  expect(broken).not.toHaveBeenCalled()
})

test('a screen that throws shows nothing, tells of it, and gives way to the next one', () => {
  const errors = reported()
  const broken = vi.fn<(error: unknown) => void>()
  const { element, show } = render(
    <ErrorBoundary onBroken={broken}>
      <Broken />
    </ErrorBoundary>,
  )
  expect([element.textContent, errors.length, broken.mock.calls.length]).toEqual(['', 1, 1])
  show(<ErrorBoundary onBroken={broken}>the next one</ErrorBoundary>)
  expect(element.textContent).toBe('the next one')
})

test('the steps of a purchase go on under a translator, with no error', () => {
  const errors = reported()
  const steps = (current: number) => (
    <ErrorBoundary>
      <StepList
        label="steps"
        steps={['one', 'two', 'three']}
        current={current}
        progress={`${current + 1}/3`}
      />
    </ErrorBoundary>
  )
  const { element, show } = render(steps(0))
  for (const current of [1, 2, 1, 0]) {
    translatePage(element)
    show(steps(current))
    const shown = [...element.querySelectorAll('[aria-current="step"]')].map(({ textContent }) => textContent)
    expect(shown).toEqual([`${current + 1}${current + 1}/3: ${['one', 'two', 'three'][current]}`])
  }
  expect(errors).toEqual([])
})
