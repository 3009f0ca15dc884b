import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestModule, Vitest } from 'vitest/node'

import FileTimesReporter from './file-times-reporter.ts'
import { playwrightFileTimes, slowest, vitestFileTimes } from './test-reports.ts'
import { timesTable } from './test-times.ts'

let folder: string
let report: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-times-'))
  report = path.join(folder, 'report.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a file of Vitest takes what its worker, its imports, its hooks and its tests took', () => {
  const spent = (file: string, duration: number) => ({
    moduleId: path.join(folder, file),
    diagnostic: () => ({
      environmentSetupDuration: 1_000,
      prepareDuration: 200,
      setupDuration: 30,
      collectDuration: 4,
      duration,
    }),
  })
  const reporter = new FileTimesReporter()
  reporter.onInit({ config: { root: folder, outputFile: { times: 'report.json' } } } as unknown as Vitest)
  reporter.onTestRunEnd([
    spent('apps/a.test.ts', 60_000),
    spent('tools/b.test.ts', 0),
  ] as unknown as TestModule[])
  expect(vitestFileTimes(report)).toEqual([
    { file: 'apps/a.test.ts', seconds: 61.234 },
    { file: 'tools/b.test.ts', seconds: 1.234 },
  ])
})

test("a file of Playwright's report takes what its stories took, nested ones and other projects included", () => {
  const spec = (file: string, ...durations: number[]) => ({
    file,
    tests: durations.map(duration => ({ results: [{ duration }] })),
  })
  const suites = [
    {
      specs: [spec('a.test.ts', 1_000, 500)],
      suites: [{ specs: [spec('a.test.ts', 250)], suites: [{ specs: [spec('a.test.ts', 250)] }] }],
    },
    { specs: [spec('b.test.ts', 4_000)] },
  ]
  writeFileSync(report, JSON.stringify({ config: { rootDir: path.join(folder, 'e2e/flows') }, suites }))
  expect(playwrightFileTimes(report, folder)).toEqual([
    { file: 'e2e/flows/a.test.ts', seconds: 2 },
    { file: 'e2e/flows/b.test.ts', seconds: 4 },
  ])
})

test('a run that left no report has no files', () => {
  expect([...vitestFileTimes(report), ...playwrightFileTimes(report, folder)]).toEqual([])
})

test('the slowest files come first, and no more than asked for', () => {
  const files = [3, 9, 1, 5].map(seconds => ({ file: `${seconds}.test.ts`, seconds }))
  expect(slowest(files, 3).map(({ seconds }) => seconds)).toEqual([9, 5, 3])
})

test('the table names steps and the twenty slowest files with their seconds, and what the machine did meanwhile', () => {
  const machine = { coresUsed: 1.51, coresStolen: undefined, loadAverage: 2.22 }
  const steps = [
    { title: 'Lint', seconds: 1.26, cpuSeconds: 2.04, machine },
    { title: 'Unit and server tests', seconds: 10.5, cpuSeconds: undefined, machine },
  ]
  const files = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }))
  const lines = timesTable({ seconds: 11.76, steps, files }).split('\n')
  expect(lines).toContain('     1.3     2.0     1.5       -     2.2 Lint')
  expect(lines).toContain('    10.5       -     1.5       -     2.2 Unit and server tests')
  expect(lines).toContain('    11.8  in all')
  expect(lines.slice(-20)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${(29 - index).toFixed(1).padStart(8)}  ${29 - index}.test.ts`),
  )
})
