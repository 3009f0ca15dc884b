/** A value of a row as it is now, and what a rule wrote there last; null: no rule wrote it. */
export interface RuledValue<V> {
  readonly value: V
  readonly ruled: V | null
}

/**
 * A value under a rule. One that is not what a rule wrote there was set by hand: it stays, and what the rule wrote last stays
 * beside it, so that it is known to be set by hand for ever, even where the rule says the same one day.
 */
export function ruledValue<V>(now: RuledValue<V>, wanted: V | undefined): RuledValue<V> {
  return wanted === undefined || isByHand(now) ? now : { value: wanted, ruled: wanted }
}

/** Whether somebody set it by hand. */
export function isByHand<V>({ value, ruled }: RuledValue<V>): boolean {
  return value !== ruled
}
