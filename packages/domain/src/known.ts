/** The entry of a key that a map must have. @throws when it has none: nothing stands for what is not known. */
export function entryOf<Key extends string | number, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`there is no entry of ${key}`)
  return value
}

/** The item at a place that a list must have. @throws when it has none. */
export function itemAt<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`there is no item at ${place}`)
  return item
}
