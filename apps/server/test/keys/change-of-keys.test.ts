import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { choose, IS_WHOLE_PROOF, rounds } from '../../../../tools/test/proof-choice.ts'
import { countByKey, fingerprintOf } from '../../src/cli/verbs/count-by-key.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { sendCompletionMail } from '../../src/mail/send-completion-mail.ts'
import { sendConfirmationMail } from '../../src/mail/send-confirmation-mail.ts'
import { sendRefundMail } from '../../src/mail/send-refund-mail.ts'
import { readHouses } from '../../src/mail/houses.ts'
import { createMailer, type Mailer } from '../../src/mail/mailer.ts'
import { seal, unseal } from '../../src/platform/sealing.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import { addEndpoint, rotateSecret, SECRETS } from '../../src/platform/webhooks/endpoints.ts'
import { testEnv } from '../shop/test-env.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import type { BuyerOrder } from '../shop/all-methods.ts'
import { createShop, type MethodsShop } from '../shop/shop.ts'
import { findReservationOfOrder } from '../find-reservation-of-order.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { awayWith } from '../payment-methods/conformance-case.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import type { BrowserRequest } from '../payment-methods/visit-provider.ts'
import { isStep } from '../payment-methods/visitor.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'
import { byStaff } from '../../src/platform/staff/staff-verb.ts'

/** One method of each provider, or all; `npm run proof` has 500 orders beside their payments. */
const CHOSEN = choose(DRIVERS, ({ provider }) => String(provider))
const GENERATIONS = 3
const ORDERS_OF_A_GENERATION = rounds({ short: 1, whole: 42 })
const LONG_MS = IS_WHOLE_PROOF ? 3_600_000 : 120_000

let shop: MethodsShop
let ring: KeyRing
let mailbox: Mailbox
let mailer: Mailer

beforeAll(async () => {
  ring = createKeyRing()
  shop = await createShop({ payments: 'all', keys: ring })
  await shop.renew({ capacities: [5000] })
  await showFields(['email', 'fullname', 'mail_magazine'])
  mailbox = await startMailbox()
  mailer = createMailer(mailbox.smtpUrl)
})
afterAll(async () => {
  mailer.close()
  await mailbox.close()
  await shop.close()
})

async function showFields(names: readonly string[]): Promise<void> {
  const shown = { site_key: 'demo', is_display: true, is_require: false }
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').where('site_key', '=', 'demo').execute()
    const rows = names.map((field_name, position) => ({ ...shown, field_name, position }))
    await tx.insertInto('field_templates').values(rows).execute()
  })
}

const mailing = () => ({
  ...shop.deps,
  env: { ...shop.deps.env, smtpUrl: mailbox.smtpUrl },
  mailer,
  houses: readHouses(shop.deps.sites),
})

/** The links with this beginning in the newest mail to an address. */
async function mailedLink(address: string, beginning: string): Promise<string> {
  const [mail] = await mailbox.mailsTo(address)
  const [, token] = new RegExp(`${beginning}([\\w-]+)`).exec(mail?.text ?? '') ?? []
  if (token === undefined) throw new Error(`no ${beginning} in the mail to ${address}`)
  return token
}

/** An order in each state that a buyer can reach before paying, and one that is paid, all of one generation of the key. */
interface Lot {
  readonly temporary: BuyerOrder
  readonly mailed: BuyerOrder & { readonly address: string; readonly mailToken: string }
  readonly ready: BuyerOrder
  readonly bought: Bought
  readonly givenBack: Bought
}

interface Bought extends BuyerOrder {
  readonly address: string
  readonly reservationToken: string
  readonly paymentNumber: string
  readonly codes: readonly string[]
}

const GMO = DRIVERS.find(({ method }) => method === 'gmo')!

let drawn = 0
const newAddress = () => `buyer-${(drawn += 1)}@example.com`

async function sendForm({ token }: BuyerOrder, address: string): Promise<StoreAnswer> {
  return shop.call('POST', `/api/v1/ordermails/${token}`, {
    contents: [
      { key: 'email', value: address },
      { key: 'fullname', value: '灯 花' },
      { key: 'mail_magazine', value: 'true' },
    ],
  })
}

async function mailedOrder(quantity = 1): Promise<Lot['mailed']> {
  const order = await shop.orderToken(quantity)
  const address = newAddress()
  expect(await sendForm(order, address)).toMatchObject({ status: 200 })
  await sendConfirmationMail(mailing(), {
    name: 'send-confirmation-mail',
    orderId: order.id,
    generation: 1,
  })
  return { ...order, address, mailToken: await mailedLink(address, 'mail_token=') }
}

const confirmMail = (mailToken: string) => shop.call('GET', `/api/v1/ordermails/${mailToken}`)

async function ticketCodes(reservationToken: string): Promise<string[]> {
  const answer = await shop.app.inject({
    method: 'GET',
    url: `/api/v1/reservations/${reservationToken}/tickets`,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<Array<{ code: string }>>().map(({ code }) => code)
}

async function boughtOrder(driver: MethodDriver): Promise<Bought> {
  const order = await mailedOrder(2)
  expect(await confirmMail(order.mailToken)).toMatchObject({ status: 200 })
  const answer = await shop.buy(driver, order)
  expect(answer.body).toMatchObject({ result: 'completed' })
  const reservationToken = String(answer.body['reservation_token'])
  const paymentNumber = String(answer.body['payment_number'])
  return { ...order, reservationToken, paymentNumber, codes: await ticketCodes(reservationToken) }
}

async function makeLot(): Promise<Lot> {
  const ready = await mailedOrder()
  expect(await confirmMail(ready.mailToken)).toMatchObject({ body: { order_token: ready.token } })
  return {
    temporary: await shop.orderToken(),
    mailed: await mailedOrder(),
    ready,
    bought: await boughtOrder(GMO),
    givenBack: await boughtOrder(GMO),
  }
}

/** A payment whose visitor is away, or whose answer was lost. */
interface InFlight {
  readonly driver: MethodDriver
  readonly order: BuyerOrder
  readonly answer: StoreAnswer
  /** The request that will bring the browser back; undefined where it does not leave, or never comes back. */
  readonly back: BrowserRequest | undefined
}

async function begin(driver: MethodDriver, act: 'pay' | 'pay_no_return'): Promise<InFlight> {
  const order = await shop.orderFor(driver)
  const isAway = driver.leaves !== 'never'
  if (!isAway && driver.provider !== null) {
    const { provider } = driver
    const op = driver.ops.includes('confirm') ? 'confirm' : 'execute'
    await shop.providers.arm({ provider, op, mode: 'drop_after' })
    await shop.providers.arm({ provider, op: 'query', mode: 'drop_before', value: 3 })
  }
  const answer = await shop.checkout(driver, order, isAway ? awayWith(driver).conduct : 'paid')
  await shop.providers.disarm()
  expect([driver.method, answer]).toMatchObject([driver.method, { status: 200 }])
  return {
    driver,
    order,
    answer,
    back: isStep(answer) ? await shop.leave(driver, order.token, { answer, act }) : undefined,
  }
}

const reservationOf = async ({ id }: BuyerOrder) => {
  const found = await shop.db.read(read => findReservationOfOrder(read, id))
  if (found === undefined) throw new Error('the order has no reservation')
  return found
}

const refundMailOf = async (order: BuyerOrder) => {
  const { reservationId } = await reservationOf(order)
  const { id: requestId } = await shop.db.read(read =>
    read
      .selectFrom('refund_requests')
      .select('id')
      .where('reservation_id', '=', reservationId)
      .executeTakeFirstOrThrow(),
  )
  return { name: 'send-refund-mail', requestId } as const
}

/** Whether the code of every ticket is the one that the gate finds by its stored hash. */
async function expectKnownAtTheGate(codes: readonly string[]): Promise<void> {
  const known = await shop.db.read(tx =>
    tx.selectFrom('tickets').select('uid').where('code_hash', 'in', codes.map(hashToken)).execute(),
  )
  expect(known).toHaveLength(codes.length)
}

async function reservationTokenOf({ order, answer }: InFlight): Promise<string> {
  const again = await shop.call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: answer.body['payment_number'],
    payment_method_type: answer.body['payment_method_type'],
  })
  expect([order.id, again.body]).toMatchObject([order.id, { result: 'completed' }])
  return String(again.body['reservation_token'])
}

describe('the key is changed twice while orders are in every state and payments are under way', () => {
  const lots: Lot[] = []
  const flights: InFlight[] = []

  beforeAll(async () => {
    for (let generation = 1; generation <= GENERATIONS; generation += 1) {
      if (generation > 1) ring.change()
      for (let made = 0; made < ORDERS_OF_A_GENERATION; made += 1) lots.push(await makeLot())
      for (const driver of CHOSEN.filter(({ provider }) => provider !== null)) {
        const acts = driver.leaves === 'never' ? (['pay'] as const) : (['pay', 'pay_no_return'] as const)
        for (const act of acts) flights.push(await begin(driver, act))
      }
    }
  }, LONG_MS)

  test(
    'every link of before opens what it opened (S-1.02, S-15.01)',
    async () => {
      for (const { temporary, mailed, ready, bought } of lots) {
        for (const { token } of [temporary, mailed, ready])
          expect((await shop.call('GET', `/api/v1/orders/${token}`)).status).toBe(200)
        // The mail is sent again with the same link, and it leads to the token that the buyer has.
        await shop.db.transaction(tx =>
          tx.updateTable('orders').set({ mailed_generation: 0 }).where('id', '=', mailed.id).execute(),
        )
        const job = { name: 'send-confirmation-mail', orderId: mailed.id, generation: 1 } as const
        expect(await sendConfirmationMail(mailing(), job)).toBe('sent')
        expect(await mailedLink(mailed.address, 'mail_token=')).toBe(mailed.mailToken)
        expect(await confirmMail(mailed.mailToken)).toMatchObject({ body: { order_token: mailed.token } })
        expect((await shop.call('GET', `/api/v1/reservations/${bought.reservationToken}`)).status).toBe(200)
      }
    },
    LONG_MS,
  )

  test(
    'every ticket shows the code that the gate knows, and a repeated answer the same tokens (S-1.14, S-8.06)',
    async () => {
      for (const { bought } of lots) {
        expect(await ticketCodes(bought.reservationToken)).toEqual(bought.codes)
        const same = {
          result: 'completed',
          reservation_token: bought.reservationToken,
          payment_number: bought.paymentNumber,
        }
        expect((await shop.checkout(GMO, bought)).body).toMatchObject(same)
        expect((await shop.confirm(GMO, bought.paymentNumber)).body).toMatchObject(same)
      }
      await expectKnownAtTheGate(lots.flatMap(({ bought }) => bought.codes))
    },
    LONG_MS,
  )

  test(
    'mails that are sent again have the links of the first ones, that to end magazines too (S-6.02, S-6.05)',
    async () => {
      for (const { bought } of lots) {
        const { reservationId } = await reservationOf(bought)
        await sendCompletionMail(mailing(), { name: 'send-completion-mail', reservationId })
        expect(await mailedLink(bought.address, '[^o]/tickets/')).toBe(bought.reservationToken)
        const magazines = await mailedLink(bought.address, '/to/mail-release/')
        expect((await shop.call('GET', `/api/v1/mailmagazines/${magazines}`)).status).toBe(200)
      }
    },
    LONG_MS,
  )

  test(
    'a payment under way is answered with its own number, whoever asks again (S-1.13)',
    async () => {
      for (const { driver, order, answer, back } of flights) {
        if (back === undefined) continue
        const again = await shop.checkout(driver, order)
        expect([driver.method, again.body['payment_number']]).toEqual([
          driver.method,
          answer.body['payment_number'],
        ])
      }
    },
    LONG_MS,
  )

  test(
    'every payment ends right, however its visitor came back, and each of its tickets is known at the gate (S-1.08, S-7.06)',
    async () => {
      for (const { driver, back, order } of flights) {
        if (back === undefined) continue
        const { route, answer } = await shop.comeBack(driver, back)
        expect([driver.method, route]).not.toContain('/error')
        if (isStep(answer)) await shop.goOn(driver, order, { answer })
      }
      await shop.settle()
      const ended = flights.filter(({ driver, back }) => back !== undefined || driver.leaves === 'never')
      for (const flight of ended) {
        const reservationToken = await reservationTokenOf(flight)
        await expectKnownAtTheGate(await ticketCodes(reservationToken))
      }
      const lost = flights.filter(flight => !ended.includes(flight))
      for (const { driver, order } of lost.filter(one => one.driver.paidWithoutReturn === 'completed'))
        expect([driver.method, await shop.statusOf(order)]).toEqual([driver.method, 'completed'])
      await shop.compareBooks()
    },
    LONG_MS,
  )

  test(
    'money of a payment whose references an older key has sealed goes back, and its mail has the same link',
    async () => {
      for (const { givenBack } of lots) {
        await shop.refund(givenBack, [1])
      }
      await shop.settle()
      for (const { givenBack } of lots) {
        expect(await shop.refundsOf(givenBack)).toMatchObject([{ state: 'done' }])
        await sendRefundMail(mailing(), await refundMailOf(givenBack))
        expect(await mailedLink(givenBack.address, '[^o]/tickets/')).toBe(givenBack.reservationToken)
      }
      await shop.compareBooks()
    },
    LONG_MS,
  )

  test(
    'an order is paid although each of its steps was made with another key',
    async () => {
      const order = await mailedOrder()
      ring.change()
      const { body } = await confirmMail(order.mailToken)
      expect(body).toEqual({ order_token: order.token })
      ring.change()
      const failed = await shop.checkout(GMO, order, 'declined')
      expect(failed).toMatchObject({ status: 400, body: { order_token: order.token } })
      ring.change()
      expect((await shop.buy(GMO, order)).body).toMatchObject({ result: 'completed' })
    },
    LONG_MS,
  )
})

test.each(CHOSEN.filter(({ leaves }) => leaves === 'always').map(driver => [driver.method, driver] as const))(
  'a payment by %s comes back although the key was changed before its visitor left, and after',
  async (_, driver) => {
    const order = await shop.orderFor(driver)
    const answer = await shop.checkout(driver, order, awayWith(driver).conduct)
    ring.change()
    const back = await shop.leave(driver, order.token, { answer, act: 'pay' })
    ring.change()
    // Who scans a code stays on the page, which asks by its number.
    const came =
      back === undefined
        ? { answer: await shop.confirm(driver, answer.body['payment_number']) }
        : await shop.comeBack(driver, back)
    const last = isStep(came.answer) ? await shop.goOn(driver, order, came) : came.answer
    expect(last.body).toMatchObject({ result: 'completed' })
  },
)

const OPERATOR = { name: 'operator', role: 'owner', siteKeys: null } as const

describe('kippu keys', () => {
  const counts = async () =>
    Object.fromEntries(
      (await countByKey(byStaff(OPERATOR, { ...shop.deps, env: testEnv(ring.variables()) }), {})).map(key => [
        key.fingerprint ?? 'unknown',
        key,
      ]),
    )
  const present = () => fingerprintOf(ring.variables().SECRET_KEY)
  const NOTHING = {
    orders: 0,
    tickets: 0,
    reservations: 0,
    shares: 0,
    payments: 0,
    mails: 0,
    readers: 0,
    answers: 0,
    webhooks: 0,
  }

  async function keysCommand(...words: readonly string[]) {
    const out: string[] = []
    const open = () => ({ ...shop.deps, env: { ...shop.deps.env, ...testEnv(ring.variables()) } })
    const say = (text: string) => out.push(text)
    const code = await runCli(['keys', ...words], { open, out: say, err: say })
    return { code, text: out.join('\n') }
  }

  /** The newest and the one before, as messages are signed with them. */
  async function secretsOf(id: string) {
    const { secret, former_secret: former } = await shop.db.read(read =>
      read
        .selectFrom('webhook_endpoints')
        .select(['secret', 'former_secret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    return [secret, former].map(one => one && unseal(ring.tokens.seedsOf(SECRETS), id, one))
  }

  test('a key that nothing hangs on may go now', async () => {
    ring.change()
    ring.change()
    const [newest] = ring.variables().FORMER_SECRET_KEYS.split(',')
    expect((await counts())[fingerprintOf(newest!)]).toMatchObject({
      use: 'former',
      counts: NOTHING,
      until: null,
    })
  })

  test('tickets in other hands hang on the keys of their link and of their acceptance, which all go on working', async () => {
    const { reservationToken } = await boughtOrder(GMO)
    const of = `reservation_token=${reservationToken}`
    ring.change()
    const linkKey = present()
    const body = { reservation_token: reservationToken, ticket_ids: [2] }
    const link = String((await shop.call('POST', '/api/v1/shares', body)).body['share_token'])
    ring.change()
    const holderKey = present()
    const accept = async () =>
      (await shop.call('POST', `/api/v1/shareacceptances/${link}`, { acceptance_key: 'k'.repeat(22) })).body
    const accepted = await accept()
    ring.change()
    expect(await accept()).toEqual(accepted)
    expect((await shop.call('GET', `/api/v1/shares?${of}`)).body).toMatchObject([{ share_token: link }])
    await expectKnownAtTheGate(await ticketCodes(String(accepted['reservation_token'])))
    const found = await counts()
    expect([found[linkKey]?.counts.shares, found[holderKey]?.counts, found[holderKey]?.until]).toEqual([
      1,
      { ...NOTHING, shares: 1 },
      expect.any(Date),
    ])
    expect((await shop.call('DELETE', `/api/v1/shares/${link}?${of}`)).status).toBe(204)
    expect((await counts())[holderKey]).toMatchObject({ counts: NOTHING, until: null })
    // What came back has a code of the present key.
    ring.change()
  })

  test('an answer that is repeated, and the secret of a third party, hang on their key: a day, and until it is a new one', async () => {
    ring.change()
    const key = present()
    const idempotencyKey = 'a key of one request only'.replaceAll(' ', '-')
    const ask = () =>
      shop.app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        payload: {
          lang: 'ja',
          product_uuid: shop.catalogue.productUuid,
          time_span_id: shop.catalogue.spans[0],
          quantity: 1,
          option_values: [{ option_value_id: shop.catalogue.adult, quantity: 1 }],
        },
        headers: { 'idempotency-key': idempotencyKey },
      })
    const { statusCode, body } = await ask()
    const added = await addEndpoint(byStaff(OPERATOR, shop.deps), {
      siteKey: 'demo',
      url: 'https://accounting.example/',
      events: ['order.completed'],
    })
    ring.change()
    expect(await ask()).toMatchObject({ statusCode, body })
    expect((await counts())[key]).toMatchObject({
      counts: { ...NOTHING, orders: 1, answers: 1, webhooks: 1 },
    })
    await rotateSecret(byStaff(OPERATOR, shop.deps), { siteKey: 'demo', id: added.id })
    // The secret before signs too for a day, and lies under the former key.
    const rotated = await counts()
    expect([rotated[key]?.counts.webhooks, rotated[present()]?.counts.webhooks]).toEqual([1, 1])
    const before = await secretsOf(added.id)
    // While a sale that is about to tell of itself is not committed.
    await shop.db.transaction(async tx => {
      await sql`select from webhook_endpoints for key share`.execute(tx)
      expect(await keysCommand('--reseal')).toMatchObject({
        code: 0,
        text: expect.stringContaining('the secrets of 1 endpoints.'),
      })
    })
    const found = await counts()
    expect([found[key]?.counts, found[key]?.until]).toEqual([
      { ...NOTHING, orders: 1, answers: 1 },
      expect.any(Date),
    ])
    expect(found[present()]?.counts.webhooks).toBe(1)
    expect(await secretsOf(added.id)).toEqual(before)
    expect((await keysCommand('--reseal')).text).toContain('the secrets of 0 endpoints')
    // One that no known key opens is left as it is, for the day on which its key is found.
    const strange = seal([Buffer.alloc(32)], added.id, 'whsec_')
    await shop.db.transaction(tx =>
      tx.updateTable('webhook_endpoints').set({ secret: strange }).where('id', '=', added.id).execute(),
    )
    expect(await keysCommand('--reseal')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/No key opens those of 1 more[^]*Keys are missing:[^]*webhooks rotate/),
    })
    expect((await secretsOf(added.id))[0]).toBeUndefined()
    await shop.db.transaction(async tx => {
      await tx.deleteFrom('idempotency_keys').execute()
      await tx.deleteFrom('webhook_endpoints').execute()
    })
  })

  test('counts what hangs on each key, until its holds, visits and payments end', async () => {
    const temporary = await shop.orderToken()
    const bought = await boughtOrder(GMO)
    const key = present()
    ring.change()
    await shop.orderToken()
    const ends = '2126-01-02T03:04:05Z'
    await shop.db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set({ ends_at: new Date(ends) })
        .where('id', 'in', eb => eb.selectFrom('orders').select('time_span_id').where('id', '=', bought.id))
        .execute(),
    )
    const found = await counts()
    // The sealed references of the captured payment count, because its money may go back.
    expect(found[key]).toMatchObject({
      use: 'former',
      counts: { ...NOTHING, orders: 1, tickets: 2, reservations: 1, payments: 1, mails: 1, readers: 1 },
      until: new Date(ends),
    })
    expect(found[present()]).toMatchObject({ use: 'present', counts: { ...NOTHING, orders: 1 } })

    await shop.endHold(temporary.id)
    const { reservationId } = await reservationOf(bought)
    await shop.db.transaction(tx =>
      tx
        .updateTable('tickets')
        .set({ used_at: new Date() })
        .where('reservation_id', '=', reservationId)
        .execute(),
    )
    expect((await counts())[key]?.counts).toMatchObject({ orders: 0, tickets: 0, reservations: 0 })
  })

  test('its text names no key, and says what breaks without a former one', async () => {
    const { code, text } = await keysCommand()
    expect(code).toBe(0)
    expect(text).toMatch(new RegExp(`^${present()} +present +1 +0`, 'm'))
    expect(text).toMatch(/^ {2}\d+ tickets show a code that the gate refuses$/m)
    for (const key of [ring.variables().SECRET_KEY, ...ring.variables().FORMER_SECRET_KEYS.split(',')])
      expect(text).not.toContain(key)
    expect(text).not.toContain('Keys are missing')
    ring.forget()
    expect((await keysCommand()).text).toContain('Keys are missing:')
  })
})
