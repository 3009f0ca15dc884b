import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { ByStaff, StaffVerb } from '../src/platform/staff/staff-verb.ts'

export const SRC = path.join(import.meta.dirname, '../src')
const DEFINITION = /\bstaffVerb\(\{/g

export type AnyVerb = Pick<StaffVerb<never, never, unknown>, 'about'> &
  ((by: ByStaff<unknown>, input: object) => Promise<unknown>)

const isVerb = (x: unknown): x is AnyVerb =>
  typeof x === 'function' && 'about' in x && typeof x.about === 'object'

/** Every file of the source that defines a verb of the staff, and the verbs that it exports. */
export const FILES_OF_VERBS = await Promise.all(
  globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'staff/staff-verb.ts'] })
    .map(file => ({
      file,
      defined: [...readFileSync(path.join(SRC, file), 'utf8').matchAll(DEFINITION)].length,
    }))
    .filter(({ defined }) => defined > 0)
    .map(async ({ file, defined }) => {
      const exported: object = await import(path.join(SRC, file))
      const named = Object.entries(exported).flatMap(([as, verb]) => (isVerb(verb) ? [{ as, verb }] : []))
      return { file, defined, named, verbs: named.map(({ verb }) => verb) }
    }),
)

export const ALL_VERBS = FILES_OF_VERBS.flatMap(({ verbs }) => verbs)
