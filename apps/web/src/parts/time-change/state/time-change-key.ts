/** Key of a change of time in the cache of answers. */
export function timeChangeKey(token: string): readonly unknown[] {
  return ['time change', token]
}
