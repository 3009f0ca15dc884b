import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { buyerColumns } from '../../orders/buyers/buyer.ts'
import { runCli } from '../../cli/run-cli.ts'
import { insertGuestCoupon } from '../../orders/coupons/guest-coupon.ts'
import { endOrder } from '../../orders/life/end-order.ts'
import { sweepGuestCoupons } from './sweep-guest-coupons.ts'

let shop: OtherDaysShop
let visit: Bought

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
beforeEach(async () => {
  await shop.resetStock()
  visit = await shop.buy(1)
  const { customer_info: info, email } = buyerColumns([{ key: 'email', value: 'hana@example.com' }])
  await shop.run(
    sql`update orders set customer_info = ${info}::jsonb, email = ${email}, version = version + 1 where id = ${visit.orderId}::uuid`,
  )
})
afterAll(async () => {
  await shop.compareBooks()
  await shop.close()
})

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const code = await runCli(args, {
    open: () => shop.deps,
    out: text => said.push(text),
    err: text => said.push(text),
    staffName: 'aki',
  })
  return { code, text: said.join('\n') }
}
const queuedOf = async (name: string) => (await shop.queued()).filter(job => job.name === name)
const doneTo = async (subject: string) =>
  shop.db.read(read =>
    read
      .selectFrom('staff_actions')
      .select(['verb', 'staff', 'reason', 'details'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute(),
  )
const orderOf = (orderId: string) =>
  shop.db.read(read =>
    read.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
  )

describe('resend', () => {
  test('mails the tickets in the language of the order or the one that is named, however often, and says who asked', async () => {
    for (let times = 0; times < 4; times += 1)
      expect(await kippu('resend', visit.number, '--reason', 'lost')).toMatchObject({ code: 0 })
    expect(await kippu('resend', visit.number.toLowerCase(), '--lang', 'th')).toMatchObject({ code: 0 })
    const queued = await shop.queued()
    const langs = queued.flatMap(job =>
      job.name === 'send-tickets-again' && job.reservationId === visit.reservationId ? [job.lang] : [],
    )
    expect(langs).toEqual(['ja', 'ja', 'ja', 'ja', 'th'])
    expect(await doneTo(visit.number)).toHaveLength(5)
    expect((await doneTo(visit.number))[0]).toMatchObject({ verb: 'resend', staff: 'aki', reason: 'lost' })
  })

  test('nothing is mailed of a visit that was given back, of no visit, or in no language', async () => {
    await kippu('refund', visit.number, '--all', '--yes', '--reason', 'ill')
    expect(await kippu('resend', visit.number)).toMatchObject({
      code: 1,
      text: 'Refused: its tickets are revoked.',
    })
    expect(await kippu('resend', 'ABCDE23456')).toMatchObject({ code: 1 })
    expect(await kippu('resend', visit.number, '--lang', 'fr')).toMatchObject({ code: 2 })
    expect(await doneTo(visit.number)).not.toContainEqual(expect.objectContaining({ verb: 'resend' }))
  })
})

describe('address', () => {
  test('replaces an address that works too, mails the tickets there, and keeps no address in what was done', async () => {
    const asked = ['address', visit.number, '--to', 'ＨＡＮＡ@new.example', '--reason', 'knows the card']
    expect(await kippu(...asked)).toMatchObject({ code: 0 })
    expect(await orderOf(visit.orderId)).toMatchObject({ email: 'hana@new.example', email_refused_at: null })
    expect(await queuedOf('send-corrected-tickets')).toContainEqual(
      expect.objectContaining({ reservationId: visit.reservationId }),
    )
    expect(JSON.stringify(await doneTo(visit.number))).not.toContain('new.example')
  })

  test('of today is not said of letters that went before it', async () => {
    await shop.run(
      sql`update jobs.job set state = 'completed', completed_on = '2020-01-01' where id = ${visit.reservationId}`,
    )
    await kippu('address', visit.number, '--to', 'hana@new.example', '--reason', 'knows the card')
    const { events } = JSON.parse((await kippu('order', 'demo', visit.number, '--json')).text)
    expect(events).toContainEqual(
      expect.objectContaining({
        facts: { letter: 'completion', mail: visit.reservationId, to: null },
        kind: 'letter sent',
      }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ facts: { letter: 'corrected-tickets', to: 'h…@new.example' } }),
    )
  })

  test.each([
    [['--to', 'hana@'], 2],
    [['--to', 'hana@new.example', '--reason', ' '], 2],
    [['--reason', 'why'], 2],
  ])('%j is refused', async (options, code) => {
    const withReason = options.includes('--reason') ? options : [...options, '--reason', 'why']
    expect(await kippu('address', visit.number, ...withReason)).toMatchObject({ code })
    expect((await orderOf(visit.orderId)).email).not.toBe('hana@new.example')
  })
})

describe('move', () => {
  const to = (date: string, ...more: readonly string[]) =>
    kippu('move', visit.number, '--to', date, '--reason', 'telephone', ...more)

  test('moves the visit, gives back what it costs less, and tells its buyer by mail', async () => {
    expect(await to(shop.cheap.date)).toMatchObject({ code: 0, text: expect.stringContaining('¥200') })
    const found = JSON.parse((await kippu('find', 'demo', visit.number, '--json')).text)
    expect(found).toMatchObject([{ visitDate: shop.cheap.date }])
    expect(await queuedOf('send-change-mail')).not.toEqual([])
    expect(await doneTo(visit.number)).toMatchObject([
      { verb: 'move begun', details: { to: shop.cheap.date }, reason: 'telephone' },
      { verb: 'move', details: { to: shop.cheap.date, refund: 200 } },
    ])
  })

  test('a change of the buyer that is not paid stays where the new visit costs more, and ends with a move that is made', async () => {
    const own = await shop.changeToken(visit.token, shop.same.span)
    expect(await to(shop.dear.date)).toMatchObject({ code: 1, text: expect.stringContaining('¥300 more') })
    expect((await shop.read(own)).body).toMatchObject({ status: 'pending' })
    expect(await to(shop.cheap.date)).toMatchObject({ code: 0 })
    expect((await shop.read(own)).body).not.toMatchObject({ status: 'pending' })
  })

  test('after the deadline and the limit of buyers too, until a week behind the visit', async () => {
    await shop.set('Time_Change_Limit', '0')
    await shop.set('Time_Change_Deadline_Minutes', '1000000')
    expect((await shop.change(visit.token, shop.same.span)).status).toBe(400)
    expect(await to(shop.same.date)).toMatchObject({ code: 0 })
    await shop.run(
      sql`delete from settings where key in ('Time_Change_Limit', 'Time_Change_Deadline_Minutes')`,
    )
  })

  test('what costs more is not moved: its buyer would have to pay; no places stay held', async () => {
    expect(await to(shop.dear.date)).toMatchObject({ code: 1, text: expect.stringContaining('¥300 more') })
    expect(await shop.takenOf(shop.dear.span)).toBe(0)
    expect(await doneTo(visit.number)).toEqual([])
  })

  test.each([
    [['2026-12-31'], 1, 'no time on 2026-12-31'],
    [['2026-02-30'], 2, 'name a day'],
    [['2026-12-02', '--time', '25:00'], 2, 'is not a time'],
    [['2026-12-02', '--time', '09:59'], 1, 'name a time of 2026-12-02'],
  ])('%j is refused', async ([date = '', ...more], code, why) => {
    expect(await to(date, ...more)).toMatchObject({ code, text: expect.stringContaining(why) })
  })
})

describe('refund', () => {
  test('what somebody gave back stands beside it with their name', async () => {
    await kippu('refund', visit.number, '--difference', '200', '--reason', 'broken lamp')
    await kippu('refund', visit.number, '--all', '--yes', '--reason', 'ill')
    expect(await doneTo(visit.number)).toMatchObject([
      { verb: 'refund', staff: 'aki', reason: 'broken lamp', details: { difference: 200 } },
      { verb: 'refund', reason: 'ill', details: { tickets: [1], yen: 3000 } },
    ])
  })
})

describe('issue', () => {
  const issue = (tickets: string, ...more: readonly string[]) =>
    kippu(
      'issue',
      'demo',
      shop.catalogue.productUuid,
      '--on',
      '2026-12-01',
      '--tickets',
      tickets,
      '--email',
      'press@example.com',
      '--reason',
      'press',
      ...more,
    )

  test('tickets that nobody pays for take places, are mailed, and cost nothing when they move', async () => {
    const taken = () => shop.takenOf(shop.catalogue.spans[0] ?? 0)
    const before = await taken()
    const { text, code } = await issue('Adult=2', '--name', '報道 太郎', '--json')
    expect({ code, text }).toMatchObject({ code: 0 })
    const { reservationNumber } = JSON.parse(text)
    const [found] = JSON.parse((await kippu('find', 'demo', '報道太郎', '--json')).text)
    expect(found).toMatchObject({ reservationNumber, price: 0, quantity: 2, email: 'press@example.com' })
    expect(await doneTo(found.orderId)).toMatchObject([
      { verb: 'issue begun', reason: 'press', details: { tickets: 2 } },
      { verb: 'issue', reason: 'press', details: { yen: 6400, tickets: 2, reservation: reservationNumber } },
    ])
    const ofNumber = await kippu('actions', 'demo', '--of', reservationNumber.toLowerCase())
    expect(ofNumber.text).toContain('issue begun')
    expect(ofNumber.text).toContain('yen ¥6,400, tickets 2')
    expect(ofNumber.text).not.toContain('{')
    const [{ reservation_id: id } = { reservation_id: '' }] = await shop.db.read(read =>
      read
        .selectFrom('reservations')
        .innerJoin('tickets', 'reservation_id', 'reservations.id')
        .select('reservation_id')
        .where('number', '=', reservationNumber)
        .execute(),
    )
    expect((await kippu('actions', 'demo', '--of', id)).text).toBe(ofNumber.text)
    expect((await kippu('actions', 'demo', '--of', found.orderId)).text).toBe(ofNumber.text)
    expect(await taken()).toBe(before + 2)
    expect(await queuedOf('send-completion-mail')).not.toEqual([])
    const moved = await kippu('move', reservationNumber, '--to', shop.dear.date, '--reason', 'rain')
    expect(moved).toMatchObject({
      code: 0,
      text: 'Moved; its buyer is told by mail, or the reseller that sold it.',
    })
    expect(await kippu('refund', reservationNumber, '--all', '--yes', '--reason', 'rain')).toMatchObject({
      code: 0,
    })
  })

  test('a coupon whose order ended on the way is taken back; that of a visit stays', async () => {
    await issue('Adult=1')
    const left = await shop.orderToken(1)
    await shop.db.transaction(tx =>
      insertGuestCoupon(tx, { orderId: left.id, siteKey: 'demo', channel: 'web' }),
    )
    expect(await sweepGuestCoupons(shop.deps)).toBe(0)
    await shop.db.transaction(tx => endOrder(tx, { orderId: left.id, to: 'cancelled' }))
    expect(await sweepGuestCoupons(shop.deps)).toBe(1)
    expect(await sweepGuestCoupons(shop.deps)).toBe(0)
  })

  test('more than there are places is refused, and nothing stays', async () => {
    const coupons = () => shop.db.read(read => read.selectFrom('coupons').select('id').execute())
    const taken = () => shop.takenOf(shop.catalogue.spans[0] ?? 0)
    const before = { coupons: (await coupons()).length, taken: await taken() }
    expect(await issue('Adult=5')).toMatchObject({ code: 1, text: 'Refused: out of stock.' })
    expect({ coupons: (await coupons()).length, taken: await taken() }).toEqual(before)
  })

  test.each([
    [['Pensioner=1'], 1, 'there is no kind Pensioner'],
    [['Adult'], 2, '--tickets must look like'],
    [['Adult=0'], 2, '--tickets must look like'],
    [['Adult=1', '--time', '00:01'], 1, 'name a time'],
    [['Adult=1', '--lang', 'fr'], 2, 'fr is not a language'],
    [['Adult=1', '--email', 'nobody'], 2, 'no mail address'],
  ])('%j is refused', async ([tickets = '', ...more], code, why) => {
    expect(await issue(tickets, ...more)).toMatchObject({ code, text: expect.stringContaining(why) })
  })
})

describe('note', () => {
  test('keeps a word with the visit, which its story tells until the person is erased', async () => {
    expect(await kippu('note', 'demo', visit.number.toLowerCase(), 'promised', 'a call')).toMatchObject({
      code: 0,
    })
    shop.clock.advance(1_000)
    expect(await kippu('note', 'demo', visit.orderId, 'angry about the rain')).toMatchObject({ code: 0 })
    const told = (await kippu('order', 'demo', visit.number)).text
    expect(told).toMatch(/^NOTED[^]*aki +promised a call\n[^]*aki +angry about the rain\n/m)
    const asked = ['person', 'erase', 'demo', 'hana@example.com', '--reason', 'asked', '--force'] as const
    const { word }: { word: string } = JSON.parse((await kippu(...asked, '--json')).text)
    expect(await kippu(...asked, '--confirm', word)).toMatchObject({ code: 0 })
    const left = (await kippu('order', 'demo', visit.number)).text
    expect(left).not.toMatch(/NOTED|promised|angry/)
    const kept = (await doneTo(visit.number)).filter(({ verb }) => verb === 'note')
    expect(kept).toMatchObject([
      { verb: 'note', staff: 'aki', reason: null },
      { verb: 'note', staff: 'aki', reason: null },
    ])
  })

  test.each([
    [['demo', 'NOSUCHNUMB', 'x'], 1, 'no such order'],
    [['mori', 'own', 'x'], 1, 'no such order'],
    [['demo', 'own', ' '], 2, 'what is to be kept'],
    [['demo', 'own', 'x'.repeat(1_001)], 2, '1000 characters at most'],
  ])('%j keeps nothing', async (words, code, why) => {
    const typed = words.map(word => (word === 'own' ? visit.number : word))
    expect(await kippu('note', ...typed)).toMatchObject({ code, text: expect.stringContaining(why) })
    expect(await doneTo(visit.number)).toEqual([])
  })
})

describe('door', () => {
  test('lists who is expected on a day, without what was given back or moved away', async () => {
    const names = async (date: string) => {
      const parties: Array<{ reservationNumber: string }> = JSON.parse(
        (await kippu('door', 'demo', '--on', date, '--json')).text,
      )
      return parties.map(({ reservationNumber }) => reservationNumber)
    }
    expect(await names('2026-12-01')).toContain(visit.number)
    expect((await kippu('door', 'demo', '--on', '2026-12-01')).text).toContain('1 大人')
    await kippu('move', visit.number, '--to', shop.same.date, '--reason', 'rain')
    expect(await names('2026-12-01')).not.toContain(visit.number)
    expect(await names(shop.same.date)).toContain(visit.number)
    await kippu('refund', visit.number, '--all', '--yes', '--reason', 'rain')
    expect(await names(shop.same.date)).not.toContain(visit.number)
    expect(await kippu('door', 'demo', '--on', '2026-02-30')).toMatchObject({ code: 2 })
  })
})

describe('whoever reads what is personal', () => {
  test('is written down, with how many they saw and never with the words that they typed', async () => {
    const read = async (...verbs: readonly string[]) =>
      shop.db.read(query =>
        query
          .selectFrom('staff_actions')
          .select(['verb', 'staff', 'subject', 'details', 'permission'])
          .where('verb', 'in', [...verbs])
          .orderBy('id')
          .execute(),
      )
    const before = (await read('find')).length
    await kippu('find', 'demo', 'HANA@example.com')
    await kippu('find', 'demo', ' hana@example.com ')
    await kippu('find', 'demo', 'nobody at all')
    const found = (await read('find')).slice(before)
    expect(found).toMatchObject([
      { staff: 'aki', permission: 'orders:read', details: { found: expect.any(Number) } },
      { details: found[0]?.details },
      { details: { found: 0 } },
    ])
    expect(found[0]?.subject).toMatch(/^words:[\da-f]{16}$/)
    expect(found[1]?.subject).toBe(found[0]?.subject)
    expect(found[2]?.subject).not.toBe(found[0]?.subject)
    await kippu('order', 'demo', visit.orderId)
    await kippu('door', 'demo', '--on', '2026-12-01')
    expect(JSON.stringify(await read('find', 'order', 'door'))).not.toMatch(/hana|nobody/i)
    expect((await read('order')).at(-1)).toMatchObject({ subject: visit.number })
    expect((await read('door')).at(-1)).toMatchObject({
      subject: '2026-12-01',
      details: { reservations: expect.any(Number) },
    })
  })
})
