/** The page of d払い closes so long before our deadline, that no payment arrives after it (in seconds). */
export const MARGIN_SECONDS = 120

/** With less left for the visitor, nothing is begun. */
export const LEAST_SECONDS = 60
