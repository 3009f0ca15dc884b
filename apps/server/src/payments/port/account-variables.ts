import * as v from 'valibot'

import { EnvError } from '../../env-error.ts'

/** What the accounts of all providers are read with: each is all there, or not at all (S-7.14). */

export const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
export const url = v.pipe(v.string(), v.url('must be a URL'))
/** Origins with commas between, such as `https://a.example,https://*.b.example`; read as a list. */
export const origins = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[\w.*-]+(?:,https:\/\/[\w.*-]+)*$/, 'must be origins with commas between'),
  v.transform(value => value.split(',')),
)

/**
 * The values of an account's variables, once each of them is set; null when none is.
 * @throws EnvError naming the first that is missing when only some are set.
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
