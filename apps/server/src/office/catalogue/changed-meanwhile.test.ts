import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { runCli } from '../../cli/run-cli.ts'
import { Faults } from './files/raw-sheet.ts'

let server: Shop
let folder: string
let turn = 0

beforeAll(async () => {
  server = await createShop()
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-meanwhile-'))
})
beforeEach(() => server.renew({ capacities: [50, 50] }))
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const code = await runCli(args, {
    open: () => server.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  return { code, text: said.join('\n') }
}

async function importSheet(sheet: string, rows: string, ...more: readonly string[]) {
  turn += 1
  const place = path.join(folder, String(turn))
  await mkdir(place)
  await writeFile(path.join(place, `${sheet}.csv`), rows)
  return kippu('catalogue', 'import', 'demo', place, ...more)
}

const DAY = '2026-12-01'
const uuid = () => server.catalogue.productUuid
const spanAt = (start: string) =>
  `product,date,start,end,capacity\n${uuid()},${DAY},${start},${start.slice(0, 2)}:59,9\n`
const stop = (...more: readonly string[]) =>
  kippu('sales', 'stop', 'demo', uuid(), '--from', DAY, '--reason', 'typhoon', ...more)

interface SpanNow {
  readonly start: string
  readonly capacity: number
  readonly taken: number
  readonly state: string
}

async function spansNow(): Promise<readonly SpanNow[]> {
  const { rows } = await server.db.read(read =>
    sql<SpanNow>`
      select to_char(starts_at at time zone 'Asia/Tokyo', 'HH24:MI') as start, capacity, taken, sale_state as state
        from time_spans where product_id = ${server.catalogue.productId} order by starts_at`.execute(read),
  )
  return rows
}

describe('what somebody has stopped', () => {
  test('is not removed by a file that leaves it out, nor by taking an import back (S-16.02)', async () => {
    await importSheet('spans', spanAt('15:00'), '--apply')
    await stop('--time', '15:00')
    const whole = await importSheet('spans', 'product,date,start\n', '--complete', '--apply')
    expect(whole.text).toMatch(/= spans \S+ 2026-12-01 15:00 stays: its sale is stopped/)
    await kippu('catalogue', 'undo', 'demo', '--apply')
    await kippu('sales', 'resume', 'demo', uuid(), '--from', DAY, '--reason', 'repaired')

    await importSheet('spans', spanAt('16:00'), '--apply')
    await stop('--time', '16:00')
    expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
      code: 1,
      text: expect.stringContaining('16:00: its sale is stopped'),
    })
    expect((await spansNow()).find(({ start }) => start === '16:00')).toMatchObject({ state: 'stopped' })
  })

  test('stops what is added to the day: the dry run says so, resuming opens it, and it can be taken back', async () => {
    await stop('--time', '10:00')
    expect((await importSheet('spans', spanAt('15:00'))).text).not.toContain('of these days is stopped')
    await stop()
    expect((await importSheet('spans', spanAt('15:00'))).text).toMatch(
      /of these days is stopped[^]*2026-12-01 +\S+ +1/,
    )
    await importSheet('spans', spanAt('15:00'), '--apply')
    expect(await spansNow()).toMatchObject([{ state: 'stopped' }, { state: 'stopped' }, { state: 'stopped' }])
    expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
    await importSheet('spans', spanAt('15:00'), '--apply')
    await kippu('sales', 'resume', 'demo', uuid(), '--from', DAY, '--reason', 'repaired')
    expect(await spansNow()).toMatchObject([{ state: 'open' }, { state: 'open' }, { state: 'open' }])
  })
})

/** Does something to the first time span, and commits once the work waits for its lock. */
async function whileLocked<T>(change: ReturnType<typeof sql>, begin: () => Promise<T>): Promise<T> {
  let work: Promise<T> | undefined
  await server.db.transaction(async tx => {
    await change.execute(tx)
    work = begin()
    // On another connection: a transaction sees the backends of its beginning alone.
    const isWaiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    for (let rows = 0; rows === 0;) rows = (await server.db.read(read => isWaiting.execute(read))).rows.length
  })
  if (work === undefined) throw new Error('nothing was begun')
  return work
}

const ofFirst = (columns: ReturnType<typeof sql>) =>
  sql`update time_spans set ${columns} where id = ${server.catalogue.spans[0] ?? 0}`

test('a capacity that the desk sets while an import waits for the time span stays where the file says none', async () => {
  const end = `product,date,start,end\n${uuid()},${DAY},10:00,10:45\n`
  const done = await whileLocked(ofFirst(sql`capacity = 41`), () => importSheet('spans', end, '--apply'))
  expect(done).toMatchObject({ code: 0 })
  expect((await spansNow())[0]).toMatchObject({ capacity: 41 })
  await kippu('catalogue', 'undo', 'demo', '--apply')
  expect((await spansNow())[0]).toMatchObject({ capacity: 41 })
})

test('a time span that is stopped while a whole file waits to remove it stays', async () => {
  const stopped = ofFirst(sql`sale_state = 'stopped', stopped_at = now(), stop_reason = 'x'`)
  const whole = () => importSheet('spans', 'product,date,start\n', '--complete', '--apply')
  const done = await whileLocked(stopped, whole)
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('10:00 stays: its sale is stopped') })
  expect((await spansNow())[0]).toMatchObject({ start: '10:00', state: 'stopped' })
})

test('a time span that is added while its day is being stopped is stopped too', async () => {
  const stopping = await whileLocked(ofFirst(sql`capacity = 40`), async () => {
    const [, added] = await Promise.all([stop(), importSheet('spans', spanAt('15:00'), '--apply')])
    return added
  })
  expect(stopping).toMatchObject({ code: 0 })
  for (const { state } of await spansNow()) expect(state).toBe('stopped')
})

test('a capacity below what is kept for a channel beside what is sold is refused', async () => {
  await importSheet('shares', `product,date,start,channel,units\n${uuid()},${DAY},10:00,OTA,20\n`, '--apply')
  await server.orderToken(10)
  const few = `product,date,start,capacity\n${uuid()},${DAY},10:00,25\n`
  expect(await importSheet('spans', few, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('10 are held or sold, and 20 more kept for channels'),
  })
})

test('imports, orders and the desk’s capacities at once: all come to an end, and nothing is oversold', async () => {
  const rows = (capacity: number, minute: number) =>
    `product,date,start,end,capacity\n${uuid()},${DAY},10:00,10:${minute},${capacity}\n${uuid()},${DAY},10:01,10:${minute},${capacity}\n`
  const imports = async () => {
    for (let round = 0; round < 6; round += 1) {
      const { code, text } = await importSheet('spans', rows(40 + round, 30 + round), '--apply')
      // Refused by its name, all of it, when the desk was before it each time.
      expect(code === 0 || text.includes('somebody changes it all the time')).toBe(true)
    }
  }
  const capacities = async () => {
    for (let round = 0; round < 6; round += 1)
      expect(await kippu('capacity', 'set', 'demo', uuid(), String(60 + round), '--from', DAY)).toMatchObject(
        { code: 0 },
      )
  }
  const orders = async () => {
    const statuses: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const timeSpanId = server.catalogue.spans[round % 2]
      statuses.push((await server.order(1, timeSpanId === undefined ? {} : { timeSpanId })).status)
    }
    return statuses
  }
  const [, , first, second] = await Promise.all([imports(), capacities(), orders(), orders()])
  expect(new Set([...first, ...second])).toEqual(new Set([201]))
  for (const span of await spansNow()) expect(span.taken).toBe(12)
})

test('faults are kept in the order of files, sheets and lines, the first thousand of however many', () => {
  const faults = new Faults([
    { file: 'a.xlsx', name: 'spans', headings: [] },
    { file: 'b.csv', name: 'b', headings: ['商品'] },
  ])
  for (let line = 3_000; line > 0; line -= 1)
    faults.add({ file: 'b.csv', sheet: 'b', line }, () => ({ text: ['x', 'あ'] }))
  faults.add({ file: 'a.xlsx', sheet: 'spans', line: 7 }, () => ({ text: ['y', 'い'] }))
  expect(faults.total).toBe(3_001)
  expect(faults.kept).toHaveLength(1_000)
  expect(faults.kept.slice(0, 3).map(({ file, line }) => [file, line])).toEqual([
    ['a.xlsx', 7],
    ['b.csv', 1],
    ['b.csv', 2],
  ])
  expect(faults.kept.at(-1)).toMatchObject({ line: 999 })
})
