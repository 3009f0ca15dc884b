import { foldWidth } from '@kippu/domain/form/normalise'
import { cardName, firstViolation, required } from '@kippu/domain/form/rules'
import { useState } from 'react'

import { useTextOfKey } from '../../../i18n/texts.tsx'

export interface Holder {
  /** The content of the field. */
  readonly typed: string
  /** In half width, without outer blanks. */
  readonly name: string
  readonly error: string | undefined
  readonly change: (typed: string) => void
  readonly fold: () => void
  /** Whether the name is valid; if not, shows why. */
  readonly check: () => boolean
}

/** The name on a card: 1 to 30 Latin letters and spaces; full-width ones become half-width (D-27). */
export function useHolder(): Holder {
  const textOf = useTextOfKey()
  const [typed, setTyped] = useState('')
  const [isTouched, setTouched] = useState(false)
  const name = foldWidth(typed).trim()
  const violation = firstViolation(name, [required(), cardName()])
  return {
    typed,
    name,
    error: isTouched && violation !== null ? textOf(violation.key, violation.params) : undefined,
    change: next => {
      setTyped(next)
      setTouched(true)
    },
    fold: () => setTyped(name),
    check: () => {
      setTouched(true)
      return violation === null
    },
  }
}
