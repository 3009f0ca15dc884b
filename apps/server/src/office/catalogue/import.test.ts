import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { getProducts } from '@kippu/contract/products'
import { zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { runCli } from '../../cli/run-cli.ts'
import { extendRules } from './extend-rules.ts'
import { writeXlsx } from './files/write-xlsx.ts'
import { withHashes } from './member-passwords.ts'
import { members } from './sheets/members.ts'

let server: Shop
let folder: string
let turn = 0

beforeAll(async () => {
  server = await createShop()
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-import-'))
})
beforeEach(() => server.renew({ capacities: [5, 5] }))
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function kippu(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    open: () => server.deps,
    out: text => out.push(text),
    err: text => err.push(text),
  })
  return { code, text: [...out, ...err].join('\n') }
}

/** Writes files into a folder of their own, and imports it. */
async function importFiles(files: Readonly<Record<string, string | Uint8Array>>, ...more: readonly string[]) {
  turn += 1
  const place = path.join(folder, String(turn))
  await mkdir(place)
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(place, name), content)
  return kippu('catalogue', 'import', 'demo', place, ...more)
}

const uuid = () => server.catalogue.productUuid
const spanRow = (capacity: number, start = '10:00') =>
  `product,date,start,capacity\n${uuid()},2026-12-01,${start},${capacity}\n`
async function capacities(): Promise<number[]> {
  const rows = await server.db.read(read =>
    read
      .selectFrom('time_spans')
      .select('capacity')
      .where('product_id', '=', server.catalogue.productId)
      .orderBy('starts_at')
      .execute(),
  )
  return rows.map(row => row.capacity)
}
async function counts(): Promise<readonly number[]> {
  return server.db.read(async read => {
    const products = await read.selectFrom('products').select('id').execute()
    const spans = await read.selectFrom('time_spans').select('id').execute()
    const imports = await read.selectFrom('catalogue_imports').select('id').execute()
    return [products.length, spans.length, imports.length]
  })
}

const NEW_PRODUCT = {
  '商品.csv': iconv.encode(
    '商品,予約方法,価格,販路,税率\r\nlantern-walk,日時,"¥2,400","web spot",１０\r\n',
    'shift_jis',
  ),
  'product_texts.csv':
    'product,language,name,description\nlantern-walk,ja,灯りの散歩,夜の道\nlantern-walk,en,Lantern Walk,A walk\n',
  'options.csv': 'product,option,type,order,name_ja\nlantern-walk,tickets,券種,0,チケット\n',
  'option_values.csv':
    'product,option,value,add_cost,order,name_ja,name_en\nlantern-walk,tickets,adult,0,0,大人,Adult\nlantern-walk,tickets,child,"-1,200",1,小人,Child\n',
  'rules.csv':
    'product,from,until,weekdays,holidays,first,last,every,length,capacity,base_price\n' +
    // A week, Tuesdays closed and 3 November, a holiday, dearer.
    'lantern-walk,2026/11/1,2026/11/7,月水木金土日,除く,18:00,19:00,30,30,20,\n' +
    'lantern-walk,2026-11-03,2026-11-03,all,only,18:00,19:00,30,30,30,2800\n',
}

test('a product with its words, kinds of tickets and a season of time spans comes from sheets, in Japanese and Shift_JIS too, and is sold within a second (S-16.02)', async () => {
  const before = await counts()
  const dry = await importFiles(NEW_PRODUCT)
  expect(dry).toMatchObject({
    code: 0,
    text: expect.stringContaining('+ spans lantern-walk 2026-11-01 18:00'),
  })
  expect(dry.text).toMatch(/\+ days lantern-walk 2026-11-03: base_price 2800/)
  expect(dry.text).toMatch(/Read as UTF-8: [^]*Read as Shift_JIS: \S+商品\.csv\n/)
  // A reader of another language sees English, where there is any.
  expect(dry.text).toMatch(/Without words in these languages[^]*\nproducts lantern-walk: kr, /)
  expect(dry.text).toMatch(/\noption_values lantern-walk tickets adult: kr, /)
  expect(await counts()).toEqual(before)
  expect(await importFiles(NEW_PRODUCT, '--apply')).toMatchObject({ code: 0 })
  const { rows } = await server.db.read(async read => ({
    rows: await read
      .selectFrom('time_spans')
      .innerJoin('products', 'products.id', 'time_spans.product_id')
      .innerJoin('product_days', join =>
        join
          .onRef('product_days.product_id', '=', 'products.id')
          .onRef('product_days.visit_date', '=', 'time_spans.visit_date'),
      )
      .select(['time_spans.visit_date as date', 'capacity', 'product_days.base_price as price'])
      .where('code', '=', 'lantern-walk')
      .orderBy('starts_at')
      .execute(),
  }))
  expect(rows).toHaveLength(7 * 3)
  expect(rows.filter(row => row.date === '2026-11-03').map(row => [row.capacity, row.price])).toEqual([
    [30, 2_800],
    [30, 2_800],
    [30, 2_800],
  ])
  server.clock.advance(1_000)
  for (const lang of ['en', 'kr', 'th']) {
    const seen = JSON.stringify((await server.app.inject(`${getProducts.path}?lang=${lang}`)).json())
    for (const word of ['Lantern Walk', 'Adult']) expect(seen).toContain(word)
    for (const word of ['灯りの散歩', '大人']) expect(seen).not.toContain(word)
  }
  expect(await importFiles(NEW_PRODUCT, '--apply')).toMatchObject({
    code: 0,
    text: expect.stringContaining('has all of it already'),
  })
  // What the store has may be named as visitors read it, also beside a row of the product itself.
  const named = {
    'spans.csv': 'product,date,start,capacity\nLantern Walk,2026-11-01,18:00,25\n',
    'products.csv': 'product,base_price\nlantern-walk,2500\n',
  }
  expect(await importFiles(named)).toMatchObject({
    code: 0,
    text: expect.stringContaining('spans lantern-walk 2026-11-01 18:00'),
  })
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect((await counts()).slice(0, 2)).toEqual(before.slice(0, 2))
})

test('every fault is told by file, line and column, and nothing is written (S-16.02)', async () => {
  const before = await counts()
  const { code, text } = await importFiles(
    {
      'spans.csv': `product,date,start,end,capacity\n${uuid()},2026-13-01,10:00,11:00,5\nnobody,2026-12-02,25:99,11:00,many\n${uuid()},2026-12-02,10:00,09:00,5\n`,
      'coupons.csv':
        'code,kind,discount,amount,name_ja\nA,flat_rate,percent,10,割引\nA,flat_rate,fixed,10,割引\n',
      'rules.csv': `product,from,until,holidays,first,length,capacity\n${uuid()},2031-01-01,2031-01-31,except,10:00,60,5\n`,
      'tickets.csv': 'a\nb\n',
    },
    '--apply',
  )
  expect(code).toBe(1)
  for (const part of [
    'spans.csv, line 2, date: “2026-13-01” is not a day',
    'spans.csv, line 3, product: the site has no product “nobody”',
    'spans.csv, line 3, start: “25:99” is not a time',
    'spans.csv, line 3, capacity: “many” is not a whole number',
    'spans.csv, line 4, end: it is not after the start',
    'coupons.csv, line 3: the same row is on line 2',
    'coupons.csv, line 2, discount: flat_rate is not counted in percent',
    'rules.csv, line 2, until: holidays are known until the end of 2030',
    'is none of the sheets',
  ])
    expect(text).toContain(part)
  expect(await counts()).toEqual(before)
})

test('what is sold stays: a capacity below it is refused at its cell, a missing time span is kept, a missing kind of ticket retired', async () => {
  await server.orderToken(3)
  expect(await importFiles({ 'spans.csv': spanRow(2) }, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('line 2, capacity: 3 are held or sold'),
  })
  const dry = await importFiles({ 'spans.csv': spanRow(3) })
  expect(dry.text).toMatch(/~ spans \S+ 2026-12-01 10:00: capacity 5 → 3/)
  expect(dry.text).toMatch(/2026-12-01\s+\S+\s+0\s+1/)
  const values = await server.db.read(read =>
    read
      .selectFrom('product_options')
      .selectAll()
      .where('product_id', '=', server.catalogue.productId)
      .execute(),
  )
  const kept = await importFiles(
    {
      'spans.csv': 'product,date,start\n',
      'option_values.csv': `product,option,value\n${uuid()},#${values[1]?.id ?? 0},#${server.catalogue.guide}\n`,
    },
    '--complete',
    '--apply',
  )
  expect(kept.text).toMatch(/= spans \S+ 2026-12-01 10:00 stays: it was ordered/)
  expect(await capacities()).toEqual([5])
  const stored = await server.db.read(read =>
    read
      .selectFrom('option_values')
      .select(['id', 'retired_at'])
      .where('id', 'in', [server.catalogue.adult, server.catalogue.child])
      .execute(),
  )
  expect(stored).toEqual([{ id: server.catalogue.adult, retired_at: expect.any(Date) }])
  server.clock.advance(1_000)
  expect(await server.order(1)).toMatchObject({ status: 400, body: { error: 'option_value_id not found' } })
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await capacities()).toEqual([5, 5])
  server.clock.advance(1_000)
  expect(await server.order(1)).toMatchObject({ status: 201 })
})

test('a companion names a kind of the same option that is sold by itself, in any order of the rows, and holds it', async () => {
  expect(await importFiles(NEW_PRODUCT, '--apply')).toMatchObject({ code: 0 })
  const sheet = (...rows: readonly string[]) => ({
    'option_values.csv': `product,option,value,add_cost,order,only_with,name_ja\n${rows.map(row => `lantern-walk,tickets,${row}\n`).join('')}`,
  })
  const fault = /line 2, only_with: it names another kind of ticket of the same option/
  for (const wrong of ['companion', 'infant', '#99'])
    expect((await importFiles(sheet(`companion,-9999,3,${wrong},付き添い`))).text).toMatch(fault)
  const companion = 'companion,-9999,3,disabled,付き添い'
  const disabled = 'disabled,-1200,2,,障がい者'
  expect((await importFiles(sheet('disabled,-1200,2,child,障がい者', companion))).text).toMatch(
    /line 3, only_with/,
  )
  // A word of its own row makes no kind free without a question.
  expect((await importFiles(sheet(companion, disabled), '--apply')).text).toContain('--odd-prices 1')
  const isMeant = ['--apply', '--odd-prices', '1']
  expect(await importFiles(sheet(companion, disabled), ...isMeant)).toMatchObject({ code: 0 })
  const out = path.join(folder, 'companions')
  await kippu('catalogue', 'export', 'demo', out)
  expect(await readFile(path.join(out, 'option_values.csv'), 'utf8')).toMatch(
    /lantern-walk,tickets,companion,-9999,3,no,disabled,no,付き添い/,
  )
  const kept = await importFiles(sheet(companion), '--complete', '--apply')
  expect(kept.text).toMatch(
    /= option_values lantern-walk tickets disabled stays: another kind is sold only with it/,
  )
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
})

test('a product is sold by resellers once each of its kinds of tickets has its type', async () => {
  const product = (channels: string) => ({
    'products.csv': `product,booking,base_price,channels\nglow-walk,time,2400,${channels}\n`,
  })
  const kinds = (child: string) => ({
    'option_values.csv': `product,option,value,add_cost,order,name_ja,unit_type\nglow-walk,tickets,adult,0,0,大人,ADULT\nglow-walk,tickets,child,-1200,1,小人,${child}\n`,
  })
  const files = {
    'product_texts.csv': 'product,language,name,description\nglow-walk,ja,灯り,道\n',
    'options.csv': 'product,option,type,order,name_ja\nglow-walk,tickets,券種,0,チケット\n',
  }
  expect(await importFiles({ ...files, ...product('web'), ...kinds('') }, '--apply')).toMatchObject({
    code: 0,
  })
  const fault = /line 2, channels: resellers need the type of each of its kinds/
  expect((await importFiles(product('web OTA'))).text).toMatch(fault)
  expect((await importFiles({ ...product('web OTA'), ...kinds('') })).text).toMatch(fault)
  const right = { ...product('web OTA'), ...kinds('CHILD') }
  expect(await importFiles(right, '--apply')).toMatchObject({ code: 0 })
})

test('the last import is taken back alone, and not once something of it is sold or changed', async () => {
  expect(
    await importFiles(
      { 'spans.csv': `商品,日付,開始,終了,定員\n${uuid()},2026-12-01,15:00,16:00,9\n` },
      '--apply',
    ),
  ).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /^UTF-8 として読みました: [^]*\nシート +追加 [^]*, 定員 9[^]*\n変更しました。/,
    ),
  })
  const added = await server.db.read(read =>
    read
      .selectFrom('time_spans')
      .select('id')
      .where('product_id', '=', server.catalogue.productId)
      .where('capacity', '=', 9)
      .executeTakeFirstOrThrow(),
  )
  await server.orderToken(1, { timeSpanId: added.id })
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^この取り込みは元に戻せません。\n.*15:00: 注文されています$/),
  })
  await importFiles({ 'spans.csv': spanRow(8) }, '--apply')
  expect(await capacities()).toEqual([8, 5, 9])
  await server.db.transaction(tx =>
    tx
      .updateTable('time_spans')
      .set({ capacity: 7 })
      .where('id', '=', server.catalogue.spans[0] ?? 0)
      .execute(),
  )
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('it was changed since'),
  })
  await server.db.transaction(tx =>
    tx
      .updateTable('time_spans')
      .set({ capacity: 8 })
      .where('id', '=', server.catalogue.spans[0] ?? 0)
      .execute(),
  )
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await capacities()).toEqual([5, 5, 9])
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 1 })
})

test('S-16.02: any import of the last days is taken back by its number, row by row where that is asked for', async () => {
  const times = ['15:00', '16:00'].map(
    start => `${uuid()},2026-12-01,${start},${start.replace(':0', ':3')},9\n`,
  )
  await importFiles(
    { 'spans.csv': `product,date,start,end,capacity\n${uuid()},2026-12-01,10:00,11:00,8\n${times.join('')}` },
    '--apply',
  )
  await importFiles({ 'spans.csv': spanRow(6, '10:01') }, '--apply')
  const { rows: listed } = await server.db.read(read =>
    sql<{ id: number }>`select id from catalogue_imports order by id desc limit 2`.execute(read),
  )
  const [last, first] = listed.map(({ id }) => String(id))
  const list = await kippu('catalogue', 'imports', 'demo')
  expect(list.text).toMatch(new RegExp(`${last} .*spans \\+0 ~1 -0 *\n${first} .*spans \\+2 ~1 -0`))
  const sold = await server.db.read(read =>
    read
      .selectFrom('time_spans')
      .select('id')
      .where('product_id', '=', server.catalogue.productId)
      .where('capacity', '=', 9)
      .orderBy('starts_at')
      .executeTakeFirstOrThrow(),
  )
  await server.orderToken(1, { timeSpanId: sold.id })
  const undo = (...more: readonly string[]) => kippu('catalogue', 'undo', 'demo', first ?? '', ...more)
  expect(await undo('--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('15:00: it was ordered'),
  })
  expect(await capacities()).toEqual([8, 6, 9, 9])
  const seen = await undo('--partly')
  expect(seen).toMatchObject({ code: 0, text: expect.stringMatching(/capacity 8 → 11|capacity 8 → 5/) })
  expect(seen.text).toMatch(/These rows stay as they are:\n.*15:00: it was ordered\n/)
  expect(await undo('--partly', '--apply')).toMatchObject({ code: 0 })
  // Rows that a later import changed, or somebody ordered, stay.
  expect(await capacities()).toEqual([5, 6, 9])
  for (const again of [undo('--partly', '--apply'), kippu('catalogue', 'undo', 'demo', '999999')])
    expect((await again).code).toBe(1)
  expect(await kippu('catalogue', 'undo', 'demo', last ?? '', '--apply')).toMatchObject({ code: 0 })
  expect(await capacities()).toEqual([5, 5, 9])
})

test('S-16.02: what a machine imports each day leaves what a person imported last to be taken back, and writes nothing where nothing changes', async () => {
  const capacityOf = (capacity: number) => ({ 'spans.csv': spanRow(capacity) })
  const next = `product,date,start,end,capacity\n${uuid()},2026-12-02,15:00,16:00,9\n`
  expect(await importFiles(capacityOf(8), '--apply')).toMatchObject({ code: 0 })
  expect(await importFiles({ 'spans.csv': next }, '--apply', '--scheduled')).toMatchObject({ code: 0 })
  const written = await counts()
  for (const more of [[], ['--scheduled']])
    expect(await importFiles({ 'spans.csv': next }, '--apply', ...more)).toMatchObject({
      code: 0,
      text: expect.stringContaining('has all of it already'),
    })
  expect(await counts()).toEqual(written)
  expect((await kippu('catalogue', 'undo', 'demo')).text).toContain('capacity 8 → 5')
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await capacities()).toEqual([5, 5, 9])
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 1 })
  // A change of the machine itself since then is in the way, as anybody's is.
  await importFiles(capacityOf(8), '--apply')
  await importFiles(capacityOf(7), '--apply', '--scheduled')
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('it was changed since'),
  })
})

test('S-16.02: a price that becomes a hundredth is written once somebody says that so many are meant', async () => {
  const day = (price: string) => ({ 'days.csv': `product,date,base_price\n${uuid()},2026-12-01,${price}\n` })
  const priceNow = async () => {
    const { base_price } = await server.db.read(read =>
      read
        .selectFrom('product_days')
        .select('base_price')
        .where('product_id', '=', server.catalogue.productId)
        .where('visit_date', '=', '2026-12-01')
        .executeTakeFirstOrThrow(),
    )
    return base_price
  }
  const before = await priceNow()
  const odd = day(String(Math.floor(before / 100)))
  expect(await importFiles(odd)).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /Prices that become[^]*days \S+ 2026-12-01: \d+ → \d+\n[^]*--apply --odd-prices 1 it is/,
    ),
  })
  for (const more of [[], ['--odd-prices', '2'], ['--scheduled']])
    expect(await importFiles(odd, '--apply', ...more)).toMatchObject({
      code: 1,
      text: expect.stringContaining('are these prices meant? Nothing was changed'),
    })
  expect(await importFiles(odd, '--apply', '--odd-prices', 'all')).toMatchObject({ code: 2 })
  expect(await priceNow()).toBe(before)
  expect(await importFiles(odd, '--apply', '--odd-prices', '1')).toMatchObject({ code: 0 })
  expect(await priceNow()).toBe(Math.floor(before / 100))
  // Taking it back asks nothing: it was so before.
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await priceNow()).toBe(before)
})

test('a rule that stays is written 18 months ahead and goes on; what somebody set by hand and what is sold stays, and taking it back brings the former one back', async () => {
  const head = 'product,name,from,until,weekdays,first,last,every,length,capacity,base_price\n'
  const rule = (name: string, capacity: number, until = '2029-01-31') => ({
    'rules.csv': `${head}${uuid()},${name},2026-12-02,${until},wed-fri,10:00,11:00,60,60,${capacity},2800\n`,
  })
  const change = (column: string, value: string | number) => ({
    'rules.csv': `product,name,${column}\n${uuid()},open,${value}\n`,
  })
  const { productId } = server.catalogue
  const written = async () => {
    const { rows } = await server.db.read(read =>
      sql<{ spans: number; last: string; at: string }>`
        select count(*)::integer as spans, max(visit_date) as last,
               string_agg(capacity::text, ' ' order by starts_at) filter (where visit_date <= '2026-12-04') as at
          from time_spans where product_id = ${productId} and visit_date > '2026-12-01'`.execute(read),
    )
    return rows[0]
  }
  const span = (day: string, what: string) =>
    server.db.transaction(tx =>
      sql`update time_spans set ${sql.raw(what)}
        where product_id = ${productId} and starts_at = ${`${day}T10:00:00+09:00`}`.execute(tx),
    )
  const extend = (now: string) =>
    extendRules({ db: server.db, log: server.deps.log, clock: { now: () => Date.parse(now) } })

  expect(await importFiles(rule('open', 20, ''))).toMatchObject({
    code: 1,
    text: expect.stringContaining('rules.csv, line 2, until: it must not be empty'),
  })
  expect(await importFiles(rule('open', 20), '--apply')).toMatchObject({ code: 0 })
  const first = await written()
  expect(first).toMatchObject({ last: '2028-05-31', at: '20 20 20 20 20 20' })
  await span('2026-12-02', 'capacity = 7')
  await span('2026-12-03', 'taken = 15')
  await server.db.transaction(tx =>
    sql`delete from time_spans where product_id = ${productId} and starts_at = '2026-12-04T10:00:00+09:00'`.execute(
      tx,
    ),
  )
  const left = (first?.spans ?? 0) - 1
  // What is set by hand and what is sold stay; all else becomes as the rule says.
  const dry = await importFiles(change('capacity', 12))
  expect(dry.text).toMatch(/spans \S+ 2026-12-02 10:00 stays: it was edited by hand/)
  expect(dry.text).toMatch(/spans \S+ 2026-12-03 10:00 stays: 15 are held or sold\n/)
  expect(dry.text).toMatch(/spans \S+ 2026-12-04 10:00 stays: it was removed by hand/)
  expect(await importFiles(change('capacity', 12), '--apply')).toMatchObject({ code: 0 })
  expect(await written()).toMatchObject({ spans: left, at: '7 12 20 12 12' })
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await written()).toMatchObject({ spans: left, at: '7 20 20 20 20' })
  // One that was changed since is not taken back, not even in parts.
  const lastId = async () => {
    const { rows } = await server.db.read(read =>
      sql<{ id: number }>`select max(id) as id from catalogue_imports`.execute(read),
    )
    return String(rows[0]?.id)
  }
  const undo = async (id: string) => kippu('catalogue', 'undo', 'demo', id, '--partly', '--apply')
  await importFiles(change('capacity', 18), '--apply')
  const former = await lastId()
  await importFiles(change('last', '10:00'), '--apply')
  expect(await undo(former)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/rules \S+ open: it was changed since/u),
  })
  expect(await written()).toMatchObject({ spans: (first?.spans ?? 0) / 2 - 1, at: '7 18' })
  for (const id of [await lastId(), former]) expect(await undo(id)).toMatchObject({ code: 0 })

  // A worker goes on, to the last day of the rule and once.
  expect([await extend('2026-11-30T14:59:00Z'), (await written())?.last]).toEqual([0, '2028-05-31'])
  expect([await extend('2026-11-30T15:00:00Z'), (await written())?.last]).toEqual([1, '2028-06-30'])
  expect([await extend('2026-11-30T15:00:00Z'), (await written())?.at]).toEqual([0, '7 20 20 20 20'])
  // Rules that cannot be read, of a house whose turn is before, hold it back neither.
  await server.db.transaction(tx =>
    sql`with broken as (
          insert into products (site_key, uuid, product_type, sale_type, base_price, position, entry_policy)
          values ('a-house', gen_random_uuid(), 'main', 'time', 0, 1, 'once') returning id)
        insert into slot_rules (product_id, name, said, reach)
        select id, 'open', '{"until": "2029-01-31", "price": [1]}', '2026-12-01' from broken`.execute(tx),
  )
  await expect(extend('2026-12-31T15:00:00Z')).rejects.toThrow(AggregateError)
  expect((await written())?.last).toBe('2028-07-28')
  await server.db.transaction(tx => tx.deleteFrom('products').where('site_key', '=', 'a-house').execute())
  expect([await extend('2028-01-01T00:00:00Z'), (await written())?.last]).toEqual([1, '2029-01-31'])
  expect(await extend('2029-01-01T00:00:00Z')).toBe(0)

  // It ends with its last day: only what is sold or was set by hand is left.
  expect(await importFiles(change('until', '2026-12-01'), '--apply')).toMatchObject({ code: 1 })
  const until = { 'rules.csv': `product,name,from,until\n${uuid()},open,2026-12-01,2026-12-01\n` }
  expect(await importFiles(until, '--apply')).toMatchObject({ code: 0 })
  expect(await written()).toMatchObject({ spans: 2, at: '7 20' })
})

test('S-16.02: a login that the store has with zeros before it is not taken for another one', async () => {
  const member = (login: string) => ({
    'members.csv': `login_id,name,email\n${login},山田,zeros@example.com\n`,
  })
  expect(await importFiles(member('0042'), '--apply')).toMatchObject({ code: 0 })
  expect(await importFiles(member('42'), '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('line 2, login_id: the store has 0042: did the spreadsheet lose its zeros'),
  })
  expect(await importFiles(member('0042'), '--apply')).toMatchObject({ code: 0 })
})

test('files that no spreadsheet wrote whole, formulas, other encodings and 50 MB change nothing', async () => {
  const before = await counts()
  const sheet = writeXlsx([{ name: 'spans', headings: ['product'], rows: [[uuid()]] }])
  const workbook = (sheets: string) => ({
    'xl/workbook.xml': new TextEncoder().encode(
      `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': new TextEncoder().encode(
      '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    ),
    'xl/s.xml': new TextEncoder().encode(
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>product</v></c></row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>',
    ),
  })
  const withFormula = zipSync(workbook('<sheet name="spans" r:id="a"/>'))
  const twice = zipSync(workbook('<sheet name="spans" r:id="a"/><sheet name="shares" r:id="a"/>'))
  const damaged = sheet.slice()
  const inside = Buffer.from(sheet).indexOf('xl/worksheets/sheet1.xml') + 40
  damaged[inside] = (damaged[inside] ?? 0) ^ 255
  const cases: ReadonlyArray<readonly [string, Uint8Array | string, string]> = [
    ['spans.xlsx', withFormula, 'A2: a formula is not taken'],
    ['spans.xlsx', twice, 'two of its worksheets are the same part'],
    ['spans.xlsx', sheet.subarray(0, sheet.length - 30), 'its end is missing'],
    ['spans.xlsx', damaged, 'is damaged'],
    ['spans.csv', 'product,date\n"abc,2026-12-01\n', 'a quotation mark is opened and never closed'],
    [
      'spans.csv',
      Buffer.from([...Buffer.from('product\nab\n'), 0xff, 0xff, 0x80, 0x0a]),
      'neither UTF-8 nor Shift_JIS',
    ],
    ['spans.csv', Buffer.from('p\u{0}'), 'this is not a text file'],
    ['spans.json', '{"spans": [', 'this is not whole JSON'],
    ['spans.csv', Buffer.alloc(51 * 1024 * 1024, 'a,b\n'), 'the file has 51 MB, and 50 MB are the most'],
    ['spans.csv', '', 'the file is empty'],
  ]
  for (const [name, content, said] of cases)
    expect(await importFiles({ [name]: content }, '--apply')).toMatchObject({
      code: 1,
      text: expect.stringContaining(said),
    })
  expect(await counts()).toEqual(before)
})

test('a product of another site is refused, by its UUID or as a new one', async () => {
  const other = '11111111-2222-4333-8444-555555555555'
  await server.db.transaction(tx =>
    tx
      .insertInto('products')
      .values({
        site_key: 'nagai',
        uuid: other,
        product_type: 'main',
        sale_type: 'date',
        entry_policy: 'once',
        base_price: 1,
        image_path: null,
        position: 0,
        sale_from: null,
        sale_until: null,
        channels: ['web'],
      })
      .execute(),
  )
  const { code, text } = await importFiles(
    {
      'products.csv': `product,booking,base_price\n${other},date,5\n`,
      'days.csv': `product,date,base_price\n${other},2026-12-01,5\n`,
    },
    '--apply',
  )
  expect(code).toBe(1)
  expect(text).toContain('products.csv, line 2, product: “' + other + '” is a product of another site')
  expect(text).toContain('days.csv, line 2, product: the site has no product')
})

test('two imports at once come one after the other, and each leaves its line', async () => {
  const [first, second] = await Promise.all([
    importFiles({ 'spans.csv': spanRow(6) }, '--apply'),
    importFiles({ 'spans.csv': spanRow(7) }, '--apply'),
  ])
  expect([first.code, second.code]).toEqual([0, 0])
  expect([6, 7]).toContain((await capacities())[0])
  const { text } = await kippu('actions', 'demo')
  expect(text.match(/catalogue import/g)?.length).toBeGreaterThanOrEqual(2)
})

test('whose connection dies in the middle has changed nothing', async () => {
  const before = await counts()
  await importFiles(
    { 'coupons.csv': 'code,kind,discount,amount,name_ja\nMID,flat_rate,fixed,10,割引\n' },
    '--apply',
  )
  const files = {
    'spans.csv': spanRow(9),
    'coupons.csv': 'code,kind,discount,amount,name_ja\nMID,flat_rate,fixed,20,割引\n',
  }
  await server.db.transaction(async tx => {
    // The import has written its time spans when it waits for this row.
    await tx.selectFrom('coupons').select('id').where('code', '=', 'MID').forUpdate().execute()
    const importing = importFiles(files, '--apply').then(
      () => 'done',
      () => 'died',
    )
    const isWaiting = sql<{
      pid: number
    }>`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    for (;;) {
      const [waiting] = (await isWaiting.execute(tx)).rows
      if (waiting === undefined) continue
      await sql`select pg_terminate_backend(${waiting.pid})`.execute(tx)
      break
    }
    expect(await importing).toBe('died')
  })
  expect(await capacities()).toEqual([5, 5])
  expect((await counts())[2]).toBe((before[2] ?? 0) + 1)
  expect(await importFiles(files, '--apply')).toMatchObject({ code: 0 })
})

test('members come with a password that is kept as a hash, shown to nobody and exported by nobody; promotions first', async () => {
  const files = {
    'promotions.csv': 'key,value,discount,amount,name_ja\nclub,gold,percent,10,ゴールド\n',
    'members.csv':
      'login_id,name,email,promotion,password\nm-1,山田,m1@example.com,club:gold,correct horse\n',
  }
  const applied = await importFiles(files, '--apply')
  expect(applied).toMatchObject({ code: 0, text: expect.not.stringContaining('correct horse') })
  expect(applied.text).toContain('password is another one')
  const hashOf = async () =>
    (
      await server.db.read(read =>
        read
          .selectFrom('members')
          .select('password_hash')
          .where('login_id', '=', 'm-1')
          .executeTakeFirstOrThrow(),
      )
    ).password_hash
  const hash = await hashOf()
  expect(hash).toMatch(/^\$argon2id\$/)
  for (const more of [[], ['--apply']])
    expect(await importFiles(files, ...more)).toMatchObject({
      code: 0,
      text: expect.stringContaining('has all of it already'),
    })
  expect(await hashOf()).toBe(hash)
  await importFiles({ 'members.csv': 'login_id,name,password\nm-1,山田 太郎,\n' }, '--apply')
  expect(await hashOf()).toBe(hash)
  await kippu('catalogue', 'export', 'demo', path.join(folder, 'members'))
  expect(await readFile(path.join(folder, 'members', 'members.csv'), 'utf8')).not.toContain('argon2id')
  expect(
    await importFiles({ 'members.csv': 'login_id,promotion\nm-1,club:bronze\n' }, '--apply'),
  ).toMatchObject({
    code: 1,
    text: expect.stringContaining('the site has no promotion club:bronze'),
  })
})

test('of members an import keeps no longer and no more than taking it back needs, and equal passwords have other hashes', async () => {
  const changes = async () =>
    JSON.stringify(
      await server.db.read(read =>
        read.selectFrom('catalogue_imports').select('changes').where('changes', 'is not', null).execute(),
      ),
    )
  const readMember = (login: string) =>
    server.db.read(read =>
      read.selectFrom('members').selectAll().where('login_id', '=', login).executeTakeFirst(),
    )
  const head = 'login_id,name,email,phone,password\n'
  const both = `${head}k-1,川上,k1@example.com,0311112222,correct horse\nk-2,河上,k2@example.com,,correct horse\n`
  await importFiles({ 'members.csv': both }, '--apply')
  for (const kept of ['川上', 'k1@example', '0311112222', 'argon2id', 'correct horse'])
    expect(await changes()).not.toContain(kept)
  const [first, second] = [await readMember('k-1'), await readMember('k-2')]
  expect(first?.password_hash).not.toBe(second?.password_hash)

  await importFiles({ 'members.csv': 'login_id,phone\nk-1,0399998888\n' }, '--apply')
  expect(await changes()).toContain('0311112222')
  for (const kept of ['川上', 'k1@example', '0399998888', 'argon2id'])
    expect(await changes()).not.toContain(kept)
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect(await readMember('k-1')).toEqual(first)

  await importFiles({ 'members.csv': 'login_id,name\nk-1,川口\n' }, '--apply')
  await server.db.transaction(tx =>
    tx.updateTable('members').set({ phone: '1' }).where('login_id', '=', 'k-1').execute(),
  )
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('members k-1: it was changed since'),
  })
})

test('a new password without its hash is written by nobody', () => {
  const after = ['k-3', '川', 'k3@example.com', '', '', '', '', null, 'correct horse']
  const plan = { sheet: members, changes: [{ before: null, after }], same: 0, kept: [] }
  expect(() => withHashes([plan], new Map())).toThrow('a new password has no hash')
})

test('shares of channels have room together, and words keep what the store puts into them', async () => {
  const share = (units: string) =>
    `product,date,start,channel,units,only\n${uuid()},2026-12-01,10:00,OTA,${units},yes\n${uuid()},2026-12-01,10:00,spot,3,\n`
  expect(await importFiles({ 'shares.csv': share('3') }, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('the shares are 6 together, of 5 places'),
  })
  expect(await importFiles({ 'shares.csv': share('2') }, '--apply')).toMatchObject({ code: 0 })
  expect(await importFiles({ 'spans.csv': spanRow(4) }, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('5 are kept for channels'),
  })
  const onlyOta = `product,date,start,channel,units,only\n${uuid()},2026-12-01,10:00,OTA,1,yes\n`
  const both = { 'spans.csv': spanRow(4), 'shares.csv': onlyOta }
  expect(await importFiles(both, '--apply')).toMatchObject({ code: 0 })
  const more = { 'spans.csv': spanRow(40), 'shares.csv': onlyOta.replace('OTA,1,', 'OTA,30,') }
  expect(await importFiles(more, '--apply')).toMatchObject({ code: 0 })
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({ code: 0 })
  expect((await capacities())[0]).toBe(4)
  await server.db.transaction(tx =>
    tx
      .insertInto('texts')
      .values({ site_key: 'demo', lang: 'en', key: 'order_price_from', text: 'from {price}' })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  expect(
    await importFiles(
      { 'texts.csv': 'language,key,text\nen,order_price_from,at least\nen,nothing_like_it,x\n' },
      '--apply',
    ),
  ).toMatchObject({
    code: 1,
    text: expect.stringMatching(/\{price\} must stay[^]*there is no text nothing_like_it/),
  })
  const ofNoOption = `product,option,value,add_cost,order,name_ja\n${uuid()},nothing,x,0,9,x\n`
  expect(await importFiles({ 'option_values.csv': ofNoOption }, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('its product has no such option'),
  })
  // The seller is changed by two.
  expect(
    await importFiles({ 'texts.csv': 'language,key,text\nen,site_seller,Somebody Else\n' }, '--apply'),
  ).toMatchObject({ code: 1, text: expect.stringContaining('the house says site_seller') })
})

test('an import whose shares have no room any longer without it is not taken back', async () => {
  const share = (units: number) =>
    `product,date,start,channel,units\n${uuid()},2026-12-01,10:00,OTA,${units}\n`
  expect(await importFiles({ 'shares.csv': share(4) }, '--apply')).toMatchObject({ code: 0 })
  expect(await importFiles({ 'shares.csv': share(1) }, '--apply')).toMatchObject({ code: 0 })
  await server.db.transaction(tx =>
    sql`update time_spans set taken = 3 where product_id = ${server.catalogue.productId}`.execute(tx),
  )
  expect(await kippu('catalogue', 'undo', 'demo', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining("3 of 5 places are held or sold, and 4 can't be kept"),
  })
})

test('a JSON sheet has at most 200 columns', async () => {
  const row = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, 1]))
  expect(await importFiles({ 'spans.json': JSON.stringify([row]) })).toMatchObject({
    code: 1,
    text: expect.stringContaining('there are at most 200 columns'),
  })
})

test('a code of a coupon is stored as it is looked up, however a sheet writes it', async () => {
  const sheet = 'code,kind,discount,amount,name_ja\n ＷＩＮＴＥＲ–１ ,flat_rate,fixed,10,割引\n'
  expect(await importFiles({ 'coupons.csv': sheet }, '--apply')).toMatchObject({ code: 0 })
  const codes = await server.db.read(read =>
    read.selectFrom('coupons').select('code').where('code', 'like', '%1%').execute(),
  )
  expect(codes).toContainEqual({ code: 'WINTER-1' })
})

test('a cell without end and a rule without measure are answered at once', async () => {
  const head = 'product,from,until,weekdays,holidays,first,last,every,length,capacity\n'
  const all = `${head}${uuid()},2027-01-01,2029-12-30,all,also,0:00,47:59,1,30,5\n`
  expect(await importFiles({ 'rules.csv': all })).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      'rules.csv, line 2, until: it makes 3153600 time spans, and 40000 are the most of one rule',
    ),
  })
  const seasons = Array.from({ length: 8 }, (_, turn) => {
    const start = `${String(turn).padStart(2, '0')}:`
    return `${uuid()},2027-01-01,2029-12-30,all,also,${start}00,${start}35,1,30,5\n`
  }).join('')
  expect(await importFiles({ 'rules.csv': `${head}${seasons}` })).toMatchObject({
    code: 1,
    text: expect.stringContaining('rules.csv, line 9: the rules make more than 300000 time spans'),
  })
  // A rule without end.
  expect(
    await importFiles({
      'rules.csv': head.replace('until,', '') + all.slice(head.length).replace('2029-12-30,', ''),
    }),
  ).toMatchObject({ code: 1, text: expect.stringContaining('until') })
  const endless = `product,date,start,capacity\n${uuid()},2026-12-01,x${'T'.repeat(400_000)}x,5\n`
  expect(await importFiles({ 'spans.csv': endless })).toMatchObject({
    code: 1,
    text: expect.stringContaining('it has 400002 characters, and 200 are the most'),
  })
})

test('S-16.02: a pass whose row does not say how often it admits admits any time, and words that promise more than a ticket gives are named', async () => {
  const head = 'product,booking,base_price,entry\n'
  const files = (entry: string) => ({
    'products.csv': `${head}pass-a,period,12000,${entry}\nday-b,date,2000,\n`,
    'product_texts.csv':
      'product,language,name,description\npass-a,en,Season Pass,Come as often as you like for one year.\nday-b,en,Day,A day\n',
  })
  const entries = () =>
    server.db.read(async read => {
      const rows = await read
        .selectFrom('products')
        .select(['code', 'entry_policy'])
        .where('code', 'in', ['pass-a', 'day-b'])
        .orderBy('code')
        .execute()
      return rows.map(row => `${row.code} ${row.entry_policy}`)
    })
  const says = /The words of pass-a promise to come in again, and each ticket admits once/
  const wrong = await importFiles(files('once'))
  expect([wrong.code, wrong.text]).toEqual([0, expect.stringMatching(says)])
  const right = await importFiles(files(''), '--apply')
  expect([right.code, right.text]).toEqual([0, expect.not.stringMatching(says)])
  expect(await entries()).toEqual(['day-b once', 'pass-a any'])
  // An empty cell leaves what the venue has said before.
  expect((await importFiles(files('daily'), '--apply')).code).toBe(0)
  await importFiles({ 'products.csv': 'product,booking,base_price,entry\npass-a,period,13000,\n' }, '--apply')
  expect(await entries()).toEqual(['day-b once', 'pass-a daily'])
  // Words alone may break the rule that is there.
  expect((await importFiles(files('once'), '--apply')).text).toMatch(says)
  const words = {
    'product_texts.csv': 'product,language,name,description\npass-a,ja,年間パス,何度でも入れます\n',
  }
  expect((await importFiles(words)).text).toMatch(says)
})
