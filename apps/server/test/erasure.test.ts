import { unzipSync } from 'fflate'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '../src/office/books/audit.ts'
import { computeJournal, type JournalRow } from '../src/office/books/journal-rows.ts'
import { lockImports } from '../src/office/catalogue/write-changes.ts'
import { runCli } from '../src/cli/run-cli.ts'
import { HELD_PARTS } from '../src/office/persons/held-data.ts'
import { OURS, PERSONAL } from './personal-columns.ts'
import type { Bought } from './shop/stripe.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import { untilSomebodyWaits } from './waiting-connections.ts'
import { BYSTANDER, dump, EMIKO, plant, tablesWith, turned, type Traces } from './visitor-traces.ts'

let shop: StripeShop
let emiko: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  const [one, other] = [await visit(EMIKO), await visit(BYSTANDER)]
  // Afterwards the day is not sold any more.
  await leave(EMIKO, one)
  await leave(BYSTANDER, other)
  emiko = one
})
afterAll(() => shop.close())

/** Buys three tickets, has a receipt, and gives one ticket back. */
async function visit(traces: Traces): Promise<Bought> {
  await shop.resetStock()
  const bought = await shop.buy(3)
  const issued = await shop.call('POST', `/api/v1/receipts/${bought.token}`, { addressee: traces.name })
  expect(issued.status).toBe(201)
  const given = await kippu('refund', bought.number, '--tickets', '2', '--reason', traces.name)
  expect(given).toMatchObject({ code: 0 })
  return bought
}

async function leave(traces: Traces, bought: Bought): Promise<void> {
  await shop.db.transaction(async tx => {
    for (const statement of plant(traces, bought)) await statement.execute(tx)
  })
}

async function kippu(...args: readonly string[]) {
  const out: string[] = []
  const say = (text: string) => out.push(text)
  const code = await runCli(args, { open: () => shop.deps, out: say, err: say })
  return { code, out: out.join('\n') }
}

const erase = (...more: readonly string[]) =>
  kippu('person', 'erase', 'demo', EMIKO.mail, '--reason', 'asked by letter', ...more)

async function journal(): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  const month = new Date().toISOString().slice(0, 7)
  for await (const row of computeJournal(shop, { siteKey: 'demo', month, booking: 'sale' })) rows.push(row)
  return rows
}

/** What books and tax ask for, which no erasure may touch. */
async function books() {
  const { rows } = await shop.db.read(read =>
    sql`select 'receipt' as what, to_jsonb(x) - 'addressee' as row from receipts x
        union all select 'ledger', to_jsonb(x) from ledger_entries x
        union all select 'ticket', to_jsonb(x) from tickets x
        union all select 'payment', jsonb_build_array(id, state, amount, provider_order_ref, provider_refs -> 'intent') from payment_attempts
        union all select 'refund', to_jsonb(x) - 'reason' from refunds x
        union all select 'order', to_jsonb(x) - 'customer_info' - 'email' - 'member_id' - 'emptied_at' - 'version' from orders x
        order by 1, 2`.execute(read),
  )
  return { rows, journal: await journal(), wrong: await audit(shop, null) }
}

test('every text of the schema is declared: of a visitor, of the staff, or ours', async () => {
  const { rows } = await shop.db.read(read =>
    sql<{ name: string; columns: string[] }>`
      select c.table_name as name, array_agg(c.column_name::text order by c.column_name) as columns
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
         and (data_type in ('text', 'jsonb', 'json', 'character varying') or udt_name in ('_text', '_varchar', '_jsonb'))
       group by 1 order by 1`.execute(read),
  )
  const declared = rows.map(({ name }) => {
    const ours = (OURS[name] ?? '').split(' ').filter(column => column !== '')
    return { name, columns: [...Object.keys(PERSONAL[name] ?? {}), ...ours].toSorted() }
  })
  expect(declared).toEqual(rows)
  const known = new Set(rows.map(({ name }) => name))
  expect([...Object.keys(PERSONAL), ...Object.keys(OURS)].filter(name => !known.has(name))).toEqual([])
})

/** Columns in which there is something of a visitor. */
const columnsOf = (...kinds: readonly string[]) =>
  Object.entries(PERSONAL).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, kind]) => (kinds.includes(kind) ? [{ table, column }] : [])),
  )

test.each(columnsOf('visitor', 'words').map(({ table, column }) => [table, column] as const))(
  '%s.%s has a word to be found in this test',
  async (table, column) => {
    const names = [
      ...Object.values(EMIKO),
      EMIKO.name.replace(' ', ''),
      ...Object.values(EMIKO).flatMap(turned),
    ]
    const words = names.flatMap(word => [word, encodeURIComponent(word)])
    const { rows } = await shop.db.read(read =>
      sql`select from ${sql.table(table)} x
           where exists (select from unnest(${words}::text[]) as word
                          where strpos(lower(${sql.ref(`x.${column}`)}::text), lower(word)) > 0)`.execute(
        read,
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
  },
)

test('what is handed out has every table with something of a visitor, and nothing that opens anything', async () => {
  const outside = ['catalogue_imports', 'time_spans', 'visit_cancellations']
  const tables = new Set(columnsOf('visitor', 'words').map(({ table }) => table))
  expect([...tables].filter(table => !(table in HELD_PARTS))).toEqual(outside)
  const file = path.join(tmpdir(), `kippu-person-${process.pid}.zip`)
  expect((await kippu('person', 'export', 'demo', emiko.number, '--out', file)).code).toBe(0)
  const files = unzipSync(readFileSync(file))
  rmSync(file)
  const [page = '', data = ''] = ['person.html', 'person.json'].map(name =>
    Buffer.from(files[name] ?? []).toString(),
  )
  for (const word of Object.values(EMIKO))
    expect([word, page.includes(word), data.includes(word)]).toEqual([word, true, true])
  for (const word of Object.values(BYSTANDER)) expect(data).not.toContain(word)
  expect(data).not.toMatch(/_hash|"uid"|push_token|\\\\x/)
  const { out } = await kippu('actions', 'demo', '--json')
  expect(JSON.parse(out)).toContainEqual(
    expect.objectContaining({ verb: 'person export', subject: emiko.orderId }),
  )
}, 120_000)

test('a visitor is not erased while a visit is to come, nor with a reason that names them, nor by another word than that of the plan', async () => {
  expect(await erase()).toEqual({
    code: 1,
    out: 'Refused: a visit is to come: give it back first, or --force.',
  })
  for (const reason of [`${EMIKO.name} wrote`, 'told at 090-8765-4321'])
    expect(await kippu('person', 'erase', 'demo', EMIKO.mail, '--force', '--reason', reason)).toMatchObject({
      code: 1,
    })
  expect((await erase('--force', '--confirm', 'other')).code).toBe(1)
  expect(await kippu('person', 'erase', 'demo', 'nobody@x.example', '--reason', 'r')).toMatchObject({
    code: 1,
  })
  expect(tablesWith(await dump(shop), EMIKO)).toContain('orders')
}, 120_000)

test('an import that runs is waited for: what it writes of a visitor is not left behind', async () => {
  let asked: Promise<unknown> = Promise.resolve()
  const seen: string[] = []
  await shop.db.transaction(async tx => {
    await lockImports(tx, 'demo')
    asked = erase('--confirm', 'another word', '--force').then(() => seen.push('erased'))
    await untilSomebodyWaits(shop.db, () => seen.length > 0)
    seen.push('imported')
  })
  await asked
  expect(seen).toEqual(['imported', 'erased'])
})

test('who is erased is found nowhere; books, tickets and documents of tax are the same, and nobody else lost anything', async () => {
  const [before, others] = [await books(), tablesWith(await dump(shop), BYSTANDER)]
  expect(before.wrong).toEqual([])
  const { out } = await erase('--force', '--json')
  const { word } = JSON.parse(out) as { word: string }
  expect(tablesWith(await dump(shop), EMIKO).length).toBeGreaterThan(12)
  expect(await erase('--force', '--confirm', word)).toMatchObject({ code: 0 })
  const dumped = await dump(shop)
  expect(tablesWith(dumped, EMIKO)).toEqual([])
  expect(tablesWith(dumped, BYSTANDER)).toEqual(others)
  expect(await books()).toEqual(before)
  expect(before.journal.length).toBeGreaterThan(0)
  const actions = JSON.parse((await kippu('actions', 'demo', '--of', word, '--json')).out) as unknown
  expect(actions).toEqual([expect.objectContaining({ verb: 'person erase', reason: 'asked by letter' })])
  expect(await erase('--force')).toMatchObject({
    code: 1,
    out: 'Refused: the site holds nothing about them.',
  })
  expect((await kippu('find', 'demo', EMIKO.name)).code).toBe(1)
  // Whoever has the link still gets in.
  const { status } = await shop.call('GET', `/api/v1/reservations/${emiko.token}?lang=ja`)
  expect(status).toBe(200)
  // What is left is found by its number, and is nobody's.
  expect(
    await kippu('person', 'erase', 'demo', emiko.number, '--force', '--reason', 'once more'),
  ).toMatchObject({ code: 0 })
}, 120_000)

test('what the staff did can lose its words, and nothing else', async () => {
  for (const change of [
    sql`staff = 'x'`,
    sql`verb = 'x'`,
    sql`reason = 'x'`,
    sql`details = '{"a":1}'`,
    sql`reason = null, subject = ''`,
  ])
    await expect(
      shop.db.transaction(tx => sql`update staff_actions set ${change}`.execute(tx)),
    ).rejects.toThrow('only added to')
  await expect(shop.db.transaction(tx => sql`delete from staff_actions`.execute(tx))).rejects.toThrow(
    'only added to',
  )
})
