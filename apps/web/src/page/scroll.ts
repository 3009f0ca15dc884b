/** Delay between a navigation and the scroll, in ms. */
const SCROLL_DELAY = 200

/**
 * Scrolls to the top after the delay: smoothly, or at once for a visitor who asked for less motion.
 *
 * @returns a function that cancels the scroll.
 */
export function scrollToTopSoon(): () => void {
  const timer = setTimeout(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
  }, SCROLL_DELAY)
  return () => clearTimeout(timer)
}
