import type { Progress, TriedMutant } from './progress.ts'

export interface Score {
  readonly area: string
  readonly killed: number
  readonly tried: number
  readonly left: number
}

/** How many mutants of each area the tests detected, and over all. A mutant that never ends counts as detected. */
export function scoresOf({ mutants }: Pick<Progress, 'mutants'>): Score[] {
  const areas = Array.from(
    Map.groupBy(mutants, ({ area }) => area),
    ([area, of]) => scoreOf(area, of),
  )
  return [...areas, scoreOf('all', mutants)]
}

/** The report for a person at the end of a run. */
export function mutantsTable(progress: Pick<Progress, 'mutants'>): string {
  const survivors = progress.mutants.filter(({ result }) => result === 'survived')
  return [
    'Killed of tried:',
    ...scoresOf(progress).map(
      ({ area, killed, tried, left }) =>
        `  ${area.padEnd(12)} ${killed}/${tried}${left > 0 ? `, ${left} left` : ''}`,
    ),
    ...(survivors.length === 0 ? [] : ['', 'Survived:']),
    ...survivors.map(
      mutant => `  ${placeOf(mutant)}  ${mutant.operator}: ${short(mutant.was)} → ${short(mutant.text)}`,
    ),
  ].join('\n')
}

/** One line for one mutant. */
export function mutantLine(mutant: TriedMutant): string {
  const { result, seconds, operator, was, text, by } = mutant
  const fate = `${result ?? 'not tried'}${seconds > 0 ? ` in ${seconds} s` : ''}`
  return `${placeOf(mutant)}  ${operator}: ${short(was)} → ${short(text)}  ${fate}${by === '' ? '' : `  (${by})`}`
}

function scoreOf(area: string, mutants: readonly TriedMutant[]): Score {
  const count = (...results: TriedMutant['result'][]): number =>
    mutants.filter(({ result }) => results.includes(result)).length
  return {
    area,
    killed: count('killed', 'timed out'),
    tried: count('killed', 'timed out', 'survived'),
    left: count(null, 'broken'),
  }
}

function placeOf({ file, line }: TriedMutant): string {
  return `${file}:${line}`
}

function short(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat === '' ? '(nothing)' : flat.length > 60 ? `${flat.slice(0, 59)}…` : flat
}
