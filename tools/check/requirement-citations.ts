import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { ERROR_ROWS } from './error-rows.ts'
import { citedIds } from './requirement-rows.ts'

const TESTS = ['{packages,apps,demo,tools,e2e}/**/*.test.{ts,tsx}', 'apps/server/test/**/*.ts']

/** Only tests of the server, of a screen or of a browser story can reach an answer of the server. */
const MEETS_ANSWERS = /^(?:apps|e2e)\//
/** Such a test iterates over all codes, so it holds the list and none of the codes. */
const WALKS_ALL_CODES = /^import\s[^;]*?\bERRORS\b[^;]*?\bfrom\s+['"][^'"]*\/errors(?:\.ts)?['"]/m

export interface Citation {
  readonly id: string
  /** The test file, by its path under the root. */
  readonly file: string
  /** Whether the file can reach the behaviour of the row: a list of codes reaches no code. */
  readonly holds: boolean
}

/** Every row that a test file under `root` cites, once for each file. */
export function findCitations(root: string): Citation[] {
  const files = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] })
  return files
    .filter(file => !path.basename(file).startsWith('requirement-'))
    .flatMap(file => {
      const source = readFileSync(path.join(root, file), 'utf8')
      const holdsCodes = MEETS_ANSWERS.test(file) && !WALKS_ALL_CODES.test(source)
      const ids = [...new Set(citedIds(source))]
      return ids.map(id => ({ id, file, holds: holdsCodes || !Object.hasOwn(ERROR_ROWS, id) }))
    })
}
