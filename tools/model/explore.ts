import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import type { Check, Search } from './checks.ts'
import type { Finding } from './judge-check.ts'
import { readReport, readTrail } from './read-pan.ts'

const run = promisify(execFile)

/** A run has some hundred steps. */
const MOST_STEPS = 100_000
/** Above it `pan` gives up, in megabytes. */
const MEMORY_MB = 12_000
const OUTPUT_BYTES = 64 * 1024 * 1024

/** How `pan` is compiled and called for each search. */
const SEARCHES = {
  states: { compile: ['-DSAFETY'], call: [] },
  runs: { compile: ['-DNP'], call: ['-l'] },
} as const satisfies Record<Search, { readonly compile: readonly string[]; readonly call: readonly string[] }>

/** Searches the model as the check says, in a folder of its own, which keeps the trail afterwards. */
export async function explore(model: string, folder: string, check: Check): Promise<Finding> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Spin and pan write beside the model.
  const copy = path.basename(model)
  copyFileSync(model, path.join(folder, copy))
  const inFolder = { cwd: folder, maxBuffer: OUTPUT_BYTES }
  const flags = check.flags.map(flag => `-D${flag}`)
  const { compile, call } = SEARCHES[check.search]
  await run('spin', ['-a', ...flags, copy], inFolder)
  const limits = ['-DCOLLAPSE', `-DMEMLIM=${MEMORY_MB}`]
  await run('gcc', ['-O2', '-w', ...compile, ...limits, '-o', 'pan', 'pan.c'], inFolder)
  const { stdout } = await run('./pan', [`-m${MOST_STEPS}`, '-w24', ...call], inFolder)
  const report = readReport(stdout)
  if (!existsSync(path.join(folder, `${copy}.trail`))) return { report, trail: undefined }
  const told = await run('spin', ['-t', ...flags, copy], inFolder)
  return { report, trail: readTrail(told.stdout) }
}
