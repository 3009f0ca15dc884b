import type { ReactElement } from 'react'

/** The five named steps of a purchase, in order. */
export const STEPS = ['order', 'sign_in', 'payment', 'confirm', 'complete'] as const
export type Step = (typeof STEPS)[number]

/** One row of a route table. */
export interface ScreenRoute {
  /** Path inside the hash, as React Router writes it: `/id/:reservationToken`. */
  readonly path: string
  readonly screen: ReactElement
  /** The step of the purchase that the screen belongs to, if any. */
  readonly step?: Step
  /** Payments of changes of time lead to it as well, which belong to no step. */
  readonly isOfAnyPayment?: boolean
  /** Whether the document itself carries every word of the screen, so that it need not wait for the texts call. */
  readonly hasFirstTexts?: boolean
  /** A display of the house, which nobody operates, has the whole window, without header, footer and dialogs. */
  readonly isDisplay?: boolean
  /** Loads the code of the next screen while the visitor reads this one. */
  readonly prefetch?: () => Promise<unknown>
}
