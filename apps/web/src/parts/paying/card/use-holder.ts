import { foldWidth } from '@kippu/domain/form/normalise'
import { cardName, firstViolation, required } from '@kippu/domain/form/rules'
import type { Violation } from '@kippu/domain/form/rules'
import { useState } from 'react'

import { useTextOfKey } from '../../../i18n/texts.tsx'
import { useShownError } from '../../../ui/use-shown-error.ts'

export interface Holder {
  /** The content of the field. */
  readonly typed: string
  /** In half width, without outer blanks. */
  readonly name: string
  /** The fault, once it is shown. */
  readonly error: string | undefined
  /** The field was left with nothing wrong. */
  readonly isRight: boolean
  readonly change: (typed: string) => void
  readonly leave: () => void
  /** Whether the name is valid; if not, shows why. */
  readonly check: () => boolean
}

/**
 * The name on a card: 1 to 30 Latin letters and spaces; full-width ones become half-width. Its error is shown like
 * those of the buyer form. It begins with the buyer's, where a card may have it.
 */
export function useHolder(buyer: string): Holder {
  const textOf = useTextOfKey()
  const [typed, setTyped] = useState(() => (violationOf(buyer) === null ? buyer : ''))
  const [isTouched, setTouched] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const name = foldWidth(typed).trim()
  const violation = violationOf(name)
  const error = isTouched && violation !== null ? textOf(violation.key, violation.params) : undefined
  const { shown, leave } = useShownError(error, typed, isAsked)
  // The next error waits for a pause again.
  if (violation === null && isAsked) setAsked(false)
  return {
    typed,
    name,
    error: shown,
    isRight: isLeft && violation === null,
    change: next => {
      setTyped(next)
      setTouched(true)
    },
    leave: () => {
      setTyped(name)
      setLeft(true)
      leave()
    },
    check: () => {
      setTouched(true)
      setAsked(violation !== null)
      return violation === null
    },
  }
}

function violationOf(name: string): Violation | null {
  return firstViolation(name, [required(), cardName()])
}
