import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import type { Bought } from '../../test/shop/stripe.ts'
import { type Mailbox, startMailbox } from '../../test/mailbox.ts'
import { TEST_TODAY } from '../../test/test-today.ts'
import { buyerColumns, buyerOf } from '../orders/buyers/buyer.ts'
import { subscribeBuyers, subscriberOf } from '../orders/magazines/subscribe-buyer.ts'
import type { JobOf } from '../platform/jobs/jobs.ts'
import { remind, thank } from '../tickets/remind.ts'
import { revokeTickets } from '../tickets/revoke.ts'
import type { MailDeps } from './send-letter.ts'
import { sendReminderMail } from './send-reminder-mail.ts'
import { sendThanksMail } from './send-thanks-mail.ts'
import { readHouses } from './houses.ts'
import { createMailer } from './mailer.ts'

let mailbox: Mailbox
let shop: OtherDaysShop
let mails: MailDeps

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
  shop.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
  await shop.set('Reminder_Mail', 'true')
})

afterEach(async () => {
  await shop.run(sql`delete from settings where site_key = 'demo' and key = 'Reminder_Mail'`)
  await shop.run(sql`update reservations set reminded_order_id = order_id`)
})

afterAll(async () => {
  mails.mailer.close()
  await shop.close()
  await mailbox.close()
})

/** Two days before the visit of 2026-12-01. */
const DUE = '2026-11-29T10:00:00+09:00'

/** A visit on 2026-12-01, bought long before. */
async function buyBefore(
  email = 'hana@example.com',
  boughtAt = '2026-11-21T12:00:00+09:00',
): Promise<Bought> {
  const visit = await shop.buy(1)
  const { customer_info: answers, email: address } = buyerColumns([{ key: 'email', value: email }])
  await shop.run(sql`
    update orders set completed_at = ${boughtAt}::timestamptz, customer_info = ${answers}::jsonb, email = ${address}
     where id = ${visit.orderId}::uuid`)
  return visit
}

/** The reminders that a pass at a moment queues. */
async function remindAt(moment: string): Promise<ReadonlyArray<JobOf<'send-reminder-mail'>>> {
  shop.clock.set(moment)
  const before = new Set((await shop.queued()).map(job => JSON.stringify(job)))
  await remind(shop.deps)
  const after = await shop.queued()
  return after.flatMap(job =>
    job.name === 'send-reminder-mail' && !before.has(JSON.stringify(job)) ? [job] : [],
  )
}

const reminderOf = ({ reservationId, orderId }: Bought) => ({
  name: 'send-reminder-mail',
  reservationId,
  orderId,
})

describe('the mail two days before a visit', () => {
  test('goes out from ten in the morning in Japan until the evening, once a visit', async () => {
    const visit = await buyBefore()
    expect(await remindAt('2026-11-29T09:59:59+09:00')).toEqual([])
    expect(await remindAt('2026-11-28T12:00:00+09:00')).toEqual([])
    expect(await remindAt('2026-11-30T12:00:00+09:00')).toEqual([])
    expect(await remindAt('2026-11-29T20:00:00+09:00')).toEqual([])
    expect(await remindAt(DUE)).toEqual([reminderOf(visit)])
    expect(await remindAt('2026-11-29T10:05:00+09:00')).toEqual([])
  })

  test.each([undefined, 'false', 'TRUE', '1'])('is off where the setting is %j', async value => {
    await shop.run(sql`delete from settings where site_key = 'demo' and key = 'Reminder_Mail'`)
    if (value !== undefined) await shop.set('Reminder_Mail', value)
    await buyBefore()
    expect(await remindAt(DUE)).toEqual([])
  })

  test('several servers at once queue one mail a visit', async () => {
    const visits = [await buyBefore(), await buyBefore(), await buyBefore()]
    shop.clock.set(DUE)
    const counts = await Promise.all(Array.from({ length: 5 }, () => remind(shop.deps)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const queued = await shop.queued()
    for (const visit of visits)
      expect(queued.filter(job => JSON.stringify(job) === JSON.stringify(reminderOf(visit)))).toHaveLength(1)
  })

  test('a pass that dies before its commit has marked nothing: the next one queues the mail', async () => {
    const visit = await buyBefore()
    shop.clock.set(DUE)
    const dying = { ...shop.deps.jobs, enqueue: () => Promise.reject(new Error('the process has ended')) }
    await expect(remind({ ...shop.deps, jobs: dying })).rejects.toThrow('the process has ended')
    expect(await remindAt(DUE)).toEqual([reminderOf(visit)])
  })

  test('what is bought on the day of the reminder has just been told', async () => {
    await buyBefore('late@example.com', DUE)
    expect(await remindAt('2026-11-29T12:00:00+09:00')).toEqual([])
  })

  test('a moved visit gets it for its new day, and no longer for the old one', async () => {
    const visit = await buyBefore()
    await shop.move(visit.token, shop.same.span)
    await shop.run(sql`
      update orders set completed_at = '2026-11-22T12:00:00+09:00' where moves_from = ${visit.orderId}::uuid`)
    expect(await remindAt(DUE)).toEqual([])
    expect(await remindAt('2026-11-30T10:00:00+09:00')).toMatchObject([
      { reservationId: visit.reservationId },
    ])
  })

  test('moved after its reminder, it gets another one for the new day', async () => {
    const visit = await buyBefore()
    expect(await remindAt(DUE)).toHaveLength(1)
    shop.clock.set('2026-11-29T11:00:00+09:00')
    await shop.move(visit.token, shop.same.span)
    await shop.run(sql`
      update orders set completed_at = '2026-11-29T11:00:00+09:00' where moves_from = ${visit.orderId}::uuid`)
    expect(await remindAt('2026-11-30T10:00:00+09:00')).toMatchObject([
      { reservationId: visit.reservationId },
    ])
  })

  test('cancelled and used ones get none, also when that happens after the mail was queued', async () => {
    const [cancelled, used, later] = [
      await buyBefore(),
      await buyBefore(),
      await buyBefore('later@example.com'),
    ]
    await shop.db.transaction(tx =>
      revokeTickets(tx, { reservationId: cancelled.reservationId, numbers: [1] }),
    )
    await shop.run(sql`
      update reservations set status = 'cancelled' where id = ${cancelled.reservationId}::uuid`)
    await shop.run(sql`
      update tickets set used_at = now() where reservation_id = ${used.reservationId}::uuid and id = 1`)
    const [job, ...more] = await remindAt(DUE)
    expect([job, more]).toEqual([reminderOf(later), []])
    await shop.run(sql`
      update tickets set used_at = now() where reservation_id = ${later.reservationId}::uuid and id = 1`)
    await sendReminderMail(mails, job!)
    expect(await mailbox.mailsTo('later@example.com')).toEqual([])
  })

  test.each(['refund', 'move'] as const)(
    'a visit that its house has cancelled gets none, whatever becomes of it (%s), also when its mail is queued already',
    async way => {
      const [before, queued] = [await buyBefore(), await buyBefore(`off-${way}@example.com`)]
      const { rows } = await shop.db.transaction(tx =>
        sql<{ id: number }>`
          insert into visit_cancellations (site_key, span_ids, from_date, to_date, way, moves_until, reason, staff, created_at)
          values ('demo', ${[shop.catalogue.spans[0]]}::integer[], '2026-12-01', '2026-12-01', ${way},
                  ${way === 'move' ? '2027-01-31' : null}::timestamptz, 'typhoon', 'aki', now()) returning id`.execute(
          tx,
        ),
      )
      const callOff = (visit: Bought) =>
        shop.run(sql`
          insert into visit_cancellation_items (id, cancellation_id, site_key, reservation_id, order_id, state, code, letter, check_at)
          values (gen_random_uuid(), ${rows[0]?.id}, 'demo', ${visit.reservationId}::uuid, ${visit.orderId}::uuid,
                  'needs_person', 'a coupon has ended', 'contact', now())`)
      await callOff(before)
      const [job, ...more] = await remindAt(DUE)
      expect([job, more]).toEqual([reminderOf(queued), []])
      await callOff(queued)
      await sendReminderMail(mails, job!)
      expect(await mailbox.mailsTo(`off-${way}@example.com`)).toEqual([])
    },
  )

  test('says when and where, with the tickets, the change and the inquiry; not once the visit has begun', async () => {
    const visit = await buyBefore('reminded@example.com')
    const [job] = await remindAt(DUE)
    await sendReminderMail(mails, job!)
    const [mail] = await mailbox.mailsTo('reminded@example.com')
    for (const part of [
      visit.number,
      '2026年12月1日（火）',
      `/tickets/${visit.token}`,
      `/to/tickets/changedate/${visit.token}`,
      '/to/reservation-inquiry',
    ]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    shop.clock.set('2026-12-01T10:00:00+09:00')
    await sendReminderMail(mails, job!)
    expect(await mailbox.mailsTo('reminded@example.com')).toHaveLength(1)
  })

  test('S-11.14: after the deadline of changes it has no address of one', async () => {
    const visit = await buyBefore('fixed@example.com')
    await shop.set('Time_Change_Deadline_Minutes', String(3 * 24 * 60))
    const [job] = await remindAt(DUE)
    await sendReminderMail(mails, job!)
    await shop.run(sql`delete from settings where site_key = 'demo' and key = 'Time_Change_Deadline_Minutes'`)
    const [mail] = await mailbox.mailsTo('fixed@example.com')
    expect(mail?.text).toContain(visit.number)
    expect(mail?.text).not.toContain('changedate')
  })
})

describe('the mail the day after a visit', () => {
  /** The day after the visit of 2026-12-01. */
  const AFTER = '2026-12-02T10:00:00+09:00'

  beforeEach(() => shop.set('Thanks_Mail', 'true'))
  afterEach(() => shop.run(sql`delete from settings where site_key = 'demo' and key = 'Thanks_Mail'`))

  /** A visit whose buyer gets magazines. */
  async function buyAsReader(
    email: string,
    magazine: 'mail_magazine' | 'teamlab_mail_magazine' = 'mail_magazine',
  ): Promise<Bought> {
    const visit = await buyBefore(email)
    const buyer = buyerOf([
      { key: 'email', value: email },
      { key: magazine, value: 'true' },
    ])
    const reader = subscriberOf(shop.deps.tokens, { id: visit.orderId, siteKey: 'demo', buyer })!
    await shop.run(sql`with ${subscribeBuyers([reader], sql`select ${visit.orderId}::uuid`)} select`)
    return visit
  }

  const enter = ({ reservationId }: Bought) =>
    shop.run(sql`update tickets set used_at = now() where reservation_id = ${reservationId}::uuid and id = 1`)

  async function thankAt(moment: string): Promise<ReadonlyArray<JobOf<'send-thanks-mail'>>> {
    shop.clock.set(moment)
    const count = await thank(shop.deps)
    const jobs = (await shop.queued()).flatMap(job => (job.name === 'send-thanks-mail' ? [job] : []))
    return jobs.slice(jobs.length - count)
  }

  test('goes out once, from ten in the morning of the next day, where the site asks for it', async () => {
    const visit = await buyAsReader('came@example.com')
    await enter(visit)
    await shop.set('Thanks_Mail', 'false')
    expect(await thankAt(AFTER)).toEqual([])
    await shop.set('Thanks_Mail', 'true')
    expect(await thankAt('2026-12-02T09:59:59+09:00')).toEqual([])
    expect(await thankAt('2026-12-01T19:00:00+09:00')).toEqual([])
    expect(await thankAt('2026-12-03T10:00:00+09:00')).toEqual([])
    expect(await thankAt(AFTER)).toEqual([{ name: 'send-thanks-mail', reservationId: visit.reservationId }])
    expect(await thankAt('2026-12-02T10:05:00+09:00')).toEqual([])
  })

  /** Visits whose buyers are not thanked, each for one reason. */
  const UNTHANKED: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    ['did not come', () => buyAsReader('absent@example.com')],
    ['takes no news', async () => enter(await buyBefore('no-reader@example.com'))],
    ['takes other news', async () => enter(await buyAsReader('other@example.com', 'teamlab_mail_magazine'))],
    [
      'gave the ticket on',
      async () => {
        const visit = await buyAsReader('giver@example.com')
        await enter(visit)
        await shop.run(sql`
          with given as (
            insert into shares (id, site_key, reservation_id, token_hash, created_at)
            values (gen_random_uuid(), 'demo', ${visit.reservationId}::uuid, sha256('given'), now()) returning id
          )
          update tickets set share_id = given.id, handed_on_at = now() from given
           where reservation_id = ${visit.reservationId}::uuid`)
      },
    ],
    [
      'gave the visit back',
      async () => {
        const visit = await buyAsReader('cancelled@example.com')
        await enter(visit)
        await shop.run(sql`
          update reservations set status = 'cancelled' where id = ${visit.reservationId}::uuid`)
      },
    ],
  ]

  test.each(UNTHANKED)('does not go to a buyer who %s', async (_who, visit) => {
    await visit()
    expect(await thankAt(AFTER)).toEqual([])
  })

  test('says the day, the line of the house and how to end such mails; nothing to who has ended them since', async () => {
    const visit = await buyAsReader('thanked@example.com')
    await enter(visit)
    const [job] = await thankAt(AFTER)
    await sendThanksMail(mails, job!)
    const [mail] = await mailbox.mailsTo('thanked@example.com')
    for (const part of ['2026年12月1日（火）', 'またお会いできる日を', '/mail-release/']) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(mail?.text).not.toContain('2026年12月1日（火）10')
    await shop.run(sql`
      update magazine_subscriptions set is_subscribed = false
       where reader_id = (select id from magazine_readers where email = 'thanked@example.com')`)
    await sendThanksMail(mails, job!)
    expect(await mailbox.mailsTo('thanked@example.com')).toHaveLength(1)
  })
})
