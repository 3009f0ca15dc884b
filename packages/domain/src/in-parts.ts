/** Rows some at a time, in their order. */
export function* inParts<T>(rows: Iterable<T>, size: number): Generator<readonly T[], void, void> {
  let part: T[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
