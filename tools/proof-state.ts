import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as v from 'valibot'

const outcome = v.object({
  passed: v.number(),
  failed: v.number(),
  skipped: v.number(),
  seconds: v.number(),
})
/** How a part of the proof ended. */
export type PartOutcome = v.InferOutput<typeof outcome>

const state = v.record(v.string(), outcome)

/** How the parts have ended by their titles, for one state of the source. */
export interface ProofState {
  outcomeOf(title: string): PartOutcome | undefined
  keep(title: string, outcome: PartOutcome): void
}

/** @param folder of all states; @param source as `sourceKey` names it: another source begins anew. */
export function openProofState(folder: string, source: string): ProofState {
  const file = path.join(folder, `${source}.json`)
  const outcomes = existsSync(file) ? v.parse(state, JSON.parse(readFileSync(file, 'utf8'))) : {}
  return {
    outcomeOf: title => outcomes[title],
    keep: (title, ended) => {
      outcomes[title] = ended
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`)
    },
  }
}

/** Names all that git would commit of a folder now: the tree of its commit, or that of the changes made since. */
export function sourceKey(root: string): string {
  const aside = mkdtempSync(path.join(os.tmpdir(), 'kippu-source-'))
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: path.join(aside, 'index') },
    }).trim()
  try {
    git('read-tree', 'HEAD')
    git('add', '--all')
    return git('write-tree')
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
