/** Small enough that nobody waits for it. */
export interface Batch {
  /** Anything older may go: the midnight in Japan with which the day after the last one of its time began. */
  readonly before: Date
  readonly now: Date
  readonly most: number
}
