import { act } from 'react'
import { expect, test } from 'vitest'

import { render } from '../../test/render.tsx'
import { CheckboxField, TextField } from './field.tsx'

/** The words of a label that a screen reader says. */
function nameIn(element: HTMLElement): string {
  const label = element.querySelector('label')?.cloneNode(true)
  if (!(label instanceof HTMLElement)) throw new Error('no label')
  for (const unsaid of label.querySelectorAll('[aria-hidden="true"]')) unsaid.remove()
  return label.textContent.trim()
}

test('that a field is required is said once: by the input, and not by its name too', () => {
  const { element, show } = render(<TextField label="お名前" mark="必須" required />)
  expect([element.querySelector('input')?.required, nameIn(element)]).toEqual([true, 'お名前'])
  show(<CheckboxField label="同意します" mark="必須" required />)
  expect([element.querySelector('input')?.required, nameIn(element)]).toEqual([true, '同意します'])
})

test('a mark that the input does not say is in the name, a word of its own', () => {
  const { element } = render(<TextField label="Phone" mark="Optional" />)
  expect(nameIn(element)).toBe('Phone Optional')
})

test('an error is read out where it appears while the visitor is in the field, and after that when they come back to it', () => {
  const { element, show } = render(<TextField id="mail" label="Mail" />)
  const input = element.querySelector('input')
  const live = (): string | null | undefined =>
    element.querySelector('[aria-live]')?.getAttribute('aria-live')
  expect(live()).toBe('off')
  act(() => input?.focus())
  expect(live()).toBe('polite')
  show(<TextField id="mail" label="Mail" error="not an address" />)
  expect(element.querySelector('[aria-live=polite]')?.textContent).toContain('not an address')
  act(() => input?.blur())
  expect(live()).toBe('off')
  expect(input?.getAttribute('aria-describedby')).toBe('mail-error')
})
