import { readStory, searchOrders } from '@kippu/contract/console/orders'
import { jstIso } from '@kippu/domain/jst-date'
import fc from 'fast-check'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { claimPort } from '../../../../../tools/start/claim-ports.ts'
import { rounds, seedOf } from '../../../../../tools/test/proof-choice.ts'
import { createPeople, type Member, type People } from '../../../test/console/people.ts'
import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { buyerColumns } from '../../orders/buyers/buyer.ts'
import { runCli } from '../../cli/run-cli.ts'
import { tallied } from '../../platform/tally.ts'
import { logNameOf } from '../../platform/tokens.ts'
import { workCancellations } from '../visits/work-cancellations.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

let shop: OtherDaysShop
let visit: Bought
let people: People
let clerk: Member

beforeAll(async () => {
  const port = await claimPort()
  const host = `console.localhost:${port}`
  shop = await createShop({ otherDays: true, variables: { PORT: String(port), CONSOLE_HOST: host } })
  await shop.app.listen({ port, host: '127.0.0.1' })
  people = createPeople(shop, host)
  clerk = await people.owner()
  await putOnList(false)
})
beforeEach(async () => {
  await shop.resetStock()
  await shop.run(sql`update orders set customer_info = '[]', email = null, version = version + 1`)
  visit = await shop.buy(1)
  await answer('佐藤　ハナ', '090-1234-5678', 'Hana@Example.com')
})
afterAll(() => shop.close())

async function answer(name: string, phone: string, email: string, orderId = visit.orderId) {
  const answers = [
    { key: 'fullname', value: name },
    { key: 'phone', value: phone },
    { key: 'email', value: email },
  ]
  const { customer_info: info, email: address } = buyerColumns(answers)
  await shop.run(
    sql`update orders set customer_info = ${info}::jsonb, email = ${address}, version = version + 1 where id = ${orderId}::uuid`,
  )
}

/** While nobody is on the list of staff, whoever types a command is the owner, and needs no second person. */
async function putOnList(isOn: boolean): Promise<void> {
  await shop.run(sql`update staff set ended_at = ${isOn ? null : new Date(shop.clock.now())}`)
}

/** The visit as list and page of the console say it. */
async function visitAtConsole(number: string): Promise<readonly unknown[]> {
  await putOnList(true)
  await people.signIn(clerk)
  const params = { site: 'demo' }
  const list = await clerk.visitor.call(searchOrders, { params, body: { typed: number } })
  const page = await clerk.visitor.call(readStory, { params: { ...params, order: number } })
  await putOnList(false)
  return [...v.parse(searchOrders.response, list.body).orders, v.parse(readStory.response, page.body)].map(
    ({ visit: shown }) => shown,
  )
}

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const code = await runCli(args, {
    open: () => shop.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  return { code, text: said.join('\n') }
}
async function numbersFound(...words: readonly string[]): Promise<unknown[]> {
  const found: Array<{ reservationNumber: string | null }> = JSON.parse(
    (await kippu('find', 'demo', ...words, '--json')).text,
  )
  return found.map(({ reservationNumber }) => reservationNumber)
}

test.each([
  ['佐藤'],
  ['佐藤はな'],
  ['ﾊﾅ'],
  ['ハナ 佐藤'],
  ['０９０－１２３４－５６７８'],
  ['+81 90-1234-5678'],
  ['5678'],
  [' HANA@example.COM '],
])('a visitor who says %j is found', async said => {
  expect(await numbersFound(said)).toEqual([visit.number])
})

test.each([
  ['佐'.repeat(3)],
  ['567'],
  ['藤'],
  ['hana@example'],
  ['%'],
  ['_'],
  ["'; drop table orders"],
  ['\u{10ffff}'],
])('nobody is found by %j', async said => {
  expect(await numbersFound(said)).toEqual([])
})

test('Latin names in either order, with a middle name, and characters outside the first plane', async () => {
  await answer('Hana Maria Sato', '0312345678', 'h@example.com')
  expect(await numbersFound('sato')).toEqual([visit.number])
  expect(await numbersFound('HANA maria')).toEqual([visit.number])
  await answer('𠮷田 一', '0312345678', 'h@example.com')
  expect(await numbersFound('𠮷田')).toEqual([visit.number])
})

test('by number, reference, ids and the address of an open page, as the visit is now', async () => {
  const [{ provider_order_ref: reference } = { provider_order_ref: '' }] = await shop.db.read(read =>
    read
      .selectFrom('payment_attempts')
      .select('provider_order_ref')
      .where('id', '=', visit.attemptId)
      .execute(),
  )
  const page = (token: string) => `https://demo.example/tickets/#/id/${token}`
  const moved = await shop.move(visit.token, shop.same.span)
  for (const said of [
    visit.number.toLowerCase(),
    reference,
    visit.orderId,
    visit.attemptId,
    page(visit.token),
    page(moved),
  ]) {
    const found = JSON.parse((await kippu('find', 'demo', said, '--json')).text)
    expect(found).toMatchObject([
      { reservationNumber: visit.number, visitDate: shop.same.date, paidBy: 'stripe' },
    ])
  }
})

test('an order that is not paid yet is found too; one of another site is not', async () => {
  const open = await shop.readyOrder()
  await answer('Open Order', '0300000000', 'open@example.com', open.id)
  expect(await numbersFound('open order')).toEqual([null])
  expect(JSON.parse((await kippu('find', 'demo', 'open order', '--json')).text)).toMatchObject([
    { paidBy: null },
  ])
  expect(JSON.parse((await kippu('find', 'mori', '佐藤', '--json')).text)).toEqual([])
  expect(JSON.parse((await kippu('find', 'mori', visit.number, '--json')).text)).toEqual([])
  expect(JSON.parse((await kippu('find', 'mori', visit.orderId, '--json')).text)).toEqual([])
})

test('the story of a visit has its orders, payment, move and refund in the order of time', async () => {
  await shop.move(visit.token, shop.cheap.span)
  expect(await kippu('refund', visit.number, '--all', '--yes', '--reason', 'ill')).toMatchObject({ code: 0 })
  const story = JSON.parse((await kippu('order', 'demo', visit.number, '--json')).text)
  const kinds: string[] = story.events.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'ordered',
      'completed',
      'payment begun',
      'money: capture',
      'moved',
      'refund asked for',
    ]),
  )
  expect(kinds.indexOf('money: capture')).toBeLessThan(kinds.indexOf('moved'))
  expect(kinds.indexOf('moved')).toBeLessThan(kinds.lastIndexOf('refund asked for'))
  // Nothing of the present is said of a moment before it.
  const begun = story.events.find(({ kind }: { kind: string }) => kind === 'payment begun')
  expect(Object.keys(begun.facts)).not.toContain('state')
  expect(Object.keys(story.events[0].facts)).not.toContain('status')
  const { text } = await kippu('order', 'demo', visit.number)
  expect(text).toMatch(/money: refund +amount −¥3,000/)
  expect(text).toMatch(/^by +stripe \(stripe\)$/m)
  expect(text).toMatch(/payment begun .*method stripe, .*provider stripe/)
  expect(text).toMatch(/letter \w+ +letter completion, to h…@example\.com/i)
  expect(text).not.toMatch(/letter \w+ .*hana@/i)
  expect(story).toMatchObject({
    name: '佐藤　ハナ',
    visit: { state: 'given back', yenKept: 0, isMoved: true },
    tickets: [{ state: 'revoked' }],
  })
  expect(await kippu('order', 'mori', visit.number)).toMatchObject({ code: 1 })
  expect((await kippu('order', 'demo', visit.orderId)).text).toContain('佐藤')
})

test('whoever has no permission for orders, or works elsewhere, finds nobody', async () => {
  const { findOrders } = await import('./find-orders.ts')
  const asked = { siteKey: 'demo', typed: '佐藤' }
  const planner = { name: 'ren', role: 'planner', siteKeys: null } as const
  await expect(findOrders(byStaff(planner, shop.deps), asked)).rejects.toThrow('find needs orders:read')
  const elsewhere = { name: 'ren', role: 'owner', siteKeys: ['mori'] } as const
  await expect(findOrders(byStaff(elsewhere, shop.deps), asked)).rejects.toThrow('ren does not work at demo')
})

test('a line of the log names an order and a reservation by what is found, and a purchase is counted', async () => {
  const paid = (): number => tallied('orders_paid_total').reduce((sum, [, count]) => sum + count, 0)
  const before = paid()
  const other = await shop.buy(1)
  expect(paid()).toBe(before + 1)
  await shop.call('GET', `/api/v1/reservations/${other.token}`)
  const names = () => shop.logged.flatMap(line => /"order":"([\da-f]{12})"/.exec(line)?.[1] ?? [])
  await expect.poll(names).toContain(logNameOf(other.token))
  expect(await numbersFound(logNameOf(other.token) ?? '')).toEqual([other.number])
  // The line of its checkout names the order.
  const { token_hash: hash } = await shop.db.read(read =>
    read.selectFrom('orders').select('token_hash').where('id', '=', other.orderId).executeTakeFirstOrThrow(),
  )
  const ofOrder = hash.toString('hex').slice(0, 12)
  expect(names()).toContain(ofOrder)
  expect(await numbersFound(ofOrder)).toEqual([other.number])
})

test('the line of the call that makes an order names it, though its token is in the answer alone', async () => {
  const other = await shop.buy(1)
  const { token_hash: hash } = await shop.db.read(read =>
    read.selectFrom('orders').select('token_hash').where('id', '=', other.orderId).executeTakeFirstOrThrow(),
  )
  const name = hash.toString('hex').slice(0, 12)
  const made = () => shop.logged.filter(line => line.includes('"method":"POST","route":"/api/v1/orders"'))
  await expect.poll(() => made().join('\n')).toContain(`"order":"${name}"`)
  expect(await numbersFound(name)).toEqual([other.number])
})

/** Steps of a life; those that its buyer or the house cannot take any more are left out. */
const STEPS = ['cheaper', 'same price', 'dearer', 'one ticket', 'a part', 'storm', 'rain', 'erased'] as const
const ENDS = ['before', 'all in', 'in and out', 'after'] as const

interface Lived {
  left: number
  day: string
  isMoved: boolean
  hasRefunds: boolean
  isCancelled: boolean
}

const refundOf = (...how: readonly string[]) => kippu('refund', visit.number, ...how, '--reason', 'ill')
const moveTo = (date: string) => kippu('move', visit.number, '--to', date, '--reason', 'asked')

/** The house cancels the day of the visit; the money goes back, or its buyer may choose another day. */
async function cancelDay(day: string, way: readonly string[]): Promise<void> {
  const how = ['visits', 'cancel', 'demo', shop.catalogue.productUuid, '--from', day, '--reason', 'x', ...way]
  const { digest }: { digest: string } = JSON.parse((await kippu(...how, '--json')).text)
  expect(await kippu(...how, '--apply', '--digest', digest)).toMatchObject({ code: 0 })
  await workCancellations(shop.deps)
  await kippu('sales', 'resume', 'demo', shop.catalogue.productUuid, '--from', day, '--reason', 'x')
}

/** Takes a step, and writes down by itself what became of the visit. */
async function live(step: (typeof STEPS)[number], lived: Lived): Promise<void> {
  const { cheap, same, dear } = shop
  if (step === 'erased') {
    await shop.run(sql`update orders set customer_info = '[]', email = null, version = version + 1`)
    return
  }
  if (lived.left === 0 || (lived.isCancelled && step !== 'same price')) return
  switch (step) {
    case 'cheaper':
    case 'same price': {
      const to = step === 'cheaper' ? cheap.date : same.date
      if (lived.day === to || (await moveTo(to)).code !== 0) return
      // From a dearer day the difference goes back.
      lived.hasRefunds ||= to === cheap.date || lived.day === dear.date
      Object.assign(lived, { day: to, isMoved: true, isCancelled: false })
      return
    }
    case 'dearer':
      if (lived.isMoved) return
      await shop.move(visit.token, dear.span)
      Object.assign(lived, { day: dear.date, isMoved: true })
      return
    case 'one ticket':
      if ((await refundOf('--tickets', String(lived.left))).code !== 0) return
      Object.assign(lived, { left: lived.left - 1, hasRefunds: true })
      return
    case 'a part':
      if ((await refundOf('--difference', '100')).code !== 0) return
      Object.assign(lived, { hasRefunds: true })
      return
    case 'storm':
      await cancelDay(lived.day, ['--refund'])
      Object.assign(lived, { left: 0, isCancelled: true })
      return
    case 'rain':
      await cancelDay(lived.day, ['--offer-move', '2026-12-20'])
      Object.assign(lived, { isCancelled: true })
  }
}

function wordsOf({ left, isMoved, hasRefunds, isCancelled }: Lived, end: (typeof ENDS)[number]): string {
  const words = isCancelled
    ? ['cancelled by the house']
    : [left === 0 ? 'given back' : end === 'after' ? 'over' : end === 'all in' ? 'inside' : 'to come']
  if (isMoved) words.push('moved')
  if (left > 0 && (left < 3 || hasRefunds)) words.push('given back in part')
  return words.join(', ')
}

test('whatever became of a visit, list, page and command say its state, its tickets and the yen that its provider has', async () => {
  const life = fc.record({
    steps: fc.array(fc.constantFrom(...STEPS), { maxLength: 5 }),
    end: fc.constantFrom(...ENDS),
  })
  const now = shop.clock.now()
  await fc.assert(
    fc.asyncProperty(life, async ({ steps, end }) => {
      await shop.resetStock()
      visit = await shop.buy(3)
      const lived = { left: 3, day: '2026-12-01', isMoved: false, hasRefunds: false, isCancelled: false }
      for (const step of steps) await live(step, lived)
      await shop.reconcile()
      const at = (time: string) => sql`${`${lived.day}T${time}:00+09:00`}::timestamptz`
      if (end === 'all in' || end === 'in and out')
        await shop.run(sql`
          update tickets set used_at = ${at('10:10')}, last_in_at = ${at('10:10')},
                 last_out_at = ${end === 'all in' ? null : at('10:20')}
           where reservation_id = ${visit.reservationId}::uuid and revoked_at is null`)
      const time = { before: '09:00', 'all in': '10:30', 'in and out': '10:30', after: '11:00' }[end]
      shop.clock.set(`${lived.day}T${time}:00+09:00`)
      const story = await kippu('order', 'demo', visit.number)
      const [found] = JSON.parse((await kippu('find', 'demo', visit.number, '--json')).text)
      const list = (await kippu('find', 'demo', visit.number)).text
      const atConsole = await visitAtConsole(visit.number)
      shop.clock.set(jstIso(now))
      const words = wordsOf(lived, end)
      expect(/^state +(.*)$/m.exec(story.text)?.[1]).toBe(words)
      expect(list).toContain(`  ${words}  `)
      expect(found.visit.ticketsLeft).toBe(lived.left)
      const attempts = await shop.db.read(read =>
        sql<{ id: string }>`select attempt_id as id from reservation_payments
                             where reservation_id = ${visit.reservationId}::uuid`.execute(read),
      )
      const ledger = await shop.stripe.ledger()
      const net = attempts.rows.reduce((sum, { id }) => sum + (ledger[id]?.net ?? 0), 0)
      expect(found.visit.yenKept).toBe(net)
      const shown = {
        state: words.split(', ')[0],
        is_moved: lived.isMoved,
        is_given_back_in_part: words.endsWith('in part'),
        tickets_left: lived.left,
        yen_kept: net,
      }
      expect(atConsole).toEqual([shown, shown])
      expect(story.text).toMatch(new RegExp(`^kept +¥${net.toLocaleString('en-US')}$`, 'm'))
      // Days that are cancelled later have nobody of this life.
      if (lived.left > 0) await kippu('refund', visit.number, '--all', '--yes', '--reason', 'end')
    }),
    { numRuns: rounds({ short: 6, whole: 300 }), seed: seedOf(3), endOnFailure: true },
  )
}, 3_600_000)
