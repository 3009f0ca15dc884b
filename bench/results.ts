import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'results')

/** Keeps what a benchmark measured, to be committed beside the code that was measured. Answers the name of the file. */
export function writeResults(name: string, results: object): string {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
  return `bench/results/${name}.json`
}
