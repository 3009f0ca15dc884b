/** Names of what may open something, or says something of a person. */
const SECRET =
  /token|pass|secret|key|nonce|cookie|seal|cptok|terkn|code|browser|user|account_id|^md$|return_md/i
/** What references look like at every provider; sealed and encrypted things are longer. */
const REFERENCE = /^[\w.:/ -]{1,64}$/

/** References as they may stand on a screen: what may be a secret is only said to be there. */
export function shownRefs(refs: unknown): Record<string, string> {
  if (typeof refs !== 'object' || refs === null) return {}
  return Object.fromEntries(
    Object.entries(refs).map(([name, value]) => [
      name,
      typeof value === 'string' && REFERENCE.test(value) && !SECRET.test(name) ? value : '(kept, not shown)',
    ]),
  )
}
