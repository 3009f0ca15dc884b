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
  const texts = selector =>
    [...document.querySelectorAll(selector)].filter(
      element => element.childElementCount === 0 && price.test(element.textContent),
    )
  const note = what => setTimeout(() => (seen[what] ??= performance.now()), 0)

  const look = () => {
    if (seen.priceOnScreen === null && texts('body *').some(isOnScreen)) note('priceOnScreen')
    if (seen.dayPrices === null && texts('[data-date] *').some(isDrawn)) note('dayPrices')
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
