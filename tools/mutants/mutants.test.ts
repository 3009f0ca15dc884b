import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Area, AREAS, missingFolders, sourceFiles, testFiles } from './areas.ts'
import { drawMutants } from './draw.ts'
import { keepProgress, openProgress } from './progress.ts'
import { mutantsTable, scoresOf } from './report.ts'
import { runTests } from './run-tests.ts'
import { ROOT } from '../run-steps.ts'

/** Six times Vitest is started. */
const RUNS_MS = 120_000

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-mutants-test-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

const area = (name: string): Area => ({
  name,
  sources: [`src/${name}`],
  project: 'server',
  tests: [`src/${name}/`],
  further: ['test/'],
})

test('the areas name folders that are there, each with product code and tests', () => {
  expect(missingFolders(ROOT, AREAS)).toEqual([])
  for (const one of AREAS) {
    expect(sourceFiles(ROOT, one).length).toBeGreaterThan(0)
    expect(testFiles(ROOT, one).near.length).toBeGreaterThan(0)
  }
})

test('a folder that is not there is told', () => {
  plant('src/money/a.ts', '')
  plant('test/all.test.ts', '')
  expect(missingFolders(root, [area('money'), area('holds')])).toEqual([
    'holds: src/holds',
    'holds: src/holds/',
  ])
})

test('tests that take long are left out, none is run twice, and tests are not product code', () => {
  for (const file of ['a.ts', 'a.test.ts', 'oversell.test.ts', 'b.sql']) plant(`src/money/${file}`, '')
  plant('test/all.test.ts', '')
  const money = { ...area('money'), further: ['src/money/a', 'test/'] }
  expect(testFiles(root, money)).toEqual({ near: ['src/money/a.test.ts'], further: ['test/all.test.ts'] })
  expect(sourceFiles(root, money)).toEqual(['src/money/a.ts', 'src/money/b.sql'])
})

test('a constraint that a later migration drops with its table is not drawn', () => {
  plant('src/money/1.sql', 'create table a (b integer check (b > 0)\n);')
  plant('src/money/2.sql', 'create table c (d integer check (d > 0)\n);\ndrop table a;')
  const drawn = drawMutants(root, 1, 10, [area('money')])
  expect(drawn.map(({ file }) => file)).toEqual(['src/money/2.sql'])
})

test('a seed always draws the same mutants, areas in turn and none twice; another seed draws others', () => {
  plant('src/money/a.ts', 'export const over = (a: number, b: number) => a < b && a !== 5 && b >= 7')
  plant('src/holds/a.ts', 'export const many = [1, 2, 3]')
  const areas = [area('money'), area('holds')]
  const draw = (seed: number, count: number) => drawMutants(root, seed, count, areas)
  expect(draw(1, 6)).toEqual(draw(1, 6))
  expect([2, 3, 4, 5].map(seed => draw(seed, 6))).not.toEqual([2, 3, 4, 5].map(() => draw(1, 6)))
  expect(draw(1, 4).map(mutant => mutant.area)).toEqual(['money', 'holds', 'money', 'holds'])
  const all = draw(1, 1_000)
  expect(new Set(all.map(mutant => JSON.stringify(mutant))).size).toBe(all.length)
  expect(all.length).toBeLessThan(1_000)
})

test('a run goes on where it stopped, and begins anew at another commit', () => {
  const drawn = { root: ROOT, seed: 987_654_321, count: 2, commit: 'a' }
  const progress = openProgress(drawn)
  expect(progress.mutants.map(({ result }) => result)).toEqual([null, null])
  const first = { ...progress.mutants[0]!, result: 'killed' as const }
  const kept = { ...progress, mutants: [first, progress.mutants[1]!] }
  keepProgress(ROOT, kept)
  try {
    expect(openProgress(drawn)).toEqual(kept)
    expect(openProgress({ ...drawn, commit: 'b' }).mutants[0]!.result).toBeNull()
  } finally {
    rmSync(path.join(ROOT, '.cache/mutants/987654321.json'))
  }
})

test('the table counts what was killed and names what survived', () => {
  const mutant = {
    area: 'money',
    file: 'a.ts',
    line: 3,
    operator: 'boundary',
    start: 0,
    end: 1,
    was: '<',
    text: '<=',
  }
  const results = ['killed', 'timed out', 'survived', 'broken', null] as const
  const mutants = results.map(result => ({ ...mutant, result, seconds: 1, by: '' }))
  expect(scoresOf({ mutants })[0]).toEqual({ area: 'money', killed: 2, tried: 3, left: 2 })
  expect(mutantsTable({ mutants }).split('\n')).toContain('  a.ts:3  boundary: < → <=')
})

test(
  'tests that pass, fail, never end or do not run are told apart',
  async () => {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
    plant(
      'vitest.config.ts',
      "const p = { name: 'p', include: ['*.test.ts'] }; export default { test: { projects: [{ test: p }, { test: { ...p, name: 'refused', globalSetup: ['setup.ts'] } }] } }",
    )
    plant(
      'setup.ts',
      "export const setup = () => { throw Object.assign(new Error('no'), { code: '23514' }) }",
    )
    plant('good.test.ts', "import { test } from 'vitest'\ntest('good', () => {})")
    plant('bad.test.ts', "import { expect, test } from 'vitest'\ntest('bad', () => expect(1).toBe(2))")
    plant('long.test.ts', "import { test } from 'vitest'\ntest('long', () => { for (;;); })")
    plant(
      'lost.test.ts',
      "import { test } from 'vitest'\ntest('lost', () => { void Promise.reject(new Error('nobody waits')) })",
    )
    plant('torn.test.ts', "import { test } from 'vitest'\nimport './nowhere.ts'\ntest('torn', () => {})")
    const run = (file: string, limitMs = 60_000, project = 'p') =>
      runTests({ folder: root, project, files: [file], limitMs })
    expect(await run('good.test.ts')).toEqual({ kind: 'passed' })
    expect(await run('bad.test.ts')).toEqual({ kind: 'failed', by: 'bad.test.ts › bad' })
    expect(await run('lost.test.ts')).toEqual({ kind: 'failed', by: 'an error that no test has awaited' })
    expect(await run('torn.test.ts')).toEqual({ kind: 'failed', by: 'torn.test.ts' })
    expect(await run('long.test.ts', 4_000)).toEqual({ kind: 'timed out' })
    expect(await run('good.test.ts', 60_000, 'refused')).toEqual({
      kind: 'failed',
      by: 'the data that all tests start with',
    })
    expect(await run('none.test.ts')).toMatchObject({ kind: 'broken' })
  },
  RUNS_MS,
)
