import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import { insertDay } from '../../../test/shop/other-days.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { joinPayments } from '../../../test/second-payment.ts'
import { VISIT_DATE } from '../../../test/new-order.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'
import { endItem, followRefunds } from '../../office/visits/item-queries.ts'
import { readProgress } from '../../office/visits/read-cancellation.ts'
import { retryCancellation } from '../../office/visits/retry-cancellation.ts'
import { workCancellations } from '../../office/visits/work-cancellations.ts'
import { runCli } from '../run-cli.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
beforeEach(async () => {
  await shop.run(sql`delete from jobs.job`)
  await shop.renew({ capacities: [50, 50], setCapacities: [50, 50] })
})
afterAll(() => shop.close())

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const code = await runCli(args, {
    open: () => shop.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  return { code, text: said.join('\n') }
}
const cancel = (...more: readonly string[]) =>
  kippu(
    'visits',
    'cancel',
    'demo',
    shop.catalogue.productUuid,
    '--from',
    VISIT_DATE,
    '--reason',
    'typhoon',
    ...more,
  )
/** Sees the list and cancels it; the number of the cancellation. */
async function cancelSeen(...more: readonly string[]): Promise<number> {
  const seen: { digest: string } = JSON.parse((await cancel('--json', ...more)).text)
  const begun = await cancel('--json', '--apply', '--digest', seen.digest, ...more)
  expect(begun).toMatchObject({ code: 0 })
  return JSON.parse(begun.text).id
}
/** The worker looks, and the money follows, until nothing waits. */
async function work(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await workCancellations(shop.deps)
    await shop.reconcile()
    await shop.run(sql`update visit_cancellation_items set check_at = now() where state = 'waiting'`)
  }
}
interface Item {
  readonly number: string
  readonly state: string
  readonly code: string
  readonly letter: string | null
}
const itemsOf = async (id: number): Promise<Item[]> =>
  (
    await shop.db.read(read =>
      sql<Item>`
        select r.number, i.state, i.code, i.letter from visit_cancellation_items i join reservations r on r.id = i.reservation_id
         where i.cancellation_id = ${id} order by r.number`.execute(read),
    )
  ).rows
const itemOf = async (id: number, { number }: Pick<Bought, 'number'>) =>
  (await itemsOf(id)).find(item => item.number === number)
/** Jobs of mails by their kind. */
async function mails(): Promise<Record<string, number>> {
  const { rows } = await shop.db.read(read =>
    sql<{ name: string; count: number }>`
      select name, count(*)::integer as count from jobs.job where name in ('send-refund-mail', 'send-cancellation-mail')
       group by name`.execute(read),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
const yenOf = async ({ attemptId }: Bought) => (await shop.stripe.ledger())[attemptId]?.net

describe('visits cancel --refund', () => {
  test('shows whom it touches and does nothing; then each has its money and one letter, and the sale is stopped', async () => {
    // Her tea is at a time of another product, and goes with the visit.
    const [ayu, ben] = [await shop.buy(2, { tea: 1 }), await shop.buy(3)]
    const seen = await cancel('--refund')
    expect(seen).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ja +2 +6 +¥16,800[^]*Digest: [\da-f]{12}\nNothing is done yet/),
    })
    expect((await shop.order(1)).status).toBe(201)
    const id = await cancelSeen('--refund')
    shop.clock.advance(1_000)
    expect((await shop.order(1)).status).not.toBe(201)
    await work()
    for (const bought of [ayu, ben]) {
      expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'refunded', letter: 'refund' })
      expect(await yenOf(bought)).toBe(0)
    }
    expect(await mails()).toEqual({ 'send-cancellation-mail': 2 })
    const { text } = await kippu('visits', 'cancellation', String(id))
    expect(text).toMatch(/done +refunded +2[^]*Letters: 2\. The worker has ended\./)
    expect((await kippu('visits', 'demo')).text).toContain('typhoon')
    const story = (await kippu('order', 'demo', ayu.number)).text
    expect(story).toMatch(/visit cancelled by the house +by \w+, way refund, reason typhoon/)
    expect(story).toMatch(/letter waits +letter cancellation/)
    await shop.compareBooks()
  })

  test('a disputed payment stays out of it and is listed; by hand it goes back only when that is said', async () => {
    const [ayu, ben] = [await shop.buy(1), await shop.buy(1)]
    await shop.run(sql`
      insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at)
      values ('stripe', 'evt_dispute', ${ben.attemptId}, '{"type": "charge.dispute.created", "dispute": "dp_7"}', now())`)
    const id = await cancelSeen('--refund')
    await work()
    const disputed = { state: 'needs_person', code: 'payment is disputed: dp_7', letter: 'contact' }
    expect([await itemOf(id, ayu), await itemOf(id, ben)]).toMatchObject([{ state: 'done' }, disputed])
    expect((await kippu('visits', 'cancellation', String(id))).text).toMatch(`${ben.number}  needs_person`)
    expect(await yenOf(ben)).toBe(3200)
    const refund = (...more: readonly string[]) =>
      kippu('refund', ben.number, '--all', '--yes', '--reason', 'agreed', ...more)
    expect(await refund()).toMatchObject({ code: 1, text: expect.stringContaining('disputed: dp_7. Answer') })
    expect(await refund('--even-disputed')).toMatchObject({ code: 0 })
    expect(await yenOf(ben)).toBe(0)
  })

  test('a list that has grown is refused with the new one, and nothing is stopped', async () => {
    await shop.buy(1)
    const seen: { digest: string } = JSON.parse((await cancel('--json', '--refund')).text)
    await shop.buy(1)
    expect(await cancel('--refund', '--apply', '--digest', seen.digest)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/ja +2 +2[^]*another one by now/),
    })
    shop.clock.advance(1_000)
    expect((await shop.order(1)).status).toBe(201)
  })

  test('who is being paid is swept in when it is paid, who is not is ended', async () => {
    const waiting = await shop.readyOrder(1)
    const paying = await shop.readyOrder(2)
    const { body } = await shop.pay(paying, '3220', 'stripe_secure')
    const [asked, mailed, pending, over] = await Promise.all([1, 2, 3, 4].map(() => shop.orderToken(1)))
    const puts = (order: typeof asked, change: ReturnType<typeof sql>) =>
      shop.run(sql`update orders set ${change} where id = ${order?.id}`)
    await puts(mailed, sql`status = 'mail_sent'`)
    await puts(pending, sql`status = 'payment_pending'`)
    await puts(over, sql`expires_at = now() - interval '1 second'`)
    const plan = JSON.parse((await cancel('--json', '--refund')).text)
    expect(plan).toMatchObject({ unpaid: 3, being_paid: 2, reservations: [] })
    await puts(pending, sql`status = 'temporary'`)
    const id = await cancelSeen('--refund')
    await work()
    expect(await shop.statusOf(waiting)).toBe('expired')
    expect(await itemsOf(id)).toEqual([])
    expect((await kippu('visits', 'cancellation', String(id))).text).toContain('The worker is at it.')
    const back = await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    await shop.app.inject({ url: `${back.pathname}${back.search}` })
    await shop.confirm(body['payment_number'])
    expect(await shop.statusOf(paying)).toBe('completed')
    await work()
    expect(await itemsOf(id)).toMatchObject([{ state: 'done', code: 'refunded' }])
    expect((await kippu('visits', 'cancellation', String(id))).text).toContain('The worker has ended.')
    await shop.compareBooks()
  })

  test('a set product goes with its visit; alone it is given back, and the visit stays', async () => {
    const withTea = await shop.buy(2, { tea: 1 })
    const teaUuid = shop.catalogue.tea.productUuid
    const words = [
      'visits',
      'cancel',
      'demo',
      teaUuid,
      '--from',
      VISIT_DATE,
      '--reason',
      'no tea',
      '--refund',
    ]
    const seen = JSON.parse((await kippu(...words, '--json')).text)
    expect(seen.reservations).toMatchObject([{ number: withTea.number, yen: 800, is_visit: false }])
    const begun = await kippu(...words, '--json', '--apply', '--digest', seen.digest)
    // No other cancellation touches it, until the one at work on it has ended.
    const touched = async () => JSON.parse((await cancel('--json', '--refund')).text).reservations
    expect(await touched()).toEqual([])
    await workCancellations(shop.deps)
    expect(await touched()).toEqual([])
    await work()
    expect(await itemsOf(JSON.parse(begun.text).id)).toMatchObject([{ state: 'done' }])
    expect(await yenOf(withTea)).toBe(6400)
    const id = await cancelSeen('--refund')
    await work()
    expect(await itemOf(id, withTea)).toMatchObject({ state: 'done' })
    expect(await yenOf(withTea)).toBe(0)
    await shop.compareBooks()
  })

  test('used tickets, tickets that others accepted, and moved ones: each has its end', async () => {
    const [used, partly, shared, moved] = [
      await shop.buy(1),
      await shop.buy(2),
      await shop.buy(2),
      await shop.buy(1),
    ]
    await shop.run(sql`update tickets set used_at = now() where reservation_id = ${used.reservationId}`)
    await shop.run(
      sql`update tickets set used_at = now() where reservation_id = ${partly.reservationId} and id = 1`,
    )
    await handsOn(shared, 1)
    const other = await insertDay(shop, '2026-12-02', 3200, 800)
    const seen: { digest: string } = JSON.parse((await cancel('--json', '--refund')).text)
    const begun = await cancel('--json', '--refund', '--apply', '--digest', seen.digest)
    const id: number = JSON.parse(begun.text).id
    // Of what was to be cancelled, one moves before a worker comes.
    await shop.move(moved.token, other.span)
    await work()
    expect(await itemOf(id, moved)).toMatchObject({ state: 'done', code: 'gone', letter: null })
    expect(await itemOf(id, used)).toBeUndefined()
    expect(await itemOf(id, partly)).toMatchObject({
      state: 'needs_person',
      code: 'ticket was used',
      letter: null,
    })
    expect(await itemOf(id, shared)).toMatchObject({ state: 'done', code: 'refunded' })
    // A person decides: whoever came keeps what they used, and the rest goes back.
    await kippu('refund', partly.number, '--tickets', '2', '--reason', 'typhoon')
    expect(await kippu('visits', 'cancellation', String(id), '--retry')).toMatchObject({ code: 0 })
    await work()
    expect(await itemOf(id, partly)).toMatchObject({ state: 'done', code: 'took place' })
    expect(await yenOf(partly)).toBe(3200)
    await shop.compareBooks()
  })

  test.each([
    ['the money', ['--refund']],
    ['another day', ['--offer-move', '2027-01-31']],
  ])(
    'a visit that moves between the look at it and its lock keeps its tickets and its money: offered %s',
    async (_, offer) => {
      const moved = await shop.buy(1)
      const other = await insertDay(shop, '2026-12-02', 3200, 800)
      // Days are read once a second.
      shop.clock.advance(1_000)
      const id = await cancelSeen(...offer)
      const { db } = shop
      let isLookedAt = false
      let newToken: string | undefined
      const atClaim = Symbol.for('kippu.failpoint')
      Reflect.set(globalThis, atClaim, (name: string) => {
        isLookedAt = name === 'cancel.claimed'
      })
      const slow: typeof db = {
        ...db,
        read: async work => {
          const seen = await db.read(work)
          if (isLookedAt) {
            isLookedAt = false
            newToken = await shop.move(moved.token, other.span)
          }
          return seen
        },
      }
      try {
        await workCancellations({ ...shop.deps, db: slow })
      } finally {
        Reflect.deleteProperty(globalThis, atClaim)
      }
      expect(newToken).toBeDefined()
      await shop.run(sql`update visit_cancellation_items set check_at = now() where state = 'waiting'`)
      await work()
      expect(await itemOf(id, moved)).toMatchObject({ state: 'done', code: 'gone', letter: null })
      expect(await yenOf(moved)).toBe(3200)
      await shop.compareBooks()
    },
  )

  test('whoever buys after the sale was resumed goes on, while the money of others is on its way', async () => {
    const bought = await shop.buy(1)
    const id = await cancelSeen('--refund')
    await workCancellations(shop.deps)
    expect(await itemOf(id, bought)).toMatchObject({ state: 'refunding' })
    const days = ['--from', VISIT_DATE, '--reason', 'repaired']
    await kippu('sales', 'resume', 'demo', shop.catalogue.productUuid, ...days)
    shop.clock.advance(1_000)
    const [later, paid] = [await shop.readyOrder(1), await shop.buy(1)]
    await work()
    expect(await shop.statusOf(later)).toBe('ready_checkout')
    expect([await itemOf(id, paid), await yenOf(paid)]).toEqual([undefined, 3200])
    expect(await itemOf(id, bought)).toMatchObject({ state: 'done' })
    expect((await kippu('visits', 'cancellation', String(id))).text).toContain('The worker has ended.')
    await shop.compareBooks()
  })

  test('what the provider refuses fails, waits for a person, and is tried again without a second letter', async () => {
    const bought = await shop.buy(1)
    const id = await cancelSeen('--refund')
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    await work()
    expect(await itemOf(id, bought)).toMatchObject({ state: 'failed', letter: 'refund' })
    expect((await kippu('visits', 'cancellation', String(id))).text).toContain(bought.number)
    await kippu('visits', 'cancellation', String(id), '--retry')
    await work()
    expect(await itemOf(id, bought)).toMatchObject({ state: 'done' })
    expect(await yenOf(bought)).toBe(0)
    expect(await mails()).toEqual({ 'send-cancellation-mail': 1 })
    await shop.compareBooks()
  })

  test('several workers at once do each reservation once', async () => {
    const all: Bought[] = []
    for (let count = 0; count < 12; count += 1) all.push(await shop.buy(1))
    const id = await cancelSeen('--refund')
    await Promise.all([1, 2, 3].map(() => workCancellations(shop.deps)))
    await work()
    expect(await itemsOf(id)).toHaveLength(12)
    for (const item of await itemsOf(id)) expect(item).toMatchObject({ state: 'done' })
    for (const bought of all) expect(await yenOf(bought)).toBe(0)
    expect(await mails()).toEqual({ 'send-cancellation-mail': 12 })
    // One that was slower than its lease undoes what it did.
    const { rows } = await shop.db.read(read =>
      sql<{
        id: string
      }>`select id from visit_cancellation_items where cancellation_id = ${id} limit 1`.execute(read),
    )
    const late = { id: rows[0]?.id ?? '', letter: null }
    await expect(
      shop.db.transaction(tx =>
        endItem(tx, shop.deps, late, { state: 'done', code: 'gone', letter: 'move' }),
      ),
    ).rejects.toThrow('another worker')
    await shop.compareBooks()
  })
})

/** Somebody else accepts a ticket of the visit. @returns the token of their part. */
async function handsOn({ token }: Pick<Bought, 'token'>, ticket: number): Promise<string> {
  const given = await shop.call('POST', '/api/v1/shares?lang=ja', {
    reservation_token: token,
    ticket_ids: [ticket],
  })
  const accepted = await shop.call('POST', `/api/v1/shareacceptances/${String(given.body['share_token'])}`, {
    acceptance_key: 'k'.repeat(24),
  })
  expect({ given, accepted }).toMatchObject({ accepted: { status: 200 } })
  return String(accepted.body['reservation_token'])
}

describe('visits cancel --offer-move', () => {
  test('the visit may be moved until then, whatever the terms of the site say', async () => {
    const bought = await shop.buy(1)
    await shop.set('Time_Change_Deadline_Minutes', '10000000')
    await shop.set('Time_Change_Limit', '0')
    const days = () => shop.change(bought.token, shop.catalogue.spans[1]!)
    expect((await days()).status).toBe(400)
    const id = await cancelSeen('--offer-move', '2027-01-31')
    await work()
    expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'may be moved', letter: 'move' })
    const tickets = await shop.call('GET', `/api/v1/reservations/${bought.token}/tickets`)
    expect(tickets.status).toBe(200)
    // Nobody moves to what is stopped.
    expect((await days()).body).toEqual({ error: 'time_change_out_of_stock' })
    const evening = ['--from', VISIT_DATE, '--time', '10:01', '--reason', 'in the evening']
    await kippu('sales', 'resume', 'demo', shop.catalogue.productUuid, ...evening)
    shop.clock.advance(1_000)
    await shop.move(bought.token, shop.catalogue.spans[1]!)
    expect(await mails()).toEqual({ 'send-cancellation-mail': 1 })
    await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Time\\_Change\\_%'`)
    await shop.compareBooks()
  })
})

test('whoever was given tickets of a cancelled visit reads that it does not take place', async () => {
  const bought = await shop.buy(2)
  const part = await handsOn(bought, 2)
  const read = async () => (await shop.call('GET', `/api/v1/reservations/${part}`)).body['permissions']
  expect(await read()).not.toHaveProperty('change.called_off')
  const id = await cancelSeen('--offer-move', '2027-01-31')
  await work()
  expect(await itemOf(id, bought)).toMatchObject({ state: 'needs_person' })
  expect(await read()).toHaveProperty('change.called_off', true)
})

test('what may move after all, on a second try, has the letter that says so', async () => {
  const bought = await shop.buy(1)
  await shop.run(sql`update option_values set retired_at = now() where id = ${shop.catalogue.adult}`)
  const id = await cancelSeen('--offer-move', '2027-01-31')
  await work()
  expect(await itemOf(id, bought)).toMatchObject({ state: 'needs_person', letter: 'contact' })
  await shop.run(sql`update jobs.job set state = 'completed' where name = 'send-cancellation-mail'`)
  await shop.run(sql`update option_values set retired_at = null where id = ${shop.catalogue.adult}`)
  await kippu('visits', 'cancellation', String(id), '--retry')
  await work()
  expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'may be moved', letter: 'move' })
  expect(await mails()).toEqual({ 'send-cancellation-mail': 2 })
  const { body } = await shop.call('GET', `/api/v1/reservations/${bought.token}`)
  expect(JSON.stringify(body)).toContain('"called_off":true')
})

test('a visit with a retired product, kind of ticket, extra or set product is for a person', async () => {
  const { catalogue } = shop
  const bought = await shop.buy(1, { tea: 1, guides: 1 })
  const id = await cancelSeen('--offer-move', '2027-01-31')
  const parts = {
    product: sql`products set retired_at = now() where id = ${catalogue.productId}`,
    kind: sql`option_values set retired_at = now() where id = ${catalogue.adult}`,
    extra: sql`option_values set retired_at = now() where id = ${catalogue.guide}`,
    'set product': sql`products set retired_at = now() where id = ${catalogue.tea.productId}`,
  }
  const found: Record<string, Item | undefined> = {}
  for (const [part, retires] of Object.entries(parts)) {
    await shop.run(sql`update ${retires}`)
    await workCancellations(shop.deps)
    found[part] = await itemOf(id, bought)
    for (const table of ['products', 'option_values'])
      await shop.run(sql`update ${sql.table(table)} set retired_at = null`)
    await kippu('visits', 'cancellation', String(id), '--retry')
  }
  const gone = { state: 'needs_person', code: 'something of it is not sold any longer', letter: 'contact' }
  for (const part of Object.keys(parts)) expect({ part, ...found[part] }).toMatchObject({ part, ...gone })
  const { body } = await shop.call('GET', `/api/v1/reservations/${bought.token}`)
  expect(JSON.stringify(body)).toContain('"called_off":true')
  await workCancellations(shop.deps)
  expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'may be moved', letter: 'move' })
  // The first letter, which had not gone yet, gave way to the second.
  expect(await mails()).toEqual({ 'send-cancellation-mail': 1 })
})

test('a set product alone cannot be offered another day: it is for a person', async () => {
  const bought = await shop.buy(1, { tea: 1 })
  const { productUuid } = shop.catalogue.tea
  const words = ['visits', 'cancel', 'demo', productUuid, '--from', VISIT_DATE, '--reason', 'no tea']
  const offer = ['--offer-move', '2027-01-31', '--json']
  const { digest } = JSON.parse((await kippu(...words, ...offer)).text)
  const begun = JSON.parse((await kippu(...words, ...offer, '--apply', '--digest', digest)).text)
  await workCancellations(shop.deps)
  const expected = { state: 'needs_person', code: 'a set product alone', letter: 'contact' }
  expect(await itemOf(begun.id, bought)).toMatchObject(expected)
})

test('a refund that is refused for a passing reason is tried again later, and after forty tries is for a person', async () => {
  await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 2 })
  const bought = await shop.buy(1)
  const id = await cancelSeen('--refund')
  const triesOf = async () => {
    const { rows } = await shop.db.read(read =>
      sql<{ tries: number; isLater: boolean }>`
        select tries, check_at > now() as "isLater" from visit_cancellation_items where cancellation_id = ${id}`.execute(
        read,
      ),
    )
    return rows
  }
  const waiting = { state: 'waiting', code: 'payment is not captured yet', letter: null }
  for (let round = 0; round < 2; round += 1) await workCancellations(shop.deps)
  expect([await itemOf(id, bought), await triesOf()]).toMatchObject([waiting, [{ tries: 1, isLater: true }]])
  await shop.run(
    sql`update visit_cancellation_items set check_at = now(), tries = 39 where cancellation_id = ${id}`,
  )
  await workCancellations(shop.deps)
  expect(await itemOf(id, bought)).toMatchObject({ ...waiting, state: 'needs_person', letter: 'contact' })
  await kippu('visits', 'cancellation', String(id), '--retry')
  await workCancellations(shop.deps)
  expect([await itemOf(id, bought), await triesOf()]).toMatchObject([{ state: 'waiting' }, [{ tries: 1 }]])
  await work()
  // Its buyer has read that the house will write: the money has a letter of its own.
  expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'refunded', letter: 'contact' })
  expect(await mails()).toEqual({ 'send-cancellation-mail': 1, 'send-refund-mail': 1 })
  await shop.compareBooks()
})

test('the money of a cancelled visit is where all its refunds are; a person has what one of them needs', async () => {
  const [bought, second] = [await shop.buy(1), await shop.buy(1)]
  await joinPayments(shop.db, { orderId: bought.orderId, changeId: second.orderId })
  const id = await cancelSeen('--refund')
  await workCancellations(shop.deps)
  const found: unknown[] = []
  for (const states of [
    ['done', 'requested', false],
    ['done', 'failed', false],
    ['requested', 'failed', true],
    ['requested', 'requested', false],
    ['done', 'requested', true],
  ]) {
    const [one, other, needsPerson] = states
    await shop.run(sql`
      update refunds f set state = case when f.id = first.id then ${one} else ${other} end, needs_person = f.id <> first.id and ${needsPerson}
        from visit_cancellation_items i, lateral (select min(id::text)::uuid as id from refunds where request_id = i.refund_request_id) first
       where i.cancellation_id = ${id} and f.request_id = i.refund_request_id`)
    await shop.db.transaction(tx => followRefunds(tx, id))
    found.push((await itemOf(id, bought))?.state)
  }
  expect(found).toEqual(['refunding', 'failed', 'failed', 'refunding', 'needs_person'])
  // A reservation with a refund is not looked at anew: its tickets are gone, and it would be taken for given back.
  const { text } = await kippu('visits', 'cancellation', String(id), '--retry', '--json')
  expect(JSON.parse(text)).toEqual({ items: 0, refunds: 1 })
  await shop.run(sql`update refunds set state = 'done'`)
  await shop.db.transaction(tx => followRefunds(tx, id))
  expect(await itemOf(id, bought)).toMatchObject({ state: 'done', code: 'refunded' })
})

test('tickets that the staff issued go back like any; one without an attempt is for a person, and the line says why', async () => {
  const issue = async (): Promise<{ readonly number: string }> => {
    const typed = [
      '--on',
      VISIT_DATE,
      '--time',
      '10:00',
      '--tickets',
      'Adult=1',
      '--email',
      'press@example.com',
    ]
    const more = ['--reason', 'press', '--json']
    const { text } = await kippu('issue', 'demo', shop.catalogue.productUuid, ...typed, ...more)
    return { number: JSON.parse(text).reservationNumber }
  }
  const [issued, bare] = [await issue(), await issue()]
  const ofBare = sql`select order_id from reservations where number = ${bare.number}`
  await shop.run(
    sql`delete from reservation_payments where reservation_id = (select id from reservations where number = ${bare.number})`,
  )
  const attempts = sql`delete from payment_attempts where order_id = (${ofBare})`
  await shop.run(attempts)
  const id = await cancelSeen('--refund')
  await work()
  expect(await itemOf(id, issued)).toMatchObject({ state: 'done', code: 'cost nothing', letter: 'refund' })
  const why = 'the store knows no payment of it'
  expect(await itemOf(id, bare)).toMatchObject({ state: 'needs_person', code: why, letter: 'contact' })
  expect((await kippu('visits', 'cancellation', String(id))).text).toContain(why)
})

test.each([
  ['a choice', []],
  ['one choice', ['--refund', '--offer-move', '2027-01-31']],
  ['a day', ['--offer-move', 'soon']],
  ['a day to come', ['--offer-move', '2020-01-01']],
  ['a digest', ['--refund', '--apply']],
])('%s is asked for', async (_, words) => {
  expect(await cancel(...words)).toMatchObject({ code: 2 })
})

test('a cancellation of another site, or none, is refused', async () => {
  const id = await cancelSeen('--refund')
  const managerAt = (siteKey: string) =>
    byStaff({ name: 'ren', role: 'manager', siteKeys: [siteKey] }, shop.deps)
  expect(await readProgress(managerAt('demo'), { id })).toMatchObject({ siteKey: 'demo' })
  expect(await readProgress(managerAt('mori'), { id })).toBeUndefined()
  expect(await retryCancellation(managerAt('mori'), { id, siteKey: 'mori' })).toBeUndefined()
  expect(await kippu('visits', 'cancellation', '999999')).toMatchObject({ code: 1 })
  expect(await kippu('visits', 'cancellation', 'x')).toMatchObject({ code: 2 })
})
