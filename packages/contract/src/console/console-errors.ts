/**
 * Every value that `error` may have in an answer of the console, and its HTTP status. Their words are the console's: visitors never
 * meet them.
 */
export const CONSOLE_ERRORS = {
  /** `fields` names each field of the request and the rule it breaks. */
  'invalid request': 400,
  /** No session, or one that has ended: of a person who left, of a passkey that was taken away, or by time. */
  'not signed in': 401,
  /** The role lacks the permission, or the person does not work at the site. */
  'not permitted': 403,
  /** The passkey was shown too long ago for a call of this weight. */
  'passkey needed again': 403,
  /** No passkey of this console, or an answer to another question: too old, used already, from another address. */
  'passkey not accepted': 400,
  /** Used, too old, or made for nobody. */
  'invitation not valid': 410,
  /** Not one of the unused codes of this person. */
  'recovery code not accepted': 400,
  /** It does not exist at a site where the person works. */
  'not found': 404,
  /** It can't be done; `why` says the reason. */
  refused: 409,
  /** It is another matter by now than what was seen; nothing was done. */
  'changed meanwhile': 409,
  /** It is too much for one person. */
  'second person needed': 409,
  /** Nobody agreed to this, or not to exactly this, or no longer; `why` says the reason. */
  'approval not valid': 403,
  /** The first request with this key is still at work. */
  'request in progress': 409,
  /** The key was sent before with another request. */
  'key reused': 422,
  /** There has to be another owner of all sites. */
  'last owner': 409,
  /** Nobody takes away the only passkey with which they come in. */
  'last passkey': 409,
  'too many requests': 429,
  /** The database is away. */
  busy: 503,
} as const satisfies Record<string, number>

export type ConsoleError = keyof typeof CONSOLE_ERRORS

export function isConsoleError(value: unknown): value is ConsoleError {
  return typeof value === 'string' && Object.hasOwn(CONSOLE_ERRORS, value)
}
