import type { ChoiceKind } from './choice-kind.ts'

/** Leads through the choices on a narrow screen: one is open at a time, what is chosen folds to one line. */
export interface Guide {
  readonly isOpen: (kind: ChoiceKind) => boolean
  /** Opens a choice again. */
  readonly reopen: (kind: ChoiceKind) => void
  /** After a choice was made: folds it and goes to the next one. */
  readonly advance: (from: ChoiceKind, to: ChoiceKind) => void
}
