import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { TEST_CARDS } from '@kippu/simulators/core/test-cards'

const dataDir = (): string => process.env['E2E_DATA_DIR'] ?? ''

/** The file to which the store, the simulators and their launcher write their output. */
export function stackLog(): string {
  return path.join(dataDir(), 'stack.log')
}

/** Every line of every log of this run, including the database's. */
export function loggedLines(): string[] {
  const files = globSync('**/*.log', { cwd: dataDir() })
  const lines = files.flatMap(file => readFileSync(path.join(dataDir(), file), 'utf8').split('\n'))
  return lines.filter(line => line !== '' && !isTestCard(line))
}

/** The launcher prints the test cards, each on a line of its own. */
function isTestCard(line: string): boolean {
  const words = stripVTControlCharacters(line)
  return TEST_CARDS.some(({ last4, en }) => words.startsWith('  4000 ') && words.endsWith(`${last4}   ${en}`))
}
