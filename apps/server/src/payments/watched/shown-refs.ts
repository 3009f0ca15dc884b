/** Names of references that may be secret or personal. */
const SECRET =
  /token|pass|secret|key|nonce|cookie|seal|cptok|terkn|code|browser|user|account_id|^md$|return_md/i
/** The form of a provider's references; sealed and encrypted values are longer. */
const REFERENCE = /^[\w.:/ -]{1,64}$/

/** References that may be displayed: of a possible secret only its presence is shown. */
export function shownRefs(refs: unknown): Record<string, string> {
  if (typeof refs !== 'object' || refs === null) return {}
  return Object.fromEntries(
    Object.entries(refs).map(([name, value]) => [
      name,
      typeof value === 'string' && REFERENCE.test(value) && !SECRET.test(name) ? value : '(kept, not shown)',
    ]),
  )
}
