/*
 * Runs in the browser before the document does: an impatient visitor who presses the first open day until the app has chosen it; the document
 * marks a pressed day before (decision 74), and that does not count.
 */
;(() => {
  const seen = { dayChosen: null }
  globalThis.firstView = seen
  const timer = setInterval(() => {
    const day = document.querySelector('[data-date][aria-disabled="false"]')
    if (day?.closest('td')?.getAttribute('aria-selected') === 'true') {
      seen.dayChosen = performance.now()
      clearInterval(timer)
    } else day?.click()
  }, 25)
})()
