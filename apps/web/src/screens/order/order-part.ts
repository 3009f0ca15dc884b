import type { OrderDraft } from '../../session/pieces.ts'
import type { Choice, Missing } from './order-choice.ts'

/** What every part of the page after the day is given. */
export interface OrderPartProps {
  readonly choice: Choice
  /** What the visitor left out when going on, if anything. */
  readonly missing: Missing | null
  readonly onChoose: (changes: Partial<OrderDraft>) => void
}
