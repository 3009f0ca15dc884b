import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { TEST_CARDS } from '@kippu/simulators/core/test-cards'

const dataDir = (): string => process.env['E2E_DATA_DIR'] ?? ''

/** Where the store, the simulators and their launcher write everything they say. */
export function stackLog(): string {
  return path.join(dataDir(), 'stack.log')
}

/** Every line of every log of this run, the database's as well. */
export function loggedLines(): string[] {
  const files = globSync('**/*.log', { cwd: dataDir() })
  const lines = files.flatMap(file => readFileSync(path.join(dataDir(), file), 'utf8').split('\n'))
  return lines.filter(line => line !== '' && !isTestCard(line))
}

/** The launcher tells people the test cards to try, each in a line of its own. */
function isTestCard(line: string): boolean {
  const words = stripVTControlCharacters(line)
  return TEST_CARDS.some(({ last4, en }) => words.startsWith('  4000 ') && words.endsWith(`${last4}   ${en}`))
}
