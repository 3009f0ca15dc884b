/* Runs in the browser before the document does, and keeps for each press the time until the page has answered it, in ms. */
;(() => {
  const presses = new Map()
  globalThis.presses = presses
  new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) presses.set(interactionId, Math.max(duration, presses.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
})()
