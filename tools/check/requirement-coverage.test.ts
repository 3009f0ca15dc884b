import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { coveragePage } from './coverage-page.ts'
import { findCitations } from './requirement-citations.ts'
import { coverageFaults, coverageOf, type Evidence } from './requirement-coverage.ts'
import { type Reason, readReasons } from './requirement-reasons.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-rows-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

const ROW = { id: 'R-2.46', text: 'Receipts.' }
const CODE_ROW = { id: 'R-8.33', text: 'Mapped: `out of stock`.' }
const cited = (id: string, file = 'apps/server/src/a.test.ts', holds = true) => ({ id, file, holds })
const because = (kind: Reason['kind']): Reason => ({ kind, reason: 'for a reason of twenty letters' })

function evidence(changes: Partial<Evidence>): Evidence {
  return { rows: [ROW], citations: [], reasons: new Map(), answered: new Set(), ...changes }
}

describe('a row', () => {
  test('that a test cites is held', () => {
    const held = evidence({ citations: [cited(ROW.id)] })
    expect(coverageOf(held)).toMatchObject([{ state: 'held', tests: ['apps/server/src/a.test.ts'] }])
    expect(coverageFaults(held)).toEqual([])
  })

  test('with neither a test nor a reason is a fault', () => {
    expect(coverageFaults(evidence({}))).toEqual([expect.stringMatching(/^R-2\.46 is held by no test/)])
  })

  test.each(['open', 'decided-against', 'held-otherwise'] as const)('that is %s must not be cited', kind => {
    const reasons = new Map([[ROW.id, because(kind)]])
    expect(coverageOf(evidence({ reasons }))).toMatchObject([{ state: kind }])
    expect(coverageFaults(evidence({ reasons }))).toEqual([])
    const citations = [cited(ROW.id)]
    expect(coverageOf(evidence({ reasons, citations }))).toMatchObject([{ state: kind }])
    expect(coverageFaults(evidence({ reasons, citations }))).toEqual([
      expect.stringMatching(/yet cited by apps\/server\/src\/a\.test\.ts$/),
    ])
  })

  test('that is open in part needs a test of the part that is built', () => {
    const reasons = new Map([[ROW.id, because('open-in-part')]])
    expect(coverageFaults(evidence({ reasons }))).toHaveLength(1)
    expect(coverageFaults(evidence({ reasons, citations: [cited(ROW.id)] }))).toEqual([])
  })

  test('that does not exist can be cited by nobody', () => {
    const citations = [cited(ROW.id), cited('R-2.99')]
    expect(coverageFaults(evidence({ citations }))).toEqual([expect.stringMatching(/^R-2\.99 .* not a row/)])
  })
})

describe('the row of an error code', () => {
  const rows = [CODE_ROW]
  const answered = new Set(['out of stock'] as const)

  test('is held when the code is answered and a test meets the answer', () => {
    const held = evidence({ rows, answered, citations: [cited(CODE_ROW.id)] })
    expect(coverageOf(held)).toMatchObject([{ state: 'held' }])
  })

  test('is not held by a list of codes', () => {
    const citations = [cited(CODE_ROW.id, 'packages/contract/src/errors.test.ts', false)]
    expect(coverageOf(evidence({ rows, answered, citations }))).toMatchObject([
      { state: 'unexplained', tests: [] },
    ])
  })

  test('is open when nobody answers with the code, and must not be cited', () => {
    const citations = [cited(CODE_ROW.id)]
    expect(coverageOf(evidence({ rows }))).toMatchObject([{ state: 'open' }])
    expect(coverageFaults(evidence({ rows }))).toEqual([])
    expect(coverageFaults(evidence({ rows, citations }))).toEqual([expect.stringMatching(/No call answers/)])
  })
})

describe('citations', () => {
  test.each([
    ['apps/server/src/orders/a.test.ts', '', true],
    ['apps/web/src/screens/a.test.tsx', '', true],
    ['e2e/flows/a.test.ts', '', true],
    ['packages/contract/src/errors.test.ts', '', false],
    ['tools/page.test.ts', '', false],
    ['apps/web/src/failure/table.test.ts', "import { ERRORS } from '@kippu/contract/errors'\n", false],
    ['apps/web/src/failure/one.test.ts', "import { isErrorCode } from '@kippu/contract/errors'\n", true],
  ])('in %s (%j) reach the answer with a code: %s', (file, imports, holds) => {
    plant(file, `${imports}test('R-8.33, R-8.16: tells why', () => {})`)
    expect(findCitations(root)).toEqual([
      { id: 'R-8.33', file, holds },
      { id: 'R-8.16', file, holds: true },
    ])
  })

  test('are looked for in tests alone', () => {
    plant('apps/server/src/a.ts', '// R-8.33')
    expect(findCitations(root)).toEqual([])
  })
})

describe('reasons', () => {
  const write = (...entries: object[]) => plant('docs/requirements/reasons.json', JSON.stringify(entries))

  test('stand for each row that they name', () => {
    write({ rows: 'S-9.01–9.03, E-03', ...because('open') })
    expect([...readReasons(root).keys()]).toEqual(['S-9.01', 'S-9.02', 'S-9.03', 'E-03'])
  })

  test('have a kind that is known, a sentence, and no row twice', () => {
    write({ rows: 'S-9.01', kind: 'later', reason: 'for a reason of twenty letters' })
    expect(() => readReasons(root)).toThrow(/"later"/)
    write({ rows: 'S-9.01', kind: 'open', reason: 'later' })
    expect(() => readReasons(root)).toThrow(/length/)
    write({ rows: 'S-9.01–9.03', ...because('open') }, { rows: 'S-9.02', ...because('open') })
    expect(() => readReasons(root)).toThrow('S-9.02 twice')
  })
})

test('the page counts open rows over all, by section and in part', () => {
  const rows = ['R-1.01', 'R-1.02', 'R-2.01', 'S-9.01'].map(id => ({ id, text: 'x' }))
  const reasons = new Map([
    ['R-1.02', because('open')],
    ['R-2.01', because('open-in-part')],
    ['S-9.01', because('decided-against')],
  ])
  const page = coveragePage(
    coverageOf(evidence({ rows, reasons, citations: [cited('R-1.01'), cited('R-2.01')] })),
  )
  expect(page).toContain('**2 of 4 rows are open**')
  expect(page).toContain('| R-1 | 2 | 1 | 0 | 0 | 1 |')
  expect(page).toContain('| R-2 | 1 | 0 | 0 | 0 | 1 |')
  expect(page).toContain('| S-9 | 1 | 0 | 0 | 1 | 0 |')
  expect(page).toContain('| all | 4 | 1 | 0 | 1 | 2 |')
  expect(page).toContain('| R-1.02 | **open**: for a reason')
})
