import type { OrderDraft } from '../../session/pieces.ts'
import type { Choice, MissingChoice } from './order-choice.ts'

/** The props of every part of the page below the day. */
export interface OrderPartProps {
  readonly choice: Choice
  /** The choice that was missing when the visitor tried to go on, if any. */
  readonly missing: MissingChoice | null
  readonly onChoose: (changes: Partial<OrderDraft>) => void
}
