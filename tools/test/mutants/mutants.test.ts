import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Area, AREAS, sourceFiles, testFiles } from './areas.ts'
import { drawMutants } from './draw.ts'
import { mutantsTable, openVerdicts, scoresOf, type Verdict } from './progress.ts'
import { runTests } from './run-tests.ts'
import { ROOT } from '../../start/root.ts'
import { choose } from '../proof-choice.ts'

/** Patience for Vitest, which is started. */
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
  sources: [`src/${name}/**`],
  project: 'server',
  tests: [],
  further: ['test/**'],
})

test('every glob of the areas finds something, and each area has tests beside it', () => {
  const globs = AREAS.flatMap(({ sources, tests, further }) => [...sources, ...tests, ...further])
  expect(globs.filter(glob => globSync(glob, { cwd: ROOT }).length === 0)).toEqual([])
  const without = (filesOf: (one: Area) => readonly string[]): string[] =>
    AREAS.filter(one => filesOf(one).length === 0).map(({ name }) => name)
  expect(without(one => sourceFiles(ROOT, one))).toEqual([])
  expect(without(one => testFiles(ROOT, one).near)).toEqual([])
})

test('every room of server and web is in one area', () => {
  const drawn = AREAS.flatMap(one => sourceFiles(ROOT, one))
  expect(drawn.filter((file, index) => drawn.indexOf(file) !== index)).toEqual([])
  const inRooms = globSync('apps/{server,web}/src/**/*.{ts,tsx,sql}', { cwd: ROOT })
  const product = inRooms.filter(file => !/\.test\.tsx?$/.test(file))
  expect(product.filter(file => !drawn.includes(file))).toEqual([])
})

test('tests that take long are left out, none is run twice, and tests are not product code', () => {
  for (const file of ['a.ts', 'a.test.ts', 'oversell.test.ts', 'b.sql']) plant(`src/money/${file}`, '')
  plant('test/all.test.ts', '')
  const money = { ...area('money'), further: ['src/money/a*', 'test/**'] }
  expect(testFiles(root, money)).toEqual({ near: ['src/money/a.test.ts'], further: ['test/all.test.ts'] })
  expect(sourceFiles(root, money)).toEqual(['src/money/a.ts', 'src/money/b.sql'])
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

test('a run goes on where it stopped, and begins anew with another key', () => {
  const killed: Verdict = { result: 'killed', by: 'a.test.ts', seconds: 1 }
  openVerdicts(root, 'one').keep(2, killed)
  const again = openVerdicts(root, 'one')
  expect([0, 2, 3].map(index => again.of(index))).toEqual([null, killed, null])
  expect(openVerdicts(root, 'two').of(2)).toBeNull()
})

test('the table counts what was killed and names what survived', () => {
  const edit = { operator: 'boundary', start: 0, end: 1, was: '<', text: '<=' }
  const mutant = { ...edit, area: 'money', file: 'a.ts', line: 3 }
  const results = ['killed', 'timed out', 'survived', 'broken', null] as const
  const all = results.map(result => ({ mutant, verdict: result === null ? null : { result, by: '' } }))
  expect(scoresOf(all)[0]).toEqual({ area: 'money', killed: 2, tried: 3, left: 2 })
  expect(mutantsTable(all).split('\n')).toContain('a.ts:3  boundary: < → <=  survived')
})

interface End {
  readonly what: string
  readonly file: string
  readonly end: object
  readonly limitMs?: number
  readonly project?: string
}

const ENDS: readonly End[] = [
  { what: 'fails', file: 'bad.test.ts', end: { result: 'killed', by: 'bad.test.ts › bad' } },
  { what: 'passes', file: 'good.test.ts', end: { result: 'survived', by: '' } },
  {
    what: 'is not awaited',
    file: 'lost.test.ts',
    end: { result: 'killed', by: 'an error that no test has awaited' },
  },
  { what: 'does not load', file: 'torn.test.ts', end: { result: 'killed', by: 'torn.test.ts' } },
  { what: 'never ends', file: 'long.test.ts', end: { result: 'timed out', by: '' }, limitMs: 4_000 },
  {
    what: 'does not begin',
    file: 'good.test.ts',
    end: { result: 'killed', by: 'the data that all tests start with' },
    project: 'refused',
  },
  { what: 'is not there', file: 'none.test.ts', end: { result: 'broken' } },
]

/** The whole proof tells all ends apart. */
test.each(choose(ENDS, () => 'an end'))(
  'a test that $what is told apart',
  async ({ file, end, limitMs = 60_000, project = 'p' }) => {
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
    expect(await runTests({ folder: root, project, files: [file], limitMs })).toMatchObject(end)
  },
  RUNS_MS,
)
