import { useEffect } from 'react'

/**
 * The title that took the focus on arrival goes when a screen changes its face: the one that comes takes it over. Focus
 * that is elsewhere on the page stays there.
 *
 * @param face what tells one face of the screen from another.
 */
export function useFocusOnTitle(face: unknown): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (face !== undefined && isLost)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [face])
}
