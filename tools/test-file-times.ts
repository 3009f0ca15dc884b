import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

export interface FileTime {
  /** Path under the root. */
  readonly file: string
  readonly seconds: number
}

const timesList = v.array(v.object({ file: v.string(), seconds: v.number() }))

interface Spec {
  readonly file: string
  readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
}
interface Suite {
  readonly specs: readonly Spec[]
  readonly suites?: readonly Suite[] | undefined
}

const suite: v.GenericSchema<Suite> = v.object({
  specs: v.array(
    v.object({
      file: v.string(),
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => suite))),
})
const playwrightReport = v.object({ config: v.object({ rootDir: v.string() }), suites: v.array(suite) })

/** Seconds of each file that Vitest ran, with its hooks, from the list of `file-times-reporter.ts`. */
export function vitestFileTimes(list: string): FileTime[] {
  return existsSync(list) ? v.parse(timesList, JSON.parse(readFileSync(list, 'utf8'))) : []
}

/** Seconds of each file of Playwright's JSON report: all its stories added up, in every project and at every try. */
export function playwrightFileTimes(report: string, root: string): FileTime[] {
  if (!existsSync(report)) return []
  const { config, suites } = v.parse(playwrightReport, JSON.parse(readFileSync(report, 'utf8')))
  const files = Map.groupBy(suites.flatMap(specsOf), ({ file }) => file)
  return Array.from(files, ([file, specs]) => ({
    file: path.relative(root, path.join(config.rootDir, file)),
    seconds: milliseconds(specs) / 1000,
  }))
}

/** The slowest files, slowest first. */
export function slowest(files: readonly FileTime[], most: number): FileTime[] {
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most)
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function milliseconds(specs: readonly Spec[]): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap(test => test.results)
  return results.reduce((sum, { duration }) => sum + duration, 0)
}
