/*
 * Runs in the browser before the document does, and records when each part becomes visible. Times are in ms since
 * navigation. A price counts once the frame that shows it has been drawn.
 */
;(() => {
  const seen = {
    priceOnScreen: null,
    dayPrices: null,
    firstPaint: null,
    largestPaint: null,
    shift: 0,
    blocked: 0,
  }
  globalThis.firstView = seen

  // A price, or a difference under a day of the calendar that moves a visit.
  const price = /\d,\d{3}|[+\u2212\u00b1]\d/
  const isDrawn = element =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().height > 0
  const isOnScreen = element => {
    const { top, bottom } = element.getBoundingClientRect()
    return isDrawn(element) && top >= 0 && bottom <= innerHeight
  }
  // Stops at the first match: it runs within a frame, and a longer search would delay that frame.
  const hasPrice = (selector, isSeen) => {
    for (const element of document.querySelectorAll(selector))
      if (element.childElementCount === 0 && price.test(element.textContent) && isSeen(element)) return true
    return false
  }
  const note = what => setTimeout(() => (seen[what] ??= performance.now()), 0)

  const look = () => {
    if (seen.priceOnScreen === null && hasPrice('body *', isOnScreen)) note('priceOnScreen')
    if (seen.dayPrices === null && hasPrice('[data-date] *', isDrawn)) note('dayPrices')
    if (seen.priceOnScreen === null || seen.dayPrices === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  const observe = (type, use) =>
    new PerformanceObserver(list => list.getEntries().forEach(use)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
  observe('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value))
  observe('longtask', ({ duration }) => (seen.blocked += duration - 50))
})()
