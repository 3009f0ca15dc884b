/** Three states of one value of JSON, and where they cannot be one. */
export type Merged = { readonly value: unknown } | 'conflict'

/**
 * Merges what two people made of one value, each unknown to the other: objects field by field, everything else is one thing. Two different changes of
 * one thing are a conflict; two that are the same are none.
 */
export function mergeValues(before: unknown, yours: unknown, theirs: unknown): Merged {
  if (isSame(before, theirs) || isSame(yours, theirs)) return { value: yours }
  if (isSame(before, yours)) return { value: theirs }
  if (!isObject(before) || !isObject(yours) || !isObject(theirs)) return 'conflict'
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(yours)])) {
    const one = mergeValues(before[name], yours[name], theirs[name])
    if (one === 'conflict') return one
    if (one.value !== undefined) merged[name] = one.value
  }
  return { value: merged }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values of JSON say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (!isObject(one) || !isObject(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => isSame(one[name], other[name]))
}
