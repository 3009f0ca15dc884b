import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-reports.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-report-'))
  file = path.join(folder, 'report.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

test("Vitest's report is counted, and a file that could not be loaded is one failure", () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [] },
  ]
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  writeFileSync(file, JSON.stringify({ ...counts, testResults }))
  expect(countVitest(file)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test("Playwright's report is counted, and a flow that passed only when repeated is a failure", () => {
  writeFileSync(file, JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }))
  expect(countPlaywright(file)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test('a run that left no report counts nothing', () => {
  expect(countVitest(file)).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
