import { readFileSync } from 'node:fs'
import path from 'node:path'

import { AREAS, type Area, sourceFiles } from './areas.ts'
import { type Edit, lineOf } from './edit.ts'
import { randomOf } from './random.ts'
import { scriptEdits } from './script-edits.ts'
import { isDroppedLater, sqlEdits } from './sql-edits.ts'

export interface Mutant extends Edit {
  readonly area: string
  readonly file: string
  readonly line: number
  readonly was: string
}

/** Every mutant that the operators make of an area. */
function allMutants(root: string, area: Area): Mutant[] {
  const files = sourceFiles(root, area)
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  return files.flatMap((file, index) => {
    const source = read(file)
    const edits = file.endsWith('.sql')
      ? migrationEdits(
          source,
          files
            .slice(index + 1)
            .map(read)
            .join('\n'),
        )
      : scriptEdits(file, source)
    return edits.map(edit => ({
      ...edit,
      area: area.name,
      file,
      line: lineOf(source, edit),
      was: source.slice(edit.start, edit.end),
    }))
  })
}

function migrationEdits(sql: string, laterFiles: string): Edit[] {
  return sqlEdits(sql).filter(edit => !isDroppedLater(sql, edit, laterFiles))
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
