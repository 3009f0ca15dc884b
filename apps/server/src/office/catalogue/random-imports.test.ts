import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays } from '@kippu/domain/jst-date'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { IS_WHOLE_PROOF } from '../../../../../tools/test/proof-choice.ts'
import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { insertSmallCatalogue } from '../../../test/small-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'
import { undoImport } from './undo-import.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

/** Random imports beside a slow second implementation: the store as a map of lines, and rules as a loop over every minute. */
const IMPORTS = IS_WHOLE_PROOF ? 1_000 : 25
const FIRST_DAY = '2026-12-01'
const DAYS = 6
const OWNER = { name: 'aki', role: 'owner', siteKeys: null } as const

let server: DemoShop
let folder: string
let product: string
let productId: number

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-random-'))
  const catalogue = await insertSmallCatalogue(server.db, { capacities: [5, 3] })
  ;({ productUuid: product, productId } = catalogue)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

interface ModelSpan {
  readonly end: string
  readonly capacity: number
}

/** Capacity by day and start. */
type Model = Map<string, ModelSpan>

async function readStore(): Promise<{ readonly spans: Model; readonly taken: ReadonlyMap<string, number> }> {
  const { rows } = await server.db.read(read =>
    sql<{ key: string; end: string; capacity: number; taken: number }>`
      select visit_date || ' ' || to_char(starts_at at time zone 'Asia/Tokyo', 'HH24:MI') as key,
             to_char(ends_at at time zone 'Asia/Tokyo', 'HH24:MI') as end, capacity, taken
        from time_spans where product_id = ${productId} order by starts_at`.execute(read),
  )
  return {
    spans: new Map(rows.map(({ key, end, capacity }) => [key, { end, capacity }])),
    taken: new Map(rows.map(({ key, taken }) => [key, taken])),
  }
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const day = fc.integer({ min: 0, max: DAYS - 1 }).map(turn => addDays(FIRST_DAY, turn))
const span = fc.record({
  date: day,
  start: fc.integer({ min: 9, max: 14 }).map(hour => hour * 60),
  length: fc.constantFrom(30, 60, -30),
  capacity: fc.integer({ min: 0, max: 6 }),
})
const rule = fc.record({
  from: day,
  days: fc.integer({ min: -1, max: 4 }),
  weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  first: fc.integer({ min: 9, max: 12 }).map(hour => hour * 60),
  more: fc.integer({ min: 0, max: 180 }),
  every: fc.constantFrom(30, 45, 60),
  length: fc.constantFrom(30, 60),
  capacity: fc.integer({ min: 0, max: 6 }),
})
const asked = fc.record({
  spans: fc.uniqueArray(span, { selector: ({ date, start }) => `${date} ${start}`, maxLength: 6 }),
  rules: fc.array(rule, { maxLength: 2 }),
  isWhole: fc.boolean(),
  sells: fc.option(fc.nat(), { nil: undefined }),
  isUndone: fc.boolean(),
})
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

function csvs({ spans, rules }: Asked): Readonly<Record<string, string>> {
  const spanLines = spans.map(
    ({ date, start, length, capacity }) =>
      `${product},${date},${clock(start)},${clock(start + length)},${capacity}`,
  )
  const ruleLines = rules.map(one => {
    const until = addDays(one.from, one.days)
    const weekdays = one.weekdays.map(weekday => NAMES[weekday]).join(' ')
    const times = `${clock(one.first)},${clock(one.first + one.more)},${one.every},${one.length}`
    return `${product},${one.from},${until},${weekdays},${times},${one.capacity}`
  })
  return {
    'spans.csv': `product,date,start,end,capacity\n${spanLines.join('\n')}\n`,
    ...(rules.length > 0 && {
      'rules.csv': `product,from,until,weekdays,first,last,every,length,capacity\n${ruleLines.join('\n')}\n`,
    }),
  }
}

/** What the store must be afterwards; undefined where the import must be refused. */
function expectedOf(store: Model, taken: ReadonlyMap<string, number>, one: Asked): Model | undefined {
  const wanted: Model = new Map()
  for (const { from, days, weekdays, first, more, every, length, capacity } of one.rules) {
    if (days < 0) return undefined
    for (let turn = 0; turn <= days; turn += 1)
      for (let minute = 0; minute < 1_440; minute += 1) {
        const date = new Date(`${addDays(from, turn)}T00:00:00Z`)
        const isStart = minute >= first && minute <= first + more && (minute - first) % every === 0
        if (isStart && weekdays.includes(date.getUTCDay()))
          wanted.set(`${addDays(from, turn)} ${clock(minute)}`, { end: clock(minute + length), capacity })
      }
  }
  for (const { date, start, length, capacity } of one.spans) {
    if (length < 0) return undefined
    wanted.set(`${date} ${clock(start)}`, { end: clock(start + length), capacity })
  }
  for (const [key, { capacity }] of wanted) if (capacity < (taken.get(key) ?? 0)) return undefined
  const after: Model = new Map()
  for (const [key, stored] of store) if (!one.isWhole || sold.has(key)) after.set(key, stored)
  for (const [key, stored] of wanted) after.set(key, stored)
  return after
}

/** Time spans of which something was ordered once. */
const sold = new Set<string>()

async function sell(choice: number | undefined): Promise<void> {
  const { spans, taken } = await readStore()
  const free = [...spans].filter(([key, { capacity }]) => capacity > (taken.get(key) ?? 0))
  const chosen = choice === undefined ? undefined : free[choice % Math.max(1, free.length)]?.[0]
  if (chosen === undefined) return
  const { id } = (
    await server.db.read(read =>
      sql<{ id: number }>`select id from time_spans where product_id = ${productId}
        and visit_date || ' ' || to_char(starts_at at time zone 'Asia/Tokyo', 'HH24:MI') = ${chosen}`.execute(
        read,
      ),
    )
  ).rows[0] ?? { id: 0 }
  await server.db.transaction(tx =>
    tx
      .updateTable('time_spans')
      .set(eb => ({ taken: eb('taken', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  )
  sold.add(chosen)
}

const sorted = (model: Model) => [...model].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 30_000 + IMPORTS * 300

test(
  `${IMPORTS} random imports do what a slow second implementation says, and are taken back whole (S-16.02)`,
  { timeout: ALL_MS },
  async () => {
    let turn = 0
    const deps = byStaff(OWNER, { db: server.db, clock: server.deps.clock })
    const once = async (one: Asked): Promise<void> => {
      turn += 1
      await sell(one.sells)
      const before = await readStore()
      const expected = expectedOf(before.spans, before.taken, one)
      const paths: string[] = []
      for (const [name, content] of Object.entries(csvs(one))) {
        await mkdir(path.join(folder, String(turn)), { recursive: true })
        paths.push(path.join(folder, String(turn), name))
        await writeFile(path.join(folder, String(turn), name), content)
      }
      const outcome = await importCatalogue(deps, {
        siteKey: 'demo',
        paths,
        isWhole: one.isWhole,
        isApplied: true,
        isScheduled: false,
        oddPrices: 0,
      })
      const after = await readStore()
      expect(outcome.kind === 'faults').toBe(expected === undefined)
      expect(sorted(after.spans)).toEqual(sorted(expected ?? before.spans))
      if (outcome.kind !== 'applied' || !one.isUndone) return
      expect((await undoImport(deps, { siteKey: 'demo', isApplied: true })).kind).toBe('applied')
      expect(sorted((await readStore()).spans)).toEqual(sorted(before.spans))
    }
    await fc.assert(fc.asyncProperty(asked, once), { numRuns: IMPORTS, endOnFailure: true })
  },
)
