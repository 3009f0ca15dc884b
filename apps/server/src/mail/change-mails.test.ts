import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import type { Bought } from '../../test/shop/stripe.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../../test/mailbox.ts'
import { sendChangeMail } from './send-change-mail.ts'
import { sendCompletionMail } from './send-completion-mail.ts'
import type { MailDeps } from './send-letter.ts'
import { sendRefundMail } from './send-refund-mail.ts'
import { readHouses } from './houses.ts'
import { createMailer } from './mailer.ts'

const ADDRESS = 'hana@example.com'

let mailbox: Mailbox
let shop: OtherDaysShop
let mails: MailDeps
let visit: Bought

beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await createShop({ otherDays: true })
  mails = {
    ...shop.deps,
    mailer: createMailer(mailbox.smtpUrl),
    houses: readHouses(shop.deps.sites),
  }
})

beforeEach(async () => {
  await shop.resetStock()
  visit = await shop.buy(2)
  await shop.run(sql`
    update orders set customer_info = ${JSON.stringify([{ key: 'email', value: ADDRESS }])}::jsonb
     where id = ${visit.orderId}::uuid`)
})

afterAll(async () => {
  mails.mailer.close()
  await shop.close()
  await mailbox.close()
})

async function newest(): Promise<ReceivedMail> {
  const [mail] = await mailbox.mailsTo(ADDRESS)
  if (mail === undefined) throw new Error('there is no mail')
  return mail
}

/** Sends the mail of the newest change of the visit, which waits in the queue. */
async function sendChange(): Promise<void> {
  const { order_id: orderId } = await shop.db.read(read =>
    read
      .selectFrom('reservations')
      .select('order_id')
      .where('id', '=', visit.reservationId)
      .executeTakeFirstOrThrow(),
  )
  const job = { name: 'send-change-mail', orderId } as const
  expect(await shop.queued()).toContainEqual(job)
  await sendChangeMail(mails, job)
}

test('S-6.02: the completion mail says until when the visit may be moved, where, and how lost tickets are found', async () => {
  await sendCompletionMail(mails, { name: 'send-completion-mail', reservationId: visit.reservationId })
  const { text, html } = await newest()
  expect(text).toContain('ご来場の日時は、2026年12月1日（火） 10:00まで変更できます。')
  for (const link of [`/to/tickets/changedate/${visit.token}`, '/to/reservation-inquiry']) {
    expect(text).toContain(`http://localhost:3000${link}`)
    expect(html).toContain(`href="http://localhost:3000${link}"`)
  }
})

test('S-6.02: the mail of a change has the address of the next one, with the new token', async () => {
  const token = await shop.move(visit.token, shop.dear.span)
  await sendChange()
  const { text } = await newest()
  expect(text).toContain(`/to/tickets/changedate/${token}`)
  expect(text).toContain('2026年12月3日（木） 10:00まで変更できます')
  expect(text).not.toContain(visit.token)
})

test('S-6.02: a visit that was moved again before its mail is told of once, as it is now', async () => {
  const before = (await mailbox.mailsTo(ADDRESS)).length
  const token = await shop.move(await shop.move(visit.token, shop.dear.span), shop.same.span)
  const changes = await shop.db.read(read =>
    read.selectFrom('orders').select('id').where('replaces', '=', visit.reservationId).execute(),
  )
  expect(changes).toHaveLength(2)
  for (const { id } of changes) await sendChangeMail(mails, { name: 'send-change-mail', orderId: id })
  expect(await mailbox.mailsTo(ADDRESS)).toHaveLength(before + 1)
  expect((await newest()).text).toContain(`/tickets/${token}`)
})

test.each([
  ['S-11.14: the only change was made', 'Time_Change_Limit', '1'],
  ['S-11.14: the deadline has passed', 'Time_Change_Deadline_Minutes', String(60 * 24 * 60)],
])('no address of a change where %s', async (_, setting, value) => {
  const token = await shop.move(visit.token, shop.same.span)
  await shop.set(setting, value)
  await sendChange()
  await shop.run(sql`delete from settings where site_key = 'demo' and key = ${setting}`)
  const { text } = await newest()
  expect(text).toContain(`/tickets/${token}`)
  expect(text).not.toContain('changedate')
  expect(text).toContain('/to/reservation-inquiry')
})

test('S-11.11: a difference that goes back has its mail, with the amount and the new tickets, once', async () => {
  const token = await shop.move(visit.token, shop.cheap.span)
  const jobs = await shop.queued()
  const { id: requestId } = await shop.db.read(read =>
    read
      .selectFrom('refund_requests')
      .select('id')
      .where('reservation_id', '=', visit.reservationId)
      .executeTakeFirstOrThrow(),
  )
  const job = { name: 'send-refund-mail', requestId } as const
  expect(jobs.filter(one => JSON.stringify(one) === JSON.stringify(job))).toHaveLength(1)
  await sendRefundMail(mails, job)
  const { subject, text } = await newest()
  expect(subject).toContain('返金')
  for (const part of [visit.number, '400円', `/tickets/${token}`]) expect(text).toContain(part)
})
