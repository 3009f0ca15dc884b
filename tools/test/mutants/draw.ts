import { readFileSync } from 'node:fs'
import path from 'node:path'

import { AREAS, type Area, sourceFiles } from './areas.ts'
import { scriptEdits } from './script-edits.ts'
import { type Edit, sqlEdits } from './sql-edits.ts'

export interface Mutant extends Edit {
  readonly area: string
  readonly file: string
  readonly line: number
  readonly was: string
}

/** Every mutant that the operators make of an area. */
function allMutants(root: string, area: Area): Mutant[] {
  return sourceFiles(root, area).flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const edits = file.endsWith('.sql') ? sqlEdits(source) : scriptEdits(file, source)
    return edits.map(edit => ({
      ...edit,
      area: area.name,
      file,
      line: source.slice(0, edit.start).split('\n').length,
      was: source.slice(edit.start, edit.end),
    }))
  })
}

/**
 * Draws mutants by seed: the areas take turns, and within an area each operator is equally likely, so that rare ones
 * are drawn as well. None is drawn twice; the list is shorter when there are no others.
 */
export function drawMutants(
  root: string,
  seed: number,
  count: number,
  areas: readonly Area[] = AREAS,
): Mutant[] {
  const random = randomOf(seed)
  const left = areas.map(area => Map.groupBy(allMutants(root, area), ({ operator }) => operator))
  const drawn: Mutant[] = []
  while (drawn.length < count && left.some(({ size }) => size > 0)) {
    for (const operators of left) {
      const mutant = drawn.length < count ? takeOne(operators, random) : undefined
      if (mutant !== undefined) drawn.push(mutant)
    }
  }
  return drawn
}

function takeOne(operators: Map<string, Mutant[]>, random: () => number): Mutant | undefined {
  const names = [...operators.keys()].toSorted()
  const name = names[Math.floor(random() * names.length)]
  const mutants = name === undefined ? undefined : operators.get(name)
  if (name === undefined || mutants === undefined) return undefined
  const [mutant] = mutants.splice(Math.floor(random() * mutants.length), 1)
  if (mutants.length === 0) operators.delete(name)
  return mutant
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
