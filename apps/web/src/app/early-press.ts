/**
 * Takes over from the script of the document, which marks what is pressed in the calendar before React has hydrated it (decision 74), and which
 * product and language are chosen: the press is made again, so that a day is chosen and a month turned like any other.
 */
export function takeEarlyPress(): void {
  const root = document.documentElement
  root.dataset['alive'] = ''
  for (const field of root.querySelectorAll<HTMLInputElement>(
    'select[data-changed],[data-changed]:checked',
  )) {
    delete field.dataset['changed']
    // React knows the field as it was changed.
    field.checked = false
    field.click()
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const button = root.querySelector<HTMLElement>('[data-pressed]')
  if (button === null) return
  delete button.dataset['pressed']
  // A reload brings back the day of before: it is chosen already, with its time.
  if (button.closest('[aria-selected="true"]')) return
  // React knows the day as it was written.
  if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', 'false')
  button.click()
}
