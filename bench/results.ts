import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'results')

/** Stores the results of a benchmark, to be committed with the code that was measured. Returns the name of the file. */
export function writeResults(name: string, results: object): string {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
  return `bench/results/${name}.json`
}
