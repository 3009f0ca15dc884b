import type { ReactElement } from 'react'

import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

interface StepperProps {
  readonly value: number
  readonly min?: number
  /** The current maximum, at which the plus button is disabled. */
  readonly max: number
  readonly onChange: (value: number) => void
  /** Names the counted thing, as the name of the group. */
  readonly label: string
  readonly fewerLabel: string
  readonly moreLabel: string
}

/** A quantity with a button on either side. A disabled button keeps its place and its focus. */
export function Stepper({ value, min = 0, max, onChange, ...labels }: StepperProps): ReactElement {
  const change = (next: number): void => {
    if (next >= min && next <= max) onChange(next)
  }
  return (
    <fieldset className={styles.stepper} aria-label={labels.label}>
      <button
        type="button"
        aria-label={labels.fewerLabel}
        aria-disabled={value <= min}
        onClick={() => change(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output className={styles.value} aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        aria-label={labels.moreLabel}
        aria-disabled={value >= max}
        onClick={() => change(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  )
}
