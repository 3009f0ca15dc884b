import * as v from 'valibot'

import { EnvError } from './env-error.ts'

/** Schemas for the variables of every provider's account: an account is given whole or not at all. */

export const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
export const url = v.pipe(v.string(), v.url('must be a URL'))
/** A list of origins with commas between them, such as `https://a.example,https://*.b.example`. */
export const origins = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[\w.*-]+(?:,https:\/\/[\w.*-]+)*$/, 'must be origins with commas between'),
  v.transform(value => value.split(',')),
)

/**
 * The values of an account's variables when all of them are set; null when none is.
 * @throws EnvError naming the first missing variable when only some are set.
 */
export function allOrNone<Name extends string>(
  variables: { readonly [name in Name]?: string | undefined },
  names: readonly Name[],
): { readonly [name in Name]: string } | null {
  const missing = names.find(name => variables[name] === undefined)
  if (isComplete(variables, names)) return variables
  const set = names.find(name => variables[name] !== undefined)
  if (set !== undefined) throw new EnvError(`${missing}: is not set, but ${set} is`)
  return null
}

function isComplete<Name extends string>(
  variables: { readonly [name in Name]?: string | undefined },
  names: readonly Name[],
): variables is { readonly [name in Name]: string } {
  return names.every(name => variables[name] !== undefined)
}
