import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../start/root.ts'

/**
 * Stores the medians of a benchmark, to be committed with the code that was measured, and beside them all that it
 * measured where Git does not look. Returns the name of the file with everything.
 *
 * @param medians With the command, the machine and the date.
 * @param samples Each round, each statement: too much to be kept with the code.
 */
export function writeResults(name: string, medians: object, samples: object = {}): string {
  writeJson(`bench/results/${name}.json`, medians)
  return writeJson(`.cache/bench/${name}.json`, { ...medians, ...samples })
}

function writeJson(file: string, value: object): string {
  const whole = path.join(ROOT, file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, `${JSON.stringify(value, null, 2)}\n`)
  return file
}
