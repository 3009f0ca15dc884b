import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { withoutComments } from './stray-words.ts'

const SOURCES = ['packages/*/src/**/*.ts', 'apps/{server,web}/src/**/*.{ts,tsx}', 'e2e/**/*.ts']
const TEST = /\.test\.tsx?$/

/** The one file that knows what each booking type and each kind of visit means. */
const OWNER = 'packages/domain/src/visit-time.ts'

/** Booking types, and the kinds of visit that they sell. */
const NAME = String.raw`['"](?:period|date|time|day|slot)['"]`
const COMPARISON = new RegExp(String.raw`[!=]==?\s*${NAME}|${NAME}\s*[!=]==?`)

/**
 * Lines of product code and of browser stories under `root` that compare with a single booking type or kind of visit: a
 * new one would pass by them as if it were another. A `switch` or a `Record` over all of them does not compile instead.
 */
export function findBookingTypeComparisons(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root }).filter(file => !TEST.test(file) && file !== OWNER)
  return files.toSorted().flatMap(file => {
    const lines = withoutComments(readFileSync(path.join(root, file), 'utf8')).split('\n')
    return lines.flatMap((line, index) =>
      COMPARISON.test(line)
        ? [`${file}:${index + 1}: a booking type is compared with; switch over visitKindOf instead`]
        : [],
    )
  })
}
