import { useCallback, useEffect, useRef, useState } from 'react'

/** The pause after which an error is shown, in ms. */
export const PAUSE = 800

let isPressed = false
const waiting: (() => void)[] = []

function release(): void {
  isPressed = false
  for (const show of waiting.splice(0)) setTimeout(show)
}
addEventListener('pointerdown', () => void (isPressed = true), true)
addEventListener('pointerup', release, true)
addEventListener('pointercancel', release, true)

/** A message may move what is below it: while a pointer is down on that, it waits, or the press would be lost. */
function whenReleased(show: () => void): void {
  if (isPressed) waiting.push(show)
  else show()
}

interface ShownError {
  /** The error, once it is shown. */
  readonly shown: string | undefined
  /** The field was left. */
  readonly leave: () => void
}

/**
 * When the error of a field is shown. Rules run at every input; what they find is shown from the first pause of 800 ms,
 * or when the field is left. Shown once, it follows every input, and disappears with the one that mends it. So nobody
 * is told at the first letter that an address is wrong, and a second one is not called different while it is typed.
 *
 * @param error what the rules say of what is typed now.
 * @param typed changes with every input that the error depends on: the pause begins anew.
 * @param isAsked whether all errors are to be shown at once, as after a form was sent in vain.
 */
export function useShownError(error: string | undefined, typed: string, isAsked = false): ShownError {
  const [isSettled, setSettled] = useState(false)
  const newest = useRef(error)
  const hasError = error !== undefined
  useEffect(() => {
    newest.current = error
  }, [error])
  const settle = useCallback(() => whenReleased(() => setSettled(newest.current !== undefined)), [])
  useEffect(() => {
    if (!hasError) return
    const timer = setTimeout(settle, PAUSE)
    return () => clearTimeout(timer)
  }, [hasError, typed, settle])
  // The next error waits for a pause again.
  if (!hasError && isSettled) setSettled(false)
  return {
    shown: isSettled || isAsked ? error : undefined,
    // The rules may still be running on the last input.
    leave: () => void setTimeout(settle),
  }
}
