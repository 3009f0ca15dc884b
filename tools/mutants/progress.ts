import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

import { drawMutants } from './draw.ts'

const mutant = v.object({
  area: v.string(),
  file: v.string(),
  line: v.number(),
  operator: v.string(),
  start: v.number(),
  end: v.number(),
  was: v.string(),
  text: v.string(),
  /** Null until it was tried. */
  result: v.nullable(v.picklist(['killed', 'survived', 'timed out', 'broken'])),
  seconds: v.number(),
  by: v.string(),
})
const progressFile = v.object({
  seed: v.number(),
  count: v.number(),
  commit: v.string(),
  mutants: v.array(mutant),
})

export type TriedMutant = v.InferOutput<typeof mutant>
export type Progress = v.InferOutput<typeof progressFile>

interface Draw {
  readonly root: string
  readonly seed: number
  readonly count: number
  readonly commit: string
}

/** Continues an earlier run of the same seed, count and commit; otherwise draws a new list. */
export function openProgress({ root, seed, count, commit }: Draw): Progress {
  const file = fileOf(root, seed)
  if (existsSync(file)) {
    const earlier = v.parse(progressFile, JSON.parse(readFileSync(file, 'utf8')))
    if (earlier.commit === commit && earlier.count === count) return earlier
  }
  const mutants = drawMutants(root, seed, count).map(drawn => ({
    ...drawn,
    result: null,
    seconds: 0,
    by: '',
  }))
  return { seed, count, commit, mutants }
}

export function keepProgress(root: string, progress: Progress): void {
  const file = fileOf(root, progress.seed)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(progress, null, 2)}\n`)
}

function fileOf(root: string, seed: number): string {
  return path.join(root, '.cache', 'mutants', `${seed}.json`)
}
