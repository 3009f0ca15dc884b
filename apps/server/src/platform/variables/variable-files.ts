import { readFileSync } from 'node:fs'

import { EnvError } from './env-error.ts'

type Variables = Readonly<Record<string, string | undefined>>

const SUFFIX = '_FILE'

/** A variable whose value lies in a file: `SECRET_KEY_FILE=/run/secrets/secret_key`. */
export interface NamedFile {
  /** The name of the variable that is meant: `SECRET_KEY`. */
  readonly name: string
  readonly file: string
}

/** @param isOurs whether the store has a variable of this name. */
export function namedFiles(variables: Variables, isOurs: (name: string) => boolean): NamedFile[] {
  return Object.entries(variables).flatMap(([given, file]) => {
    const name = given.slice(0, -SUFFIX.length)
    return given.endsWith(SUFFIX) && file !== undefined && file !== '' && isOurs(name) ? [{ name, file }] : []
  })
}

/**
 * The variables with the contents of the files that they name, without the line break at the end: container engines and systemd hand
 * secrets over like that. @throws EnvError
 */
export function withFiles(variables: Variables, isOurs: (name: string) => boolean): Variables {
  const read = namedFiles(variables, isOurs).map(({ name, file }) => {
    if ((variables[name] ?? '') !== '') throw new EnvError(`${name}${SUFFIX}: must not be set beside ${name}`)
    return [name, contentOf(name, file)] as const
  })
  return read.length === 0 ? variables : { ...variables, ...Object.fromEntries(read) }
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new EnvError(`${name}${SUFFIX}: ${file} cannot be read (${why})`)
  }
}
