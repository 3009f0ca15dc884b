import { expect, test } from 'vitest'

import { EVERY_RUN_ENDS, variantChecks, wholeChecks } from './checks.ts'
import { judgeCheck } from './judge-check.ts'
import { readReport, readTrail } from './read-pan.ts'

/** As `pan` of Spin 6.5.2 prints it, without the lines that nobody reads. */
const reportOf = (first: string, errors: number): string => `${first}
(Spin Version 6.5.2 -- 6 December 2019)
\t+ Partial Order Reduction

State-vector 124 byte, depth reached 372, errors: ${errors}
 22687786 states, stored
7.3387883e+07 transitions (= stored+matched)
hash conflicts:   2686527 (resolved)

pan: elapsed time 93.3 seconds
`
const WHOLE = reportOf('', 0)
const BROKEN = reportOf('pan:1: assertion violated 0 (at depth 197)\npan: wrote m.pml.trail', 1)
const ENDLESS = reportOf('pan:1: non-progress cycle (at depth 42)\npan: wrote m.pml.trail', 1)
const SHALLOW = reportOf('error: max search depth too small', 0)
const FULL = reportOf('pan: reached -DMEMLIM bound', 0)

/** As `spin -t` prints it. */
const TOLD = `      provider: kind 1, captures by itself 0
              worker 1: claims the order and writes attempt 1
              broken: a place is sold once
spin: m.pml:262, Error: assertion violated
spin: text of failed assertion: assert(0)
#processes: 6
\t\torder = 4
`

const judge = (breaks: string | undefined, output: string, told?: string) =>
  judgeCheck(breaks, {
    report: readReport(output),
    trail: told === undefined ? undefined : readTrail(told),
  })

test('a report is read with its figures, however large', () => {
  expect(readReport(WHOLE)).toEqual({
    states: 22_687_786,
    depth: 372,
    seconds: 93.3,
    errors: 0,
    hasCycle: false,
    isCutOff: undefined,
  })
  expect(readReport(WHOLE.replace('22687786', '1.2268779e+08')).states).toBe(122_687_790)
})

test('a search that ended without a report is a fault', () => {
  expect(() => readReport('pan: cannot allocate')).toThrow('pan: cannot allocate')
})

test('a trail is told up to the property that breaks', () => {
  expect(readTrail(TOLD)).toEqual({
    steps: ['provider: kind 1, captures by itself 0', 'worker 1: claims the order and writes attempt 1'],
    broken: 'a place is sold once',
  })
})

test('the whole model is as expected only if nothing breaks in any state', () => {
  expect(judge(undefined, WHOLE).isAsExpected).toBe(true)
  expect(judge(undefined, BROKEN, TOLD)).toMatchObject({
    isAsExpected: false,
    found: 'breaks "a place is sold once"',
  })
  expect(judge(undefined, ENDLESS, '')).toMatchObject({ isAsExpected: false })
  expect(judge(undefined, BROKEN, '')).toMatchObject({ isAsExpected: false })
})

test('a search that was cut off proves nothing', () => {
  expect(judge(undefined, SHALLOW)).toMatchObject({
    isAsExpected: false,
    found: 'not all states looked at: too little depth',
  })
  expect(judge(undefined, FULL)).toMatchObject({ isAsExpected: false })
})

test('a variant is as expected only if the property breaks that it is there for', () => {
  expect(judge('a place is sold once', BROKEN, TOLD).isAsExpected).toBe(true)
  expect(judge('no money stays reserved', BROKEN, TOLD).isAsExpected).toBe(false)
  expect(judge('a place is sold once', WHOLE).isAsExpected).toBe(false)
  expect(judge(EVERY_RUN_ENDS, ENDLESS, 'worker 1: looks').isAsExpected).toBe(true)
  expect(judge(EVERY_RUN_ENDS, BROKEN, TOLD).isAsExpected).toBe(false)
})

test('each check has a title of its own, and each variant a property to break', () => {
  const checks = [...wholeChecks(1), ...variantChecks()]
  expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length)
  expect(wholeChecks(1).every(({ breaks }) => breaks === undefined)).toBe(true)
  expect(variantChecks().every(({ breaks }) => breaks !== undefined)).toBe(true)
})
