import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { BOOK_WORDS } from '@kippu/texts/books'
import { jstIso, addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertCoupon } from '../../../test/coupon-rows.ts'
import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts'
import { runCli } from '../../cli/run-cli.ts'
import { systemClock } from '../../platform/clock.ts'
import { readHouses } from '../../mail/houses.ts'
import { sendSummaryMail } from '../../mail/send-summary-mail.ts'
import { createMailer } from '../../mail/mailer.ts'
import { requestDifference } from '../../payments/refunds/request-difference.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { requestVoid } from '../../payments/refunds/request-void.ts'
import { audit, auditProviders } from './audit.ts'
import { closeMonth } from './close-month.ts'
import { summariseDay } from './day-summary.ts'
import { computeJournal, type JournalRow } from './journal-rows.ts'
import { nextMonth } from './months.ts'
import { mailSummaries } from './mail-summaries.ts'
import { MONEY_CHECKS } from './money-checks.ts'
import { sumSales, totalOf } from './sales-report.ts'
import type { Actor } from '../../platform/staff/actor.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

let shop: OtherDaysShop
let folder: string
let mailbox: Mailbox

/** Of the database, whose own clock dates every document. */
const today = jstDateOf(Date.now())
const month = today.slice(0, 7)
const AKI = { name: 'aki', role: 'owner', siteKeys: null } as const

beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await createShop({ otherDays: true })
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-books-'))
  await shop.run(sql`update products set tax_rate = 8 where id = ${shop.catalogue.tea.productId}`)
  shop.clock.advance(2_000)
})
beforeEach(() => shop.resetStock())
afterEach(() => shop.run(sql`delete from staff`))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await shop.close()
  await mailbox.close()
})

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const bytes: Uint8Array[] = []
  const code = await runCli(args, {
    open: () => shop.deps,
    out: text => said.push(text),
    err: text => said.push(text),
    write: async piece => void bytes.push(piece),
  })
  return { code, text: said.join('\n'), bytes: Buffer.concat(bytes) }
}

async function rowsOfMonth(booking: 'sale' | 'visit' = 'sale', of = month): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for await (const row of computeJournal(shop.deps, { siteKey: 'demo', month: of, booking })) rows.push(row)
  return rows
}

async function ofVisit(number: string, booking: 'sale' | 'visit' = 'sale', of = month) {
  const rows = await rowsOfMonth(booking, of)
  return rows
    .filter(({ reference }) => reference === number)
    .map(({ kind, debit, credit, yen, taxRate, tax }) => [kind, debit.kind, credit.kind, yen, taxRate, tax])
}

/** Dates what was paid and given back before the visits of the shop, whatever day it is: the database's own clock has dated it. */
async function paidInNovember(reservationId: string): Promise<void> {
  const earlier = sql`created_at - (now() - timestamptz '2026-11-21 12:00:00+09')`
  await shop.run(
    sql`update reservation_payments set created_at = ${earlier} where reservation_id = ${reservationId}`,
  )
  await shop.run(
    sql`update refund_requests set created_at = ${earlier} where reservation_id = ${reservationId}`,
  )
  await shop.run(sql`
    update ledger_entries set created_at = ${earlier}
     where attempt_id in (select attempt_id from reservation_payments where reservation_id = ${reservationId})`)
}

async function issuedTaxes(token: string) {
  await shop.call('POST', `/api/v1/receipts/${token}`, { addressee: 'a' })
  const { body } = await shop.call('GET', `/api/v1/receipts/${token}`)
  return body['taxes'] as ReadonlyArray<{ tax_rate: number; price: number; tax: number }>
}

describe('the journal', () => {
  test('S-14.05: books a purchase, a dearer visit, a ticket and a difference, and its taxes are those of the receipt', async () => {
    const { token, number } = await shop.buy(2, { tea: 1, guides: 1 })
    expect(await ofVisit(number)).toEqual([
      ['sale', 'receivable:stripe', 'sales', 6900, 10, 627],
      ['sale', 'receivable:stripe', 'sales', 800, 8, 59],
    ])
    const moved = await shop.move(token, shop.dear.span)
    const asked = { siteKey: 'demo', reservationNumber: number, reason: 'ill' }
    await requestRefund(shop.deps, { ...asked, tickets: [1] })
    await requestDifference(shop.deps, { ...asked, difference: 105 })
    const lines = await ofVisit(number)
    for (const { tax_rate, price, tax } of await issuedTaxes(moved)) {
      const own = lines.filter(([, , , , rate]) => rate === tax_rate)
      const sum = (column: 3 | 5): number =>
        own.reduce((all, line) => all + (line[2] === 'sales' ? 1 : -1) * Number(line[column]), 0)
      expect({ tax_rate, price: sum(3), tax: sum(5) }).toEqual({ tax_rate, price, tax })
    }
    expect(lines.map(([kind]) => kind)).toContain('change')
    expect(lines.filter(([kind]) => kind === 'refund').length).toBeGreaterThan(1)
  })

  test('a difference that goes back is booked on the day of the change, and one that the venue keeps is not', async () => {
    const { token, number } = await shop.buy(2)
    await shop.move(token, shop.cheap.span)
    expect(await ofVisit(number)).toEqual([
      ['sale', 'receivable:stripe', 'sales', 6400, 10, 581],
      ['refund', 'sales', 'receivable:stripe', 400, 10, 36],
    ])
  })

  test('by visit: money is received in advance, and becomes sales on the day of the visit without what went back before', async () => {
    const { number, reservationId } = await shop.buy(2)
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: number,
      reason: 'ill',
      tickets: [1],
    })
    await paidInNovember(reservationId)
    expect(await ofVisit(number, 'visit', '2026-11')).toEqual([
      ['sale', 'receivable:stripe', 'advance', 6400, null, 0],
      ['refund', 'advance', 'receivable:stripe', 3200, null, 0],
    ])
    expect(await ofVisit(number, 'visit', '2026-12')).toEqual([['visit', 'advance', 'sales', 3200, 10, 290]])
  })

  test('what was bought for nothing books nothing, and is counted', async () => {
    const before = await visitsOfToday()
    const order = await shop.readyOrder(1)
    await shop.setPrice(order, 0)
    await shop.run(
      sql`update order_items set coupon_discount = unit_price * quantity where order_id = ${order.id}`,
    )
    const { body } = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
      payment_method_type: 'free',
    })
    expect(await ofVisit(String(body['reservation_number']))).toEqual([])
    expect(await visitsOfToday()).toBe(before + 1)
  })

  test('money without a visit stands in suspense until it went back', async () => {
    const order = await shop.readyOrder(1)
    await shop.pay(order, '3220', 'stripe_secure')
    const [attempt] = await shop.attemptsOf(order)
    for (const [kind, sign] of [
      ['capture', 1],
      ['refund', -1],
    ] as const)
      await shop.run(sql`
        insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
        select gen_random_uuid(), 'demo', order_id, id, side.account, ${sign}::int * side.sign * amount, ${kind}, id || ':' || ${kind}, now()
          from payment_attempts, (values ('provider', 1), ('sales', -1)) as side (account, sign) where id = ${attempt!.id}`)
    const rows = await rowsOfMonth()
    const own = rows.filter(({ document }) => document.includes(attempt!.id))
    await shop.run(sql`delete from ledger_entries where attempt_id = ${attempt!.id}`)
    expect(own).toHaveLength(2)
    const sum = own.reduce((all, { debit, yen }) => all + (debit.kind === 'suspense' ? -yen : yen), 0)
    expect(sum).toBe(0)
    expect(own.every(({ kind, taxRate }) => kind === 'unplaced' && taxRate === null)).toBe(true)
  })

  test('is written for freee and for Money Forward, in Shift_JIS as in UTF-8, by the names of the venue, without a name of anybody', async () => {
    await shop.set('Account_Receivable_stripe', '未収入金/ストライプ')
    await shop.set('Account_Sales', '=売上')
    const { number } = await shop.buy(1)
    const neutral = await kippu('journal', 'demo', '--month', month)
    expect(neutral.bytes.toString()).toContain(`未収入金/ストライプ,'=売上,3200,10,290,${number},sale`)
    const freee = (await kippu('journal', 'demo', '--month', month, '--format', 'freee')).bytes.toString()
    const [head = '', ...lines] = freee.trimEnd().split('\r\n')
    expect(head.split(',')).toEqual(BOOK_WORDS.freeeColumns)
    const line = lines.find(one => one.includes(number))?.split(',')
    expect(line).toHaveLength(BOOK_WORDS.freeeColumns.length)
    expect(line).toEqual(expect.arrayContaining(['未収入金', 'ストライプ', '課税売上10%', '対象外', '290']))
    const args = ['journal', 'demo', '--month', month, '--format', 'money-forward'] as const
    const utf8 = (await kippu(...args)).bytes.toString()
    const sjis = (await kippu(...args, '--encoding', 'sjis')).bytes
    expect(new TextDecoder('shift_jis').decode(sjis)).toBe(utf8)
    expect(sjis.length).toBeLessThan(Buffer.byteLength(utf8))
    const own = utf8.split('\r\n').find(one => one.includes(number))
    expect(own?.split(',')).toHaveLength(BOOK_WORDS.moneyForwardColumns.length)
    expect(own).toContain('課税売上 10%')
    for (const text of [utf8, freee, neutral.bytes.toString()]) expect(text).not.toMatch(/@|山田|hana/)
    await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Account%'`)
  })

  test('a file is whole or not there, and what Shift_JIS has not is said', async () => {
    const file = path.join(folder, 'journal.csv')
    const args = ['journal', 'demo', '--month', month, '--out', file] as const
    expect(await kippu(...args)).toMatchObject({ code: 0, text: expect.stringContaining(file) })
    const before = await readFile(file)
    await shop.set('Account_Sales', '売上🎫')
    await shop.buy(1)
    expect(await kippu(...args, '--encoding', 'sjis')).toMatchObject({
      code: 1,
      text: expect.stringContaining('🎫'),
    })
    await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Account%'`)
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(folder)).toEqual(['journal.csv'])
  })

  test.each([
    [['journal', 'demo'], '--month'],
    [['journal', 'demo', '--month', '2026-13'], '2026-13 is not a month'],
    [['journal', 'nowhere', '--month', month], 'no site nowhere'],
    [['journal', 'demo', '--month', month, '--format', 'yayoi'], 'yayoi is none of neutral'],
    [['journal', 'demo', '--month', month, '--by', 'card'], 'card is none of sale, visit'],
    [['report', 'sales', 'demo', '--from', '2026-02-30'], '2026-02-30 is not a day'],
    [['report', 'sales', 'demo', '--from', '2026-02-02', '--to', '2026-02-01'], 'is before'],
    [['report', 'sales', 'demo', '--from', '2020-01-01', '--to', '2026-02-01'], '800 days'],
    [['report', 'sold', 'demo'], 'one of sales, visitors, unpaid, daily'],
    [['months', 'close', 'demo'], 'name a month, as 2026-11'],
    [['audit', 'demo', '--provider', 'monday'], 'monday is not a day'],
    [['payouts', 'match', 'demo', 'stripe', '/nowhere.csv'], 'no file'],
    [['payouts', 'match', 'demo', 'paypal', '/nowhere.csv'], 'paypal is none of'],
  ])('%j names what is wrong with it', async (args, said) => {
    expect(await kippu(...args)).toMatchObject({ code: 2, text: expect.stringContaining(said) })
  })
})

async function visitsOfToday(): Promise<number> {
  const { text } = await kippu('report', 'sales', 'demo', '--from', today, '--format', 'json')
  return (JSON.parse(text) as { total: { visits: number } }).total.visits
}

describe('sales and visitors', () => {
  test('sales are said by day, product, method and channel; a discount and a refund are named', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 100 })
    const { number } = await shop.buy(2)
    await shop.list('stripe')
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: number,
      reason: 'ill',
      tickets: 'all',
    })
    const names = { day: today, month, product: '光の森', method: 'stripe_secure', channel: 'web' }
    for (const group of ['day', 'month', 'product', 'method', 'channel'] as const) {
      const { code, text } = await kippu(
        'report',
        'sales',
        'demo',
        '--from',
        today,
        '--group',
        group,
        '--format',
        'csv',
      )
      const [head = '', ...lines] = text.split('\r\n')
      const total = lines.at(-1)?.split(',') ?? []
      const cell = (name: string): number => Number(total[head.split(',').indexOf(name)])
      expect(code).toBe(0)
      expect(lines.map(line => line.split(',')[0])).toContain(names[group])
      expect(cell('method_discount')).toBeGreaterThanOrEqual(100)
      expect(cell('cancelled_visits')).toBeGreaterThanOrEqual(1)
      expect(cell('with_tax_10') + (cell('with_tax_8') || 0)).toBe(cell('net'))
      expect(cell('base_10') + cell('tax_10')).toBe(cell('with_tax_10'))
    }
    expect((await kippu('report', 'sales', 'demo', '--from', today, '--group', 'product')).text).toContain(
      '光の森',
    )
  })

  test('sales by visit are those of the days of the visits', async () => {
    const before = await netOfVisits('2026-12-03')
    const { token, reservationId } = await shop.buy(1)
    await shop.move(token, shop.dear.span)
    await paidInNovember(reservationId)
    expect(await netOfVisits('2026-12-03')).toBe(before + 3500)
  })

  test('visitors are those who came, no-shows those who did not once it is over', async () => {
    const sums = async (group: string) => {
      const args = [
        'report',
        'visitors',
        'demo',
        '--from',
        '2026-12-01',
        '--group',
        group,
        '--format',
        'json',
      ]
      const { lines } = JSON.parse((await kippu(...args)).text) as {
        lines: ReadonlyArray<{ sold: number; capacity: number }>
      }
      return [
        lines.reduce((sum, { sold }) => sum + sold, 0),
        lines.reduce((sum, { capacity }) => sum + capacity, 0),
      ]
    }
    const [before, allBefore] = [await sums('day'), await sums('product')]
    const { reservationId } = await shop.buy(2, { tea: 3 })
    // Cups of tea are no visitors, and their places are none of the house.
    expect(await sums('day')).toEqual([before[0]! + 2, before[1]])
    expect(await sums('time')).toEqual(await sums('day'))
    expect((await sums('product'))[0]).toBe(allBefore[0]! + 5)
    expect((await sums('product'))[1]).toBeGreaterThan(before[1]!)
    await shop.run(sql`update tickets set used_at = now() where reservation_id = ${reservationId} and id = 1`)
    const visitorsAt = async (now: string) => {
      shop.clock.set(now)
      const { text } = await kippu('report', 'visitors', 'demo', '--from', '2026-12-01', '--format', 'json')
      return (JSON.parse(text) as { lines: ReadonlyArray<Record<string, number>> }).lines[0]!
    }
    const early = await visitorsAt('2026-12-01T09:00:00+09:00')
    const late = await visitorsAt('2026-12-02T09:00:00+09:00')
    shop.clock.set('2026-11-21T10:00:00+09:00')
    expect(early).toMatchObject({ noShows: 0, admitted: expect.any(Number) })
    expect(late['noShows']).toBe(late['sold']! - late['admitted']!)
    expect(late['noShows']).toBeGreaterThan(0)
  })
})

async function netOfVisits(day: string): Promise<number> {
  const args = ['report', 'sales', 'demo', '--from', day, '--by', 'visit', '--format', 'json']
  return (JSON.parse((await kippu(...args)).text) as { total: { net: number } }).total.net
}

describe('payouts', () => {
  test('are matched once however often the file is read; wrong, unknown and missing ones are named', async () => {
    const [one, four, two, three] = [
      await shop.buy(1),
      await shop.buy(1),
      await shop.buy(1),
      await shop.buy(1),
    ]
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: one.number,
      reason: 'ill',
      tickets: 'all',
    })
    const [first, second, third] = await Promise.all(
      [one, two, three].map(({ attemptId }) => referenceOf(attemptId)),
    )
    // The provider names it by its own reference.
    const intent = await shop.findIntent(four.attemptId)
    const file = path.join(folder, 'payout.csv')
    await writeFile(
      file,
      `\uFEFFreference,amount,fee,date\r\n${first},"3,200",115,2026/11/25\r\n${first},-3200,0,2026-11-26\r\n${third},3199,115,20261125\r\npi_nobody,5000,1,2026-11-25\r\n,-11000,0,2026-11-25\r\n${intent},3200,115,2026-11-26\r\n`,
    )
    const args = ['payouts', 'match', 'demo', 'stripe', file, '--preset', 'plain', '--json'] as const
    const answer = JSON.parse((await kippu(...args)).text) as Record<string, unknown>
    expect(answer).toMatchObject({
      added: 5,
      matched: 3,
      amount: 3200,
      fees: 230,
      wrong: [{ reference: third, amount: 3199, captured: 3200 }],
      unknown: [{ reference: 'pi_nobody' }],
    })
    expect(answer['missing']).toEqual([expect.objectContaining({ reference: second, amount: 3200 })])
    expect(JSON.parse((await kippu(...args)).text)).toMatchObject({ added: 0, matched: 3 })
    // Money that has not gone back is not in a payout, and the payment of another provider is not missing in this one.
    await shop.run(sql`update refunds set state = 'requested' where attempt_id = ${one.attemptId}`)
    await shop.run(sql`update payment_attempts set provider = 'adyen' where id = ${two.attemptId}`)
    const others = JSON.parse((await kippu(...args)).text)
    await shop.run(sql`update refunds set state = 'done' where attempt_id = ${one.attemptId}`)
    await shop.run(sql`update payment_attempts set provider = 'stripe' where id = ${two.attemptId}`)
    expect(others).toMatchObject({
      matched: 2,
      wrong: [{ reference: first, amount: -3200 }, {}],
      missing: [],
    })
    // By another site nothing of it is known.
    expect(
      JSON.parse(
        (await kippu('payouts', 'match', 'mori', 'stripe', file, '--preset', 'plain', '--json')).text,
      ),
    ).toMatchObject({ matched: 0, unknown: { length: 5 } })
  })

  test('a file with faults stores nothing and names each by line', async () => {
    const before = await countPayouts()
    const file = path.join(folder, 'faults.csv')
    await writeFile(
      file,
      'reference,amount,fee,date\na,3.5,0,2026-11-25\nb,100,x,2026-11-25\nc,100,0,soon\nd,100,0,2026-11-25\n',
    )
    const { code, text } = await kippu('payouts', 'match', 'demo', 'stripe', file, '--preset', 'plain')
    expect(code).toBe(1)
    for (const fault of ['line 2: amount: 3.5', 'line 3: fee: x', 'line 4: date: soon'])
      expect(text).toContain(fault)
    await writeFile(file, 'reference,amount,fee,date\n"torn,1,1,2026-11-25\n')
    expect((await kippu('payouts', 'match', 'demo', 'stripe', file, '--preset', 'plain')).text).toContain(
      'line 2: a quotation mark',
    )
    expect((await kippu('payouts', 'match', 'demo', 'stripe', file)).text).toContain(
      'no column payment_intent_id',
    )
    expect(await countPayouts()).toBe(before)
  })
})

async function referenceOf(attemptId: string): Promise<string> {
  const { provider_order_ref: reference } = await shop.db.read(read =>
    read
      .selectFrom('payment_attempts')
      .select('provider_order_ref')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )
  return reference
}

async function countPayouts(): Promise<number> {
  return (await shop.db.read(read => read.selectFrom('payout_lines').select('reference').execute())).length
}

describe('the summary of a day', () => {
  test('is mailed once a morning to everybody on the list, in their language, by however many workers', async () => {
    await shop.set('Summary_Mail', 'aki@museum.example, no address, ren@museum.example en')
    shop.clock.set('2026-11-26T06:59:00+09:00')
    expect(await mailSummaries(shop.deps)).toBe(0)
    shop.clock.set('2026-11-26T07:00:00+09:00')
    const queued = await Promise.all([1, 2, 3].map(() => mailSummaries(shop.deps)))
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(2)
    expect(await mailSummaries(shop.deps)).toBe(0)
    const mails = {
      ...shop.deps,
      mailer: createMailer(mailbox.smtpUrl),
      houses: readHouses(shop.deps.sites),
    }
    for (const job of (await shop.queued()).filter(one => one.name === 'send-summary-mail'))
      await sendSummaryMail(mails, job)
    const [[japanese], [english]] = [
      await mailbox.mailsTo('aki@museum.example'),
      await mailbox.mailsTo('ren@museum.example'),
    ]
    expect(japanese?.text).toContain('販売')
    expect(english?.text).toContain('Sold')
    expect(english?.text).toContain('Places on')
    shop.clock.set('2026-11-21T10:00:00+09:00')
    await shop.run(sql`delete from settings where key = 'Summary_Mail'`)
    const { token } = await shop.buy(2)
    await shop.move(token, shop.cheap.span)
    const daily = await kippu('report', 'daily', 'demo', '--date', today)
    const ofToday = () => summariseDay(shop.deps, { siteKey: 'demo', day: today, now: new Date() })
    const { sold, changes, refunds, places, ...before } = await ofToday()
    expect(places.map(({ day }) => day)).toEqual([addDays(today, 1), addDays(today, 2)])
    const period = { siteKey: 'demo', from: today, to: today, booking: 'sale' } as const
    const total = totalOf(await sumSales(shop.deps, period, 'day'))
    expect(changes).toBe(total.changes)
    expect(sold + changes - refunds).toBe(total.net)
    expect(daily.text).toContain('Price differences from changed visits')
    expect(daily).toMatchObject({ code: 0, text: expect.stringContaining('Payments that need attention') })
    const midnight = sql`(${today}::timestamp at time zone 'Asia/Tokyo')`
    for (const edge of [
      sql`${midnight}`,
      sql`${midnight} - interval '1 s'`,
      sql`${midnight} + interval '1 day'`,
    ]) {
      const { id } = await shop.orderToken(1)
      await shop.run(sql`update orders set email_refused_at = ${edge} where id = ${id}`)
    }
    const { number: reservationNumber, orderId } = await shop.buy(1)
    const asked = { siteKey: 'demo', reservationNumber, reason: 'ill', tickets: 'all' } as const
    expect(await requestRefund(shop.deps, asked)).toMatchObject({ kind: 'refund' })
    await shop.run(sql`update refunds set needs_person = true where order_id = ${orderId}`)
    const after = await ofToday()
    await shop.run(sql`update refunds set needs_person = false where order_id = ${orderId}`)
    expect([after.undelivered, after.needPerson]).toEqual([before.undelivered + 1, before.needPerson + 1])
  })
})

describe('the audit', () => {
  interface Fault {
    readonly check: keyof typeof MONEY_CHECKS
    readonly plant: (bought: { attemptId: string; reservationId: string }) => ReturnType<typeof sql>
  }
  const FAULTS: readonly Fault[] = [
    {
      check: 'M1 ledger = state of the payment',
      plant: ({ attemptId }) =>
        sql`update ledger_entries set amount = amount + sign(amount) where attempt_id = ${attemptId} and kind = 'capture'`,
    },
    {
      check: 'M2 a refund that is done is booked',
      plant: ({ attemptId }) =>
        sql`delete from ledger_entries where attempt_id = ${attemptId} and kind = 'refund'`,
    },
    {
      check: 'M3 payment of a reservation = what was charged',
      plant: ({ attemptId }) => sql`update payment_attempts set amount = amount + 1 where id = ${attemptId}`,
    },
    {
      check: 'M4 payments and refunds of a reservation = ledger',
      plant: ({ reservationId }) =>
        sql`update refund_requests set amount = amount + 1 where reservation_id = ${reservationId}`,
    },
    {
      check: 'M5 receipt = payments and refunds',
      plant: ({ reservationId }) =>
        sql`update receipts set document = jsonb_set(document, '{total}', '1') where reservation_id = ${reservationId}`,
    },
    {
      check: 'M6 receipt numbers have no gap',
      plant: () => sql`update receipt_numbers set last = last + 1 where site_key = 'demo'`,
    },
    {
      check: 'M7 parts of a refund = what was asked back',
      plant: ({ attemptId }) => sql`update refunds set amount = amount + 1 where attempt_id = ${attemptId}`,
    },
    {
      check: 'M8 a closed month is whole',
      plant: () => sql`insert into closed_months values ('demo', '2020-01', 'sale', now(), 'aki', 3)`,
    },
    {
      check: 'M9 kept sales of a day = payments and refunds',
      plant: () => sql`insert into sold_days values ('demo', '2020-01-01', 3, '[]', now())`,
    },
  ]
  let bought: { attemptId: string; reservationId: string; number: string }

  beforeAll(async () => {
    const { token, ...rest } = await shop.buy(2)
    bought = rest
    await issuedTaxes(token)
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: rest.number,
      reason: 'ill',
      tickets: [1],
    })
  })

  test('every comparison has a fault that breaks it', () => {
    expect(new Set(FAULTS.map(({ check }) => check))).toEqual(new Set(Object.keys(MONEY_CHECKS)))
  })

  test.each(FAULTS)('$check: a planted fault is found, at its site alone', async ({ check, plant }) => {
    const checksOf = async (site: string | null) =>
      (await audit({ db: { read: work => shop.db.read(work) } }, site)).map(one => one.check)
    expect(await checksOf(null)).not.toContain(check)
    class Undone extends Error {}
    const planted = shop.db.transaction(async tx => {
      await plant(bought).execute(tx)
      const deps = { db: { read: <T>(work: (read: typeof tx) => Promise<T>) => work(tx) } }
      expect((await audit(deps, 'demo')).map(one => one.check)).toContain(check)
      expect((await audit(deps, 'mori')).map(one => one.check)).not.toContain(check)
      throw new Undone()
    })
    await expect(planted).rejects.toThrow(Undone)
  })

  test('I8: a wrong count of uses is blamed on its site, and not on another one with a coupon of that code', async () => {
    for (const site_key of ['demo', 'mori']) await insertCoupon(shop.db, { code: 'TWICE', site_key })
    await shop.run(sql`update coupons set taken = 1 where code = 'TWICE' and site_key = 'mori'`)
    const found = await audit(shop.deps, null)
    expect(found).toEqual([{ check: 'I8 taken = counted uses', siteKey: 'mori', row: 'mori TWICE' }])
    await shop.run(sql`delete from coupon_texts; delete from coupons where code = 'TWICE'`)
  })

  test('says that everything agrees, and ends with 1 where stock does not', async () => {
    const { id } = await shop.orderToken(1)
    const agrees = await kippu('audit', 'demo')
    expect(agrees).toMatchObject({ code: 0, text: 'Everything agrees.' })
    await shop.run(sql`update holds set expires_at = now() where order_id = ${id}`)
    const wrong = await kippu('audit', 'demo')
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining(id) })
    await shop.run(sql`update holds set expires_at = now() + interval '1 day' where order_id = ${id}`)
  })

  test('asks the providers for the payments of a day, and names one that they do not have', async () => {
    const day = { siteKey: 'demo', day: today }
    const { asked, disagreements } = await auditProviders(byStaff(AKI, shop.deps), day)
    expect(asked).toBeGreaterThan(0)
    expect(disagreements).toEqual([])
    const { attemptId } = await shop.buy(1)
    await shop.run(sql`
      update payment_attempts set provider_refs = provider_refs || '{"intent":"pi_nobody"}' where id = ${attemptId}`)
    const found = await auditProviders(byStaff(AKI, shop.deps), day)
    expect(found.disagreements).toEqual([
      expect.objectContaining({ row: expect.stringContaining(attemptId) }),
    ])
  })
})

describe('closing a month', () => {
  let now = ''
  const close = (booking: 'sale' | 'visit' = 'sale', of = month, actor: Actor = AKI) =>
    closeMonth(byStaff(actor, { ...shop.deps, clock: { ...systemClock, now: () => epochMsOf(now) } }), {
      siteKey: 'demo',
      month: of,
      booking,
    })
  const next = nextMonth(month)

  test('is refused while the month lasts, while a payment or a refund is undecided, and to whoever may not', async () => {
    // A month waits for a line that is written late.
    for (const early of [`${month}-28T10:00:00+09:00`, `${next}-01T00:14:59+09:00`]) {
      now = early
      expect(await close()).toMatchObject({ refusal: { why: 'not over' } })
    }
    now = `${next}-05T10:00:00+09:00`
    const [{ attemptId, number }, later] = [await shop.buy(2), await shop.buy(1)]
    const undecided = async (change: ReturnType<typeof sql>) => {
      await shop.run(sql`update ${change}`)
      const closing = await close()
      if (closing.kind !== 'refused' || closing.refusal.why !== 'undecided')
        throw new Error(JSON.stringify(closing))
      return closing.refusal
    }
    const both = sql`(${attemptId}, ${later.attemptId})`
    await shop.run(sql`
      update payment_attempts set created_at = ${`${next}-01T00:00:00+09:00`}::timestamptz where id = ${later.attemptId}`)
    const { attempts } = await undecided(sql`payment_attempts set needs_person = true where id in ${both}`)
    expect(attempts).toContain(attemptId)
    expect(attempts).not.toContain(later.attemptId)
    await shop.run(
      sql`update payment_attempts set created_at = now(), needs_person = false where id in ${both}`,
    )
    const asked = { siteKey: 'demo', reservationNumber: number, reason: 'ill', tickets: [1] }
    const refund = await requestRefund(shop.deps, asked)
    const [refundId = ''] = refund.kind === 'refund' ? refund.refundIds : []
    const isRefund = sql`where id = ${refundId}`
    expect((await undecided(sql`refunds set needs_person = true ${isRefund}`)).refunds).toEqual([refundId])
    const openAgain = sql`refunds set needs_person = false, state = 'requested' ${isRefund}`
    expect((await undecided(openAgain)).refunds).toEqual([refundId])
    await shop.run(sql`update refunds set state = 'done' ${isRefund}`)
    const request = sql`where id = (select request_id from refunds ${isRefund})`
    expect((await undecided(sql`refund_requests set is_spread = false ${request}`)).refunds).toHaveLength(1)
    await shop.run(sql`update refund_requests set is_spread = true ${request}`)
    await expect(close('sale', month, { name: 'ren', role: 'auditor', siteKeys: null })).rejects.toThrow(
      'money:close',
    )
    await expect(close('sale', month, { name: 'ren', role: 'owner', siteKeys: ['mori'] })).rejects.toThrow(
      'at demo',
    )
  })

  test('is done once by two at once; the journal is then as it was, whatever happens, and later ones follow', async () => {
    await shop.reconcile()
    await shop.run(
      sql`update payment_attempts set state = 'expired', operation = null, check_at = null where state in ('created', 'executing', 'action_required', 'pending')`,
    )
    const { number } = await shop.buy(2)
    const asItWas = await rowsOfMonth()
    const stood = jstIso(shop.clock.now())
    shop.clock.set(now)
    expect(await kippu('months', 'close', 'demo', month)).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        new RegExp(
          `of ${asItWas.length} lines\\.\n {2}sale +¥[\\d,]+\n[^]*every later month of demo is booked by sale too[^]*Nothing is done yet`,
        ),
      ),
    })
    shop.clock.set(stood)
    await whileKilled(() => expect(close()).rejects.toThrow(/connection/i))
    for (const table of ['journal_entries', 'closed_months'] as const)
      expect(await shop.db.read(read => read.selectFrom(table).select('month').execute())).toEqual([])
    const both = await Promise.all([close(), close()])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['closed', 'refused'])
    const printed = await kippu('journal', 'demo', '--month', month)
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: number,
      reason: 'ill',
      tickets: 'all',
    })
    await shop.set('Account_Sales', '別の売上')
    expect((await kippu('journal', 'demo', '--month', month)).bytes).toEqual(printed.bytes)
    await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Account%'`)
    expect(printed.bytes.toString().trimEnd().split('\r\n')).toHaveLength(asItWas.length + 1)
    expect(await close()).toMatchObject({ refusal: { why: 'closed already' } })
    expect(await close('sale', '2026-06')).toMatchObject({
      refusal: { why: 'another is next', next },
    })
    now = `${nextMonth(next)}-05T10:00:00+09:00`
    expect(await close('visit', next)).toMatchObject({
      refusal: { why: 'closed otherwise', booking: 'sale' },
    })
    expect(await kippu('journal', 'demo', '--month', month, '--by', 'visit')).toMatchObject({ code: 1 })
    expect((await kippu('months', 'demo')).text).toContain(month)
    for (const change of [
      'update journal_entries set yen = 1',
      'delete from journal_entries',
      'truncate closed_months cascade',
      'delete from closed_months',
    ])
      await expect(shop.run(sql.raw(change))).rejects.toThrow('never changes')
    const actions = await kippu('actions', 'demo', '--of', month)
    expect(actions.text).toContain('months close')
  })
})

/** The connection that stores lines of a journal ends between them and the commit, as when its process is killed. */
async function whileKilled(work: () => Promise<void>): Promise<void> {
  await shop.run(sql`
    create function end_own_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await shop.run(
    sql`create trigger killed_in_between after insert on journal_entries for each statement execute function end_own_connection()`,
  )
  await work()
  await shop.run(sql`drop trigger killed_in_between on journal_entries`)
  await shop.run(sql`drop function end_own_connection`)
}

test('a payment that was released is taken out again on the day on which it was', async () => {
  const { number, attemptId } = await shop.buy(1)
  await shop.run(sql`update payment_attempts set state = 'authorized' where id = ${attemptId}`)
  await shop.run(sql`delete from ledger_entries where attempt_id = ${attemptId}`)
  await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })
  expect(await ofVisit(number)).toEqual([
    ['sale', 'receivable:stripe', 'sales', 3200, 10, 290],
    ['release', 'sales', 'receivable:stripe', 3200, 10, 290],
  ])
})
