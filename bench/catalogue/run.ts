import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays } from '@kippu/domain/jst-date'
import { writeXlsx } from '@kippu/server/office/catalogue/files/write-xlsx'
import { openDatabase } from '@kippu/server/platform/db/database'
import { migrate } from '@kippu/server/platform/db/migrate'
import { sql } from 'kysely'
import * as v from 'valibot'

import { startEmbeddedDatabase } from '../../tools/start/embedded-database.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runProgram } from '../run-program.ts'
import { runAndStop } from '../started.ts'

/** Imports of a hundred thousand rows: their time and the memory of the process that makes them, which has a bound. */
const MOST_MEGABYTES = 300
const SPANS = 100_000
const A_DAY = 100
const PRODUCT = '5b0c2f3a-6a4e-4d4f-9d0e-3f1a2b4c5d6e'
const HEADINGS = ['product', 'date', 'start', 'end', 'capacity']

const imported = v.looseObject({ megabytes: v.number() })
type Imported = v.InferOutput<typeof imported>

await runAndStop(async stopLater => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-catalogue-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'data') })
  stopLater(database)
  await prepare(database.url)
  const rows = spanRows()
  const files = {
    'rules, 100,000 time spans': ['rules.csv', rulesCsv()],
    'the same as a CSV: nothing changes': ['spans.csv', csvOf(rows)],
    'every capacity another one': ['spans.csv', csvOf(rows.map(row => row.with(4, 30)))],
    'the same as XLSX: nothing changes': [
      'spans.xlsx',
      writeXlsx([{ name: 'spans', headings: HEADINGS, rows: rows.map(row => row.with(4, 30)) }]),
    ],
    '100,000 faults': ['spans.csv', csvOf(rows.map(row => row.with(3, 'later')))],
    '200,000 faults, two a row': [
      'spans.csv',
      csvOf(rows.map(row => row.with(3, 'later').with(0, 'nothing'))),
    ],
  } as const
  const results: Record<string, Imported> = {}
  for (const [title, [name, content]] of Object.entries(files)) {
    const file = path.join(folder, name)
    writeFileSync(file, content)
    const words = [path.join(import.meta.dirname, 'import-once.ts'), database.url, file]
    const said = await runProgram([process.execPath, ...words], { install: 'npm install' })
    const answer = v.parse(imported, JSON.parse(said))
    results[title] = answer
    process.stdout.write(`${title}: ${JSON.stringify(answer)}\n`)
  }
  const file = writeResults('catalogue', {
    command: 'npm run bench:catalogue',
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: loadAverage(),
    results,
  })
  process.stdout.write(`Written: ${file}\n`)
  for (const [title, { megabytes }] of Object.entries(results))
    if (megabytes > MOST_MEGABYTES)
      throw new Error(`${title}: ${megabytes} MB, and ${MOST_MEGABYTES} are the most`)
})

async function prepare(url: string): Promise<void> {
  await migrate(url)
  const db = openDatabase(url, { poolSize: 1 })
  await db.transaction(tx =>
    sql`insert into products (site_key, uuid, product_type, sale_type, base_price, entry_policy, position)
        values ('bench', ${PRODUCT}, 'main', 'time', 2400, 'once', 0)`.execute(tx),
  )
  await db.close()
}

/** Two rules, for half of the days each. */
function rulesCsv(): string {
  const days = SPANS / A_DAY
  const lines = [0, 1, 2, 3].map(quarter => {
    const from = addDays('2027-01-01', (quarter * days) / 4)
    return `${PRODUCT},${from},${addDays(from, days / 4 - 1)},09:00,17:15,5,5,20`
  })
  return `product,from,until,first,last,every,length,capacity\n${lines.join('\n')}\n`
}

function spanRows(): Array<ReadonlyArray<string | number>> {
  return Array.from({ length: SPANS }, (_, turn) => {
    const start = 9 * 60 + (turn % A_DAY) * 5
    return [PRODUCT, addDays('2027-01-01', Math.floor(turn / A_DAY)), timeAt(start), timeAt(start + 5), 20]
  })
}

function timeAt(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function csvOf(rows: ReadonlyArray<ReadonlyArray<string | number>>): string {
  return `${[HEADINGS, ...rows].map(row => row.join(',')).join('\n')}\n`
}
