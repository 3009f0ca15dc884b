import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { TestCount } from './run-steps.ts'

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
})
const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

/** The counts in Vitest's JSON report; a file that could not be loaded counts as one failed test. */
export function countVitest(file: string): TestCount {
  const report = read(vitestReport, file)
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 }
  const broken = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The counts in Playwright's JSON report; a test that passed only when repeated counts as failed. */
export function countPlaywright(file: string): TestCount {
  const report = read(playwrightReport, file)
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/** Deletes the reports of an earlier run, so that they are never counted again. */
export function removeReports(...files: string[]): void {
  for (const file of files) rmSync(file, { force: true })
}

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
const playwrightSuites = v.object({ config: v.object({ rootDir: v.string() }), suites: v.array(suite) })

/** Seconds of each file that Vitest ran, with its hooks, from the list of `file-times-reporter.ts`. */
export function vitestFileTimes(list: string): FileTime[] {
  return read(timesList, list) ?? []
}

/** Seconds of each file of Playwright's JSON report: all its stories added up, in every project and at every try. */
export function playwrightFileTimes(file: string, root: string): FileTime[] {
  const report = read(playwrightSuites, file)
  if (report === undefined) return []
  const { config, suites } = report
  const files = Map.groupBy(suites.flatMap(specsOf), one => one.file)
  return Array.from(files, ([name, specs]) => ({
    file: path.relative(root, path.join(config.rootDir, name)),
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

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  file: string,
): v.InferOutput<Schema> | undefined {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
