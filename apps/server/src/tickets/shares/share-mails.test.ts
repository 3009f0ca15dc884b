import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../../../test/mailbox.ts'
import type { MailDeps } from '../../mail/send-letter.ts'
import { sendShareMail } from '../../mail/send-share-mail.ts'
import { readHouses } from '../../mail/houses.ts'
import { createMailer } from '../../mail/mailer.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { sweepShareMails } from './share-mails.ts'

let mailbox: Mailbox
let shop: OtherDaysShop
let mails: MailDeps
let bought: Bought

beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await createShop({ otherDays: true })
  mails = {
    ...shop.deps,
    mailer: createMailer(mailbox.smtpUrl),
    houses: readHouses(shop.deps.sites),
  }
})
afterAll(async () => {
  mails.mailer.close()
  await shop.close()
  await mailbox.close()
})
beforeEach(async () => {
  await shop.resetStock()
  bought = await shop.buy(3)
  await shop.run(sql`delete from share_mails`)
})

const share = async (ids: readonly number[], token = bought.token) => {
  const made = await shop.call('POST', '/api/v1/shares', { reservation_token: token, ticket_ids: ids })
  return String(made.body['share_token'])
}
const mail = (token: string, more: object = {}) =>
  shop.call('POST', `/api/v1/sharemails/${token}`, {
    email: 'friend@example.com',
    name: '花',
    lang: 'ja',
    ...more,
  })

/** Sends what waits in the queue. */
async function sendQueued(): Promise<void> {
  const jobs = (await shop.queued()).filter(job => job.name === 'send-share-mail')
  for (const job of jobs) await sendShareMail(mails, job)
}

async function newestTo(address: string): Promise<ReceivedMail> {
  await sendQueued()
  const [newest] = await mailbox.mailsTo(address)
  if (newest === undefined) throw new Error('there is no mail')
  return newest
}

const rows = async () => {
  const found = await shop.db.read(db =>
    sql<{ email: string | null; giver_name: string | null; message: string | null }>`
      select email, giver_name, message from share_mails`.execute(db),
  )
  return found.rows
}

describe('E-10, S-10.06: a mail that hands tickets on', () => {
  test('has the name and the message of the giver, without links, and the address of the share', async () => {
    const token = await share([2])
    const message = '土曜日に\r\nhttps://evil.example/x 入口で\u202e。ｅｖｉｌ．ｃｏｍ'
    expect(await mail(token, { name: '花 www.evil.example', message })).toEqual({
      status: 200,
      body: { mail_sent: true },
    })
    const { subject, text, html } = await newestTo('friend@example.com')
    expect(subject).toMatch(/^【灯森ミュージアム】花さんから.+のチケットが届いています/)
    for (const part of [text, html]) {
      expect(part).toContain(`/to/tickets/shared/${token}`)
      for (const words of ['土曜日に', '入口で。', '光の森', '大人 × 1']) expect(part).toContain(words)
      expect(part).not.toMatch(/evil|ｅｖｉｌ/)
    }
    expect(await rows()).toEqual([{ email: null, giver_name: null, message: null }])
  })

  test('carries the visit for the calendar, without the number of its giver (convention 31)', async () => {
    const token = await share([2])
    await mail(token, { email: 'calendar@example.com', lang: 'en' })
    await newestTo('calendar@example.com')
    const raw = mailbox.raw().find(one => one.includes('calendar@example.com')) ?? ''
    const file = Buffer.from(
      /filename="visit\.ics"[^]*?\r\n\r\n([A-Za-z\d+/=\r\n]+)/.exec(raw)?.[1] ?? '',
      'base64',
    ).toString()
    const entry = file.replaceAll('\r\n ', '')
    expect(entry).toContain(`UID:${token}.demo@kippu`)
    expect(entry).toContain('SUMMARY:Forest of Light')
    expect(entry).toMatch(/DTSTART;TZID=Asia\/Tokyo:\d{8}T\d{6}/)
    expect(entry).toContain(`/to/tickets/shared/${token}`)
    expect(entry).not.toContain(bought.number)
  })

  test('S-6.08: a name that looks encoded is no other name in the subject', async () => {
    await mail(await share([2]), {
      email: 'coded@example.com',
      name: '=?utf-8?B?ZXZpbC5leGFtcGxl?=',
      lang: 'en',
    })
    const { subject } = await newestTo('coded@example.com')
    expect(subject).toMatch(/: = \?utf-8\?B\?ZXZpbC5leGFtcGxl\?= sent you tickets$/)
  })

  test('is written in the language that the giver chose', async () => {
    const token = await share([2])
    await mail(token, { email: 'thai@example.com', name: 'Hana', lang: 'th' })
    const { subject, text } = await newestTo('thai@example.com')
    expect(subject).toContain('Hana ส่งตั๋วถึงคุณ')
    expect(text).toContain(`/to/tickets/shared/${token}?lang=th`)
  })

  test('is not sent once the tickets were taken back or accepted, and what was written is emptied all the same', async () => {
    const token = await share([2])
    await mail(token, { email: 'late@example.com' })
    await shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${bought.token}`)
    await sendQueued()
    expect(await mailbox.mailsTo('late@example.com')).toEqual([])
    expect(await rows()).toEqual([{ email: null, giver_name: null, message: null }])
  })

  test.each([
    ['no address', { email: 'friend' }, 'invalid email address'],
    ['no name', { name: ' \u200b ' }, 'invalid_request'],
    ['a name that is a link', { name: 'https://evil.example' }, 'invalid_request'],
    ['a name that is too long', { name: 'あ'.repeat(41) }, 'invalid_request'],
    ['a message that is too long', { message: 'あ'.repeat(301) }, 'invalid_request'],
  ])('is refused with %s', async (_, wrong, error) => {
    expect(await mail(await share([2]), wrong)).toMatchObject({ status: 400, body: { error } })
    expect(await rows()).toEqual([])
  })

  test('is refused for what is accepted, taken back, or was never paid for', async () => {
    const token = await share([2])
    await shop.call('POST', `/api/v1/shareacceptances/${token}`, {
      acceptance_key: 'a key made up by a browser',
    })
    expect(await mail(token)).toMatchObject({ status: 400, body: { error: 'share accepted already' } })
    await shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${bought.token}`)
    expect(await mail(token)).toMatchObject({ status: 404 })
    const next = await share([2])
    await shop.run(
      sql`update reservation_payments set amount = 0 where reservation_id = ${bought.reservationId}::uuid`,
    )
    expect(await mail(next)).toEqual({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'share_token', rule: 'not_paid' }] },
    })
  })
})

test.each([
  [
    'given back',
    () =>
      requestRefund(shop.deps, {
        siteKey: 'demo',
        reservationNumber: bought.number,
        tickets: [2],
        reason: 'it rains',
        evenAccepted: false,
      }),
  ],
  ['over', async () => shop.clock.set('2026-12-01T23:00:00+09:00')],
])('what waits for the mail server is not sent once the visit is %s', async (what, happens) => {
  const email = `${what.replace(' ', '-')}@example.com`
  expect((await mail(await share([2]), { email })).status).toBe(200)
  await happens()
  await sendQueued()
  shop.clock.set('2026-11-25T10:00:00+09:00')
  expect(await mailbox.mailsTo(email)).toEqual([])
  expect(await rows()).toEqual([{ email: null, giver_name: null, message: null }])
})

test('S-10.06: a visit that is over mails nobody', async () => {
  const token = await share([2])
  shop.clock.set('2026-12-01T23:00:00+09:00')
  expect(await mail(token)).toEqual({ status: 404, body: { error: 'record not found' } })
  expect(await rows()).toEqual([])
  shop.clock.set('2026-11-25T10:00:00+09:00')
  expect((await mail(token)).status).toBe(200)
})

describe('its bounds', () => {
  test.each([
    ['of one reservation', 50, (n: number) => `n${n}@example.com`, 'reservation'],
    ['to one mailbox', 6, () => 'one@example.com', 'recipient'],
  ])('a day has one as well: %s', async (_, most, address, by) => {
    const token = await share([2])
    for (let sent = 0; sent < most; sent += 1) {
      expect((await mail(token, { email: address(sent) })).status).toBe(200)
      await shop.run(sql`update share_mails set created_at = now() - interval '2 hours'`)
    }
    const { status, body } = await mail(token, { email: address(most) })
    expect([status, body['fields']]).toEqual([429, [{ field: 'email', rule: `too_many_mails_of_${by}` }]])
    expect(Number(body['retry_after'])).toBeGreaterThan(20 * 3600)
    await shop.run(sql`update share_mails set created_at = now() - interval '25 hours'`)
    expect((await mail(token, { email: address(most) })).status).toBe(200)
  })

  test('three an hour to one mailbox, whoever sends them and however the address is written', async () => {
    for (const email of ['one@gmail.com', 'O.ne+x@gmail.com', 'one@googlemail.com']) {
      await shop.resetStock()
      expect((await mail(await share([2], (await shop.buy(2)).token), { email })).status).toBe(200)
    }
    const { status, body } = await mail(await share([2]), { email: 'ONE@gmail.com' })
    expect([status, body]).toMatchObject([
      429,
      { error: 'too many mails', fields: [{ field: 'email', rule: 'too_many_mails_of_recipient' }] },
    ])
    await shop.run(sql`update share_mails set created_at = now() - interval '61 minutes'`)
    expect((await mail(await share([1]), { email: 'one@gmail.com' })).status).toBe(200)
  })

  test('ten an hour of one reservation, however often its tickets are taken back', async () => {
    const token = await share([2])
    for (let count = 0; count < 10; count += 1)
      expect((await mail(token, { email: `n${count}@example.com` })).status).toBe(200)
    await shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${bought.token}`)
    expect(await mail(await share([1]), { email: 'n10@example.com' })).toMatchObject({
      status: 429,
      body: { fields: [{ field: 'email', rule: 'too_many_mails_of_reservation' }] },
    })
  })

  test('of many at once no more than those', async () => {
    const tokens: string[] = []
    for (let count = 0; count < 6; count += 1) {
      await shop.resetStock()
      tokens.push(await share([1], (await shop.buy(2)).token))
    }
    const answers = await Promise.all(tokens.map(token => mail(token, { email: 'crowd@example.com' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('counts are deleted after a day, and what could not be sent after two weeks', async () => {
    await mail(await share([2]))
    await sendQueued()
    await mail(await share([1]), { email: 'other@example.com' })
    await shop.run(sql`update share_mails set created_at = now() - interval '25 hours'`)
    expect(await sweepShareMails(shop.deps)).toBe(1)
    await shop.run(sql`update share_mails set created_at = now() - interval '15 days'`)
    expect(await sweepShareMails(shop.deps)).toBe(1)
  })
})
