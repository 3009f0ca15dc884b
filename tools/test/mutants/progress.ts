import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

import type { Mutant } from './draw.ts'

const verdict = v.object({
  /** `broken`: the tests did not run, so the mutant is neither detected nor missed. */
  result: v.picklist(['killed', 'survived', 'timed out', 'broken']),
  /** The first test that failed, or why none ran. */
  by: v.string(),
  seconds: v.optional(v.number()),
})
/** How the tests took a mutant. */
export type Verdict = v.InferOutput<typeof verdict>
const verdictsFile = v.array(v.nullable(verdict))

/** A mutant with its verdict; null until it was tried. */
export interface Tried {
  readonly mutant: Mutant
  readonly verdict: Verdict | null
}

/** Verdicts of one draw by its key, for the run that goes on with it: a seed draws the same mutants from the same commit. */
export interface Verdicts {
  of(index: number): Verdict | null
  keep(index: number, verdict: Verdict): void
}

export function openVerdicts(folder: string, key: string): Verdicts {
  const file = path.join(folder, `${key}.json`)
  const all = existsSync(file) ? v.parse(verdictsFile, JSON.parse(readFileSync(file, 'utf8'))) : []
  return {
    of: index => all[index] ?? null,
    keep: (index, ended) => {
      while (all.length <= index) all.push(null)
      all[index] = ended
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, JSON.stringify(all))
    },
  }
}

export interface Score {
  readonly area: string
  readonly killed: number
  readonly tried: number
  readonly left: number
}

/** How many mutants of each area the tests detected, and over all. A mutant that never ends counts as detected. */
export function scoresOf(all: readonly Tried[]): Score[] {
  const areas = Map.groupBy(all, ({ mutant }) => mutant.area)
  return [...areas, ['all', all] as const].map(([area, tried]) => {
    const results = tried.map(one => one.verdict?.result ?? 'broken')
    const left = results.filter(result => result === 'broken').length
    const survived = results.filter(result => result === 'survived').length
    return { area, killed: results.length - left - survived, tried: results.length - left, left }
  })
}

/** The report for a person at the end of a run. */
export function mutantsTable(all: readonly Tried[]): string {
  const survivors = all.filter(one => one.verdict?.result === 'survived')
  const scores = scoresOf(all).map(
    ({ area, killed, tried, left }) => `  ${area}: ${killed} of ${tried}${left > 0 ? `, ${left} left` : ''}`,
  )
  return [
    'Killed of tried:',
    ...scores,
    '',
    `Survived: ${survivors.length}`,
    ...survivors.map(mutantLine),
  ].join('\n')
}

/** One line for one mutant. */
export function mutantLine({ mutant, verdict: ended }: Tried): string {
  const { file, line, operator, was, text } = mutant
  const fate = ended === null ? 'not tried' : `${ended.result} ${ended.by}`.trim()
  return `${file}:${line}  ${operator}: ${short(was)} → ${short(text)}  ${fate}`
}

function short(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat === '' ? '(nothing)' : flat.length > 60 ? `${flat.slice(0, 59)}…` : flat
}
