import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import type { Bought } from '../../test/shop/stripe.ts'
import { type Mailbox, startMailbox } from '../../test/mailbox.ts'
import { insertRefundRequest } from '../payments/saga/refund-requests.ts'
import { sendChangeMail } from './send-change-mail.ts'
import { sendCompletionMail, sendCorrectedTickets, sendTicketsAgain } from './send-completion-mail.ts'
import type { MailDeps } from './send-letter.ts'
import { sendRefundMail } from './send-refund-mail.ts'
import { createFirstTry } from './smtp-first-try.ts'
import { readHouses } from './houses.ts'
import { createMailer } from './mailer.ts'

/** The mail server refuses it for good. */
const REFUSED = 'bounce@invalid.test'
const CODE = 'invalid email address in time change'

let mailbox: Mailbox
let shop: OtherDaysShop
let mails: MailDeps
/** Whether the mail server is tried while the buyer waits. */
let isTried = true

beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await createShop({
    otherDays: true,
    replace: deps => {
      const firstTry = createFirstTry({ ...deps, env: { ...deps.env, smtpUrl: mailbox.smtpUrl } })
      return {
        firstTry: { ...firstTry, sendTickets: async job => (isTried ? firstTry.sendTickets(job) : 'later') },
      }
    },
  })
  mails = {
    ...shop.deps,
    mailer: createMailer(mailbox.smtpUrl),
    houses: readHouses(shop.deps.sites),
  }
})

beforeEach(async () => {
  await shop.resetStock()
  isTried = true
})

afterEach(() => shop.compareBooks())

afterAll(async () => {
  mails.mailer.close()
  shop.deps.firstTry.close()
  await shop.close()
  await mailbox.close()
})

/** A visit that was bought with an address, before any mail went there. */
async function buyWith(email: string): Promise<Bought> {
  const visit = await shop.buy(1)
  await setAddress(visit.orderId, email)
  return visit
}

const setAddress = (orderId: string, email: string) =>
  shop.run(sql`
    update orders set customer_info = ${JSON.stringify([
      { key: 'fullname', value: '灯 花' },
      { key: 'email', value: email },
    ])}::jsonb, email = lower(${email}) where id = ${orderId}::uuid`)

/** A visit whose completion mail was refused. */
async function refusedVisit(): Promise<Bought> {
  const visit = await buyWith(REFUSED)
  await sendCompletionMail(mails, { name: 'send-completion-mail', reservationId: visit.reservationId })
  return visit
}

const correct = (token: string, email: string, more = {}) =>
  shop.call('PUT', `/api/v1/reservations/${token}/email`, { email, ...more })

async function isMarked(orderId: string): Promise<boolean> {
  const row = await shop.db.read(read =>
    read.selectFrom('orders').select('email_refused_at').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  return row.email_refused_at !== null
}

const answersOf = async (orderId: string) =>
  shop.db.read(read =>
    read
      .selectFrom('orders')
      .select(['customer_info as answers', 'email'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )

const mailsTo = (address: string) => mailbox.mailsTo(address)

let addresses = 0
function freshAddress(): string {
  addresses += 1
  return `hana${addresses}@example.com`
}

describe('a mail about a reservation that is refused for good (S-6.03, S-11.18)', () => {
  test.each(['completion', 'again', 'corrected', 'refund'] as const)('%s marks the address', async kind => {
    const { orderId, reservationId } = await buyWith(REFUSED)
    const mailing = randomUUID()
    switch (kind) {
      case 'completion':
        await sendCompletionMail(mails, { name: 'send-completion-mail', reservationId })
        break
      case 'again':
        await sendTicketsAgain(mails, { name: 'send-tickets-again', reservationId, mailing, lang: 'th' })
        break
      case 'corrected':
        await sendCorrectedTickets(mails, { name: 'send-corrected-tickets', reservationId, mailing })
        break
      case 'refund': {
        const amount = { purpose: 'difference', ticketNumbers: [], amount: 100, reason: 'test' } as const
        const request = { id: mailing, siteKey: 'demo', reservationId, ...amount }
        await shop.db.transaction(tx => insertRefundRequest(tx, request))
        await sendRefundMail(mails, { name: 'send-refund-mail', requestId: mailing })
        await shop.run(sql`delete from refund_requests where id = ${mailing}::uuid`)
      }
    }
    expect(await isMarked(orderId)).toBe(true)
  })

  test('the mail of a change marks the order of the change', async () => {
    const { orderId, token } = await buyWith(REFUSED)
    await shop.move(token, shop.same.span)
    const { id } = await shop.db.read(read =>
      read
        .selectFrom('orders')
        .select('id')
        .where('moves_from', '=', orderId)
        .where('status', '=', 'completed')
        .executeTakeFirstOrThrow(),
    )
    await sendChangeMail(mails, { name: 'send-change-mail', orderId: id })
    expect([await isMarked(orderId), await isMarked(id)]).toEqual([false, true])
  })

  test('a mail that is taken marks nothing', async () => {
    const { orderId, reservationId } = await buyWith(freshAddress())
    await sendCompletionMail(mails, { name: 'send-completion-mail', reservationId })
    expect(await isMarked(orderId)).toBe(false)
  })
})

describe('E-16 PUT reservations/{token}/email', () => {
  test('S-11.18, R-8.71: a change is refused before any charge, and goes through once the address is corrected', async () => {
    const address = freshAddress()
    const visit = await refusedVisit()
    const change = await shop.changeToken(visit.token, shop.dear.span)
    expect(await shop.agree(change, '1112')).toEqual({ status: 400, body: { error: CODE } })
    const orders = await shop.db.read(read =>
      read.selectFrom('orders').select(['id', 'status']).where('moves_from', '=', visit.orderId).execute(),
    )
    const [{ id, status } = { id: '', status: '' }] = orders
    expect(status).toBe('ready_checkout')
    expect(await shop.attemptsOf({ id })).toEqual([])

    const answer = await correct(visit.token, address, { timechange_token: change })
    expect(answer).toEqual({ status: 200, body: { mail_sent: true } })
    expect(await mailsTo(address)).toMatchObject([{ text: expect.stringContaining(visit.number) }])
    const stored = {
      answers: [
        { key: 'fullname', value: '灯 花' },
        { key: 'email', value: address },
      ],
      email: address,
    }
    expect([await answersOf(visit.orderId), await answersOf(id)]).toEqual([stored, stored])

    const paid = await shop.agree(change, '1112')
    expect(paid.body).toMatchObject({ result: 'completed' })
    await sendChangeMail(mails, { name: 'send-change-mail', orderId: id })
    expect(await mailsTo(address)).toHaveLength(2)
  })

  test('a change that costs nothing is refused as well', async () => {
    const { token } = await refusedVisit()
    const change = await shop.changeToken(token, shop.same.span)
    expect((await shop.agree(change)).body).toEqual({ error: CODE })
  })

  test('S-6.03: a new address that is refused as well is told at once, and can be corrected again', async () => {
    const { orderId, token } = await refusedVisit()
    expect(await correct(token, 'bounce2@refuse.invalid')).toEqual({ status: 400, body: { error: CODE } })
    expect(await isMarked(orderId)).toBe(true)
    expect((await answersOf(orderId)).email).toBe('bounce2@refuse.invalid')
    expect((await correct(token, freshAddress())).status).toBe(200)
    expect(await isMarked(orderId)).toBe(false)
  })

  test('S-11.18: an address that nobody has refused stays', async () => {
    const address = freshAddress()
    const { orderId, token } = await buyWith(address)
    const refused = {
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'email', rule: 'not_refused' }] },
    }
    expect(await correct(token, 'thief@example.com')).toEqual(refused)
    const another = await refusedVisit()
    expect((await correct(another.token, freshAddress())).status).toBe(200)
    expect(await correct(another.token, 'thief@example.com')).toEqual(refused)
    expect((await answersOf(orderId)).email).toBe(address)
    expect(await mailsTo('thief@example.com')).toEqual([])
  })

  test('a mail to the former address that is refused late marks nothing', async () => {
    const { orderId, reservationId, token } = await refusedVisit()
    let isCorrected = false
    const late: MailDeps = {
      ...mails,
      mailer: {
        ...mails.mailer,
        send: async () => {
          isCorrected = (await correct(token, freshAddress())).status === 200
          return 'refused'
        },
      },
    }
    await sendCompletionMail(late, { name: 'send-completion-mail', reservationId })
    expect([isCorrected, await isMarked(orderId)]).toEqual([true, false])
  })

  test.each([
    ['ＨＡＮＡ．Ｗｉｄｅ＠example.com', 'HANA.Wide@example.com', 'hana.wide@example.com'],
    ['  hana.blank@example.com ', 'hana.blank@example.com', 'hana.blank@example.com'],
  ])('D-27: %s is stored as %s', async (typed, answer, email) => {
    const { orderId, token } = await refusedVisit()
    expect((await correct(token, typed)).status).toBe(200)
    const stored = await answersOf(orderId)
    expect(stored.email).toBe(email)
    expect(stored.answers).toContainEqual({ key: 'email', value: answer })
  })

  test.each(['', 'hana', 'hana@', 'a@b@c.example', 'hana@example.com\n<x>'])(
    'R-5.23: %j is not an address, and changes nothing',
    async typed => {
      const { orderId, token } = await refusedVisit()
      const { status, body } = await correct(token, typed)
      expect([status, body['error']]).toEqual([400, 'invalid_request'])
      expect([await isMarked(orderId), (await answersOf(orderId)).email]).toEqual([true, REFUSED])
    },
  )

  test('its mails are counted with those that are asked for: three an hour', async () => {
    const { orderId, token } = await refusedVisit()
    await shop.call('POST', `/api/v1/reservationmails/${token}`, { lang: 'ja' })
    for (const address of ['bounce3@refuse.invalid', 'bounce4@refuse.invalid'])
      expect((await correct(token, address)).body).toEqual({ error: CODE })
    expect(await correct(token, 'thief@example.com')).toEqual({
      status: 429,
      body: { error: 'too many mails', retry_after: expect.any(Number) },
    })
    expect((await answersOf(orderId)).email).toBe('bounce4@refuse.invalid')
  })

  test('of ten at once one is stored, and one mail goes out', async () => {
    const { orderId, token } = await refusedVisit()
    const asked = Array.from({ length: 10 }, freshAddress)
    const answers = await Promise.all(asked.map(address => correct(token, address)))
    const right = answers.flatMap(({ status }, index) => (status === 200 ? [asked[index]!] : []))
    expect(right).toHaveLength(1)
    expect((await answersOf(orderId)).email).toBe(right[0])
    const sent = await Promise.all(asked.map(mailsTo))
    expect(sent.flat()).toHaveLength(1)
  })

  test('S-6.04: what could not be sent at once waits in the queue; what was sent does not', async () => {
    isTried = false
    const waiting = await refusedVisit()
    expect((await correct(waiting.token, freshAddress())).body).toEqual({ mail_sent: true })
    isTried = true
    const sent = await refusedVisit()
    expect((await correct(sent.token, freshAddress())).body).toEqual({ mail_sent: true })
    const queued = (await shop.queued()).flatMap(job =>
      job.name === 'send-corrected-tickets' ? [job.reservationId] : [],
    )
    expect(queued).toContain(waiting.reservationId)
    expect(queued).not.toContain(sent.reservationId)
  })

  test('S-8.03, S-8.07, S-15.01: other tokens, other sites, former tokens and changes of others', async () => {
    const unknown = { status: 404, body: { error: 'record not found' } }
    const visit = await refusedVisit()
    const other = await shop.buy(1)
    const change = await shop.changeToken(other.token, shop.same.span)
    const order = shop.deps.tokens.derive('order', visit.orderId)
    for (const wrong of [order, visit.number, 'rsv_', change])
      expect(await correct(wrong, 'thief@example.com')).toEqual(unknown)
    for (const timechange_token of [change, 'tch_', visit.token])
      expect(await correct(visit.token, 'thief@example.com', { timechange_token })).toEqual(unknown)
    const elsewhere = await shop.app.inject({
      method: 'PUT',
      url: `/api/v1/reservations/${visit.token}/email`,
      headers: { host: 'cancanfactory.localhost' },
      payload: { email: 'thief@example.com' },
    })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([404, unknown.body])
    const moved = await shop.buy(1)
    await shop.move(moved.token, shop.same.span)
    expect(await correct(moved.token, 'thief@example.com')).toEqual({
      status: 410,
      body: { error: 'reservation url changed' },
    })
    expect(await mailsTo('thief@example.com')).toEqual([])
  })

  test.each([
    {},
    { email: 1 },
    { email: 'a@example.com', more: 1 },
    { email: `${'a'.repeat(320)}@example.com` },
  ])('a body of another form is refused: %j', async body => {
    const { token } = await refusedVisit()
    const { status, body: answer } = await shop.call('PUT', `/api/v1/reservations/${token}/email`, body)
    expect([status, answer['error']]).toEqual([400, 'invalid_request'])
  })
})
