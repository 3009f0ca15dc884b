/**
 * Takes over from the script of the document, which marks a day that is pressed before React has hydrated the calendar (decision 74): the press
 * is made again, and the day is chosen like any other.
 */
export function takeEarlyPress(): void {
  const root = document.documentElement
  root.dataset['alive'] = ''
  const { pressed } = root.dataset
  if (pressed === undefined) return
  delete root.dataset['pressed']
  const day = root.querySelector<HTMLElement>(`[data-date="${pressed}"]`)
  // A reload brings back the day of before: it is chosen already, with its time.
  if (day?.closest('[aria-selected="true"]')) return
  // React knows the day as it was written.
  day?.setAttribute('aria-pressed', 'false')
  day?.click()
}
