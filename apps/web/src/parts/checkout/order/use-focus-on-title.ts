import { useEffect } from 'react'

/**
 * The title that took the focus on arrival disappears when a screen replaces its content: the new title takes the focus
 * over. A focus elsewhere on the page stays there.
 *
 * @param face identifies the content that the screen shows.
 */
export function useFocusOnTitle(face: unknown): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (face !== undefined && isLost)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [face])
}
