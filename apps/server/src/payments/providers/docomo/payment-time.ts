/** The page of d払い closes this many seconds before our deadline, so that no payment arrives after it. */
export const MARGIN_SECONDS = 120

/** With less time left for the visitor, nothing is begun. */
export const LEAST_SECONDS = 60
