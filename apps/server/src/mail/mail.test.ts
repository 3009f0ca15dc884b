import { randomUUID } from 'node:crypto'

import { type Ticket, ticket } from '@kippu/contract/reservations'
import { partyCodeOf } from '@kippu/domain/party-code'
import { shortCodeInGroups } from '@kippu/domain/short-code'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { insertCoupon } from '../../test/coupon-rows.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../../test/mailbox.ts'
import { insertMember, insertPromotion } from '../../test/members.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { paidInFull } from '../../test/paid-in-full.ts'
import { buyerColumns } from '../orders/buyers/buyer.ts'
import type { Read } from '../platform/db/database.ts'
import { createJobQueue, type RunningJobQueue } from '../platform/jobs/pg-boss-queue.ts'
import { createJobWriter } from '../platform/jobs/queue.ts'
import { insertRefundRequest } from '../payments/saga/refund-requests.ts'
import { revokeTickets } from '../tickets/revoke.ts'
import { completeOrder } from '../../test/complete-order.ts'
import { claimForPayment } from '../../test/claim-order.ts'
import { qrPng } from './letter/qr-png.ts'
import { createMailWorker } from './mail-worker.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

let shop: Shop
let queue: RunningJobQueue
let mailbox: Mailbox
let worker: { stop(): void } | undefined

beforeAll(async () => {
  shop = await createShop({
    replace: () => ({ jobs: createJobWriter({ confirmationDelaySeconds: 0 }) }),
  })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').execute()
    const shown = (field_name: string, position: number) => ({
      site_key: 'demo',
      field_name,
      position,
      is_display: true,
      is_require: true,
    })
    await tx
      .insertInto('field_templates')
      .values([shown('email', 1), shown('fullname', 2)])
      .execute()
  })
})

beforeEach(async () => {
  await shop.renew()
  queue = await createJobQueue({
    databaseUrl: shop.databaseUrl,
    log: shop.deps.log,
    retrySeconds: 1,
  })
  mailbox = await startMailbox()
})

afterEach(async () => {
  await queue.stop()
  worker?.stop()
  worker = undefined
  await mailbox.close()
})

afterAll(() => shop.close())

async function startWorker(smtpUrl = mailbox.smtpUrl): Promise<void> {
  const env = { ...shop.deps.env, smtpUrl, mailFrom: 'Kippu <tickets@kippu.example>' }
  const mails = createMailWorker({ ...shop.deps, env })
  worker = mails
  await queue.startWorker(mails.handlers)
}

async function orderWith(email: string, fullname = '𠮷田 太郎'): Promise<{ id: string; token: string }> {
  const order = await shop.orderToken(2)
  const contents = [
    { key: 'email', value: email },
    { key: 'fullname', value: fullname },
  ]
  const { status } = await shop.call('POST', `/api/v1/ordermails/${order.token}`, { contents })
  expect(status).toBe(200)
  return order
}

function complete(
  orderId: string,
  methodDiscount = 0,
): Promise<{ reservationId: string; reservationNumber: string } | undefined> {
  return shop.db.transaction(async tx => {
    await tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', orderId).execute()
    await claimForPayment(tx, { orderId })
    const { amount } = await paidInFull(tx, orderId)
    const paid = { amount: amount - methodDiscount, methodDiscount }
    return completeOrder(tx, { ...shop.deps, orderId, paid })
  })
}

function setAnswers(orderId: string, answers: Readonly<Record<string, string>>): Promise<unknown> {
  const columns = buyerColumns(Object.entries(answers).map(([key, value]) => ({ key, value })))
  return shop.db.transaction(tx => tx.updateTable('orders').set(columns).where('id', '=', orderId).execute())
}

const arrived = (address: string, from = mailbox): Promise<ReceivedMail> =>
  vi.waitFor(async () => {
    const [mail] = await from.mailsTo(address)
    if (mail === undefined) throw new Error('no mail yet')
    return mail
  }, PATIENCE)

describe('mails', () => {
  test('S-6.01: the link of the confirmation mail opens the order, in the language of the order', async () => {
    await startWorker()
    const { token } = await orderWith('one@example.com')
    const mail = await arrived('one@example.com')
    expect(mail.from).toContain('tickets@kippu.example')
    expect(mail.subject).toContain('灯森ミュージアム')
    const link = /http:\/\/localhost:3000\/to\/mail-confirm\?mail_token=(eml_[\w-]{24})/
    expect(mail.html).toMatch(link)
    const mailToken = link.exec(mail.text)?.[1]
    expect(mail.text).toMatch(/光の森/)
    expect(mail.text).toMatch(/2026年12月1日（火）/)
    const confirmed = await shop.call('GET', `/api/v1/ordermails/${mailToken}`)
    expect(confirmed.body).toEqual({ order_token: token })
  })

  test('S-6.02: the completion mail has the visit, the lines, the total, the number and the ticket link', async () => {
    const { id } = await orderWith('two@example.com')
    const reservation = await complete(id)
    await startWorker()
    const mail = await arrived('two@example.com')
    const link = `http://localhost:3000/tickets/${shop.deps.tokens.derive('reservation', reservation!.reservationId)}`
    for (const part of [
      reservation!.reservationNumber,
      '光の森',
      '2026年12月1日（火）',
      '10:00',
      '大人',
      '6,400円',
      link,
    ]) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    // The confirmation mail was queued first, but its link is void by now: it was not sent.
    expect(await mailbox.mailsTo('two@example.com')).toHaveLength(1)
  })

  describe('S-6.02: the codes for the entrance', () => {
    const ticketsOf = async (reservationId: string): Promise<Ticket[]> => {
      const token = shop.deps.tokens.derive('reservation', reservationId)
      const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
      return v.parse(v.array(ticket), body)
    }
    const setCodes = async (change: 'true' | 'false'): Promise<void> => {
      await shop.db.transaction(tx =>
        sql`insert into settings (site_key, key, value) values ('demo', 'Checkin_Rotating_Codes', ${change})
            on conflict (site_key, key) do update set value = excluded.value`.execute(tx),
      )
      // Settings may be a second old.
      shop.clock.advance(1_000)
    }
    const shownIn = ({ html }: ReceivedMail, { signed_code: code }: Ticket): boolean =>
      html.includes(qrPng(code).toString('base64'))

    test('are in the mail, one for each ticket, as the page of the tickets shows them', async () => {
      const { id } = await orderWith('codes@example.com')
      const { reservationId } = (await complete(id))!
      const tickets = await ticketsOf(reservationId)
      await startWorker()
      const mail = await arrived('codes@example.com')
      expect(tickets.map(ticket => shownIn(mail, ticket))).toEqual([true, true])
      for (const { short_code: code } of tickets) {
        expect(mail.text).toContain(shortCodeInGroups(code))
        expect(mail.html).toContain(`alt="${shortCodeInGroups(code)}"`)
      }
      const file = /filename="visit\.ics"[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mailbox.raw().join(''))?.[1]
      expect(Buffer.from(file ?? '', 'base64').toString()).toContain(
        'DTSTART;TZID=Asia/Tokyo:20261201T100000',
      )
    })

    test('are left out where a ticket was given back', async () => {
      const { id } = await orderWith('given@example.com')
      const { reservationId } = (await complete(id))!
      await shop.db.transaction(tx => revokeTickets(tx, { reservationId, numbers: [2] }))
      const [first, second] = await ticketsOf(reservationId)
      await startWorker()
      const mail = await arrived('given@example.com')
      expect([shownIn(mail, first!), mail.html.includes(shortCodeInGroups(second!.short_code))]).toEqual([
        true,
        false,
      ])
    })

    test('are none where they change every half minute, and the mail says so', async () => {
      await setCodes('true')
      const { id } = await orderWith('changing@example.com')
      const { reservationId } = (await complete(id))!
      const tickets = await ticketsOf(reservationId)
      await startWorker()
      const mail = await arrived('changing@example.com')
      expect(mail.text.replaceAll('\n', '')).toContain('30秒ごとに変わるため、このメールには載せていません')
      for (const { code, short_code: readable } of tickets) {
        expect(mail.html).not.toContain(qrPng(code).toString('base64'))
        expect(mail.html).not.toContain(shortCodeInGroups(readable))
      }
    })

    afterEach(() => setCodes('false'))

    test('are one for a party of more than six', async () => {
      await shop.renew({ capacities: [10] })
      const { id } = await shop.orderToken(7)
      await setAnswers(id, { email: 'seven@example.com' })
      const { reservationId } = (await complete(id))!
      const code = partyCodeOf(await ticketsOf(reservationId))
      await startWorker()
      const { html, text } = await arrived('seven@example.com')
      expect(html).toContain(qrPng(code!).toString('base64'))
      expect(text).toContain('7名が一緒に')
      expect(html.match(/data:image\/png/g)).toHaveLength(1)
    })
  })

  test('S-6.02: the completion mail has extras, set products and every discount', async () => {
    await insertCoupon(shop.db, { code: 'SPRING' })
    const member = await insertMember(shop.db, { promotionId: await insertPromotion(shop.db) })
    const { token, id } = await shop.orderToken(2, { guides: 1, tea: 2 })
    const login = { email: member, password: 'correct horse' }
    expect((await shop.call('POST', `/api/v1/membership/login/${token}`, login)).status).toBe(200)
    expect((await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'SPRING' })).status).toBe(201)
    await setAnswers(id, { email: 'whole@example.com' })
    await complete(id, 100)
    await startWorker()
    const { text } = await arrived('whole@example.com')
    const bill = text.slice(text.indexOf('■ ご注文内容'), text.indexOf('■ お持ちいただくもの'))
    expect(bill.split('\n').filter(line => line !== '')).toEqual([
      '■ ご注文内容',
      '大人 × 2: 6,400円',
      expect.stringMatching(/ × 1: 500円$/),
      expect.stringMatching(/ × 2: 1,600円$/),
      '小計: 8,500円',
      'ゴールド会員: −640円',
      'SPRINGクーポン（SPRING）: −500円',
      'お支払い方法による割引: −100円',
      '合計（税込）: 7,260円',
    ])
  })

  test('E-17: asked for again, the mail with the tickets comes to the address on file, in the language that was asked for', async () => {
    const { id } = await shop.orderToken()
    await setAnswers(id, { email: 'again@example.com' })
    const reservation = await complete(id)
    const token = shop.deps.tokens.derive('reservation', reservation!.reservationId)
    for (const lang of ['th', 'ja']) await shop.call('POST', `/api/v1/reservationmails/${token}`, { lang })
    await startWorker()
    const mails = await vi.waitFor(async () => {
      const found = await mailbox.mailsTo('again@example.com')
      expect(found).toHaveLength(3)
      return found
    }, PATIENCE)
    const says = (word: string) => mails.filter(({ text }) => text.includes(word)).length
    expect([says('予約番号'), says('หมายเลขการจอง')]).toEqual([2, 1])
    const opened = mails.map(({ text }) => /\/tickets\/(rsv_\S+)/.exec(text)?.[1])
    expect(new Set(opened)).toEqual(new Set([token, `${token}?lang=th`]))
    const ids = mailbox.raw().flatMap(mail => /^Message-ID:\s+(\S+)/im.exec(mail)?.[1] ?? [])
    expect(new Set(ids).size).toBe(3)
  })

  test('the refund mail says what was refunded and for what, and leads to the tickets that are left', async () => {
    const { id } = await orderWith('refund@example.com')
    const reservation = await complete(id)
    const requestId = randomUUID()
    await shop.db.transaction(async tx => {
      const { reservationId } = reservation!
      await revokeTickets(tx, { reservationId, numbers: [2] })
      const amount = { purpose: 'tickets', ticketNumbers: [2], amount: 3200 } as const
      await insertRefundRequest(tx, {
        id: requestId,
        siteKey: 'demo',
        reservationId,
        ...amount,
        reason: 'ill',
      })
      await queue.enqueue(tx, { name: 'send-refund-mail', requestId })
    })
    await startWorker()
    const mail = await vi.waitFor(async () => {
      const found = (await mailbox.mailsTo('refund@example.com')).find(({ subject }) =>
        subject.includes('返金'),
      )
      if (found === undefined) throw new Error('no refund mail yet')
      return found
    }, PATIENCE)
    const token = shop.deps.tokens.derive('reservation', reservation!.reservationId)
    for (const part of [reservation!.reservationNumber, '大人 × 1', '3,200円', `/tickets/${token}`])
      expect(mail.text).toContain(part)
    // The reason is a note of the staff's.
    expect(mail.text).not.toContain('ill')
  })

  test('S-6.02, S-6.05, S-6.07: a buyer who chose a magazine gets the link that ends it', async () => {
    const { id } = await shop.orderToken()
    await setAnswers(id, { email: 'reader@EXAMPLE.com', mail_magazine: 'true' })
    await complete(id)
    await startWorker()
    const { text, html } = await arrived('reader@example.com')
    const link = /http:\/\/localhost:3000\/to\/mail-release\/(mag_[\w-]{24})/
    expect(html).toMatch(link)
    const { body } = await shop.call('GET', `/api/v1/mailmagazines/${link.exec(text)?.[1]}`)
    expect(body).toContainEqual({ field_name: 'mail_magazine', is_subscribed: true })
  })

  test('S-6.02: a buyer who chose none gets no such link', async () => {
    const { id } = await shop.orderToken()
    await setAnswers(id, { email: 'nobody@example.com', mail_magazine: 'false' })
    await complete(id)
    await startWorker()
    expect((await arrived('nobody@example.com')).text).not.toContain('mail-release')
  })

  test(
    'S-6.04: while the mail server is down nothing is lost, and the order stands',
    { timeout: 30_000 },
    async () => {
      const port = await claimPort()
      await startWorker(`smtp://127.0.0.1:${port}`)
      const { id, token } = await orderWith('three@example.com')
      await vi.waitFor(
        async () => expect(await shop.db.read(tx => jobStateOf(tx, id))).toBe('retry'),
        PATIENCE,
      )
      expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({ status: 'mail_sent' })
      const late = await startMailbox(port)
      try {
        expect((await arrived('three@example.com', late)).to).toEqual(['three@example.com'])
      } finally {
        await late.close()
      }
    },
  )

  test('S-6.08: a name cannot add a recipient or a header', async () => {
    const { id } = await orderWith('four@example.com', 'Taro\r\nBcc: thief@example.com\r\n<b>x</b>')
    await complete(id)
    await startWorker()
    const mail = await arrived('four@example.com')
    expect(mail.to).toEqual(['four@example.com'])
    expect(await mailbox.mailsTo('thief@example.com')).toEqual([])
    expect(mail.html).toContain('Taro Bcc: thief@example.com &lt;b&gt;x&lt;/b&gt;')
  })

  test('S-1.02: the mail of a void link is not sent', async () => {
    const { id, token } = await orderWith('wrong@example.com')
    const contents = [
      { key: 'email', value: 'right@example.com' },
      { key: 'fullname', value: 'Taro' },
    ]
    await shop.call('POST', `/api/v1/ordermails/${token}`, { contents })
    await startWorker()
    const jobsOf = () =>
      shop.db.read(read =>
        sql<{ state: string }>`select state from jobs.job where data ->> 'orderId' = ${id}`.execute(read),
      )
    const areDone = { rows: [{ state: 'completed' }, { state: 'completed' }] }
    await vi.waitFor(async () => expect(await jobsOf()).toMatchObject(areDone), PATIENCE)
    expect(await mailbox.mailsTo('wrong@example.com')).toEqual([])
    // A mail goes to the address of now, whichever link it has.
    expect(await mailbox.mailsTo('right@example.com')).toHaveLength(1)
  })

  test('an address that the mail server refuses is given up, and not logged', async () => {
    await startWorker()
    const { id } = await orderWith('bounce@invalid.test')
    await vi.waitFor(() => expect(shop.logged.join('')).toContain(id), PATIENCE)
    expect(shop.logged.join('')).not.toContain('bounce@invalid.test')
  })
})

/** `retry`: the mail of this order failed and will be tried again. */
async function jobStateOf(tx: Read, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from jobs.job where data ->> 'orderId' = ${orderId}`.execute(tx)
  return rows[0]?.state
}
