/*
 * Runs in the browser before the document does: an impatient visitor who presses the first open day until it is chosen.
 */
;(() => {
  const seen = { dayChosen: null }
  globalThis.firstView = seen
  const timer = setInterval(() => {
    const day = document.querySelector('[data-date][aria-disabled="false"]')
    if (day?.getAttribute('aria-pressed') === 'true') {
      seen.dayChosen = performance.now()
      clearInterval(timer)
    } else day?.click()
  }, 25)
})()
