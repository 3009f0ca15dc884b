import { existsSync, readFileSync, rmSync } from 'node:fs'
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

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  file: string,
): v.InferOutput<Schema> | undefined {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
