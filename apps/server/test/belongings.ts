import * as v from 'valibot'

import { scanTicket } from '@kippu/contract/gate'
import { loginMember } from '@kippu/contract/membership'
import { createOrder } from '@kippu/contract/orders'
import { checkout } from '@kippu/contract/payments'
import { confirmOrderMail, sendOrderMail } from '@kippu/contract/order-mails'
import { createShare } from '@kippu/contract/shares'
import { createSpotOrder } from '@kippu/contract/spot'
import { createTimeChange } from '@kippu/contract/time-changes'
import { jstIso } from '@kippu/domain/jst-date'

import { siteOf } from '@kippu/demo/demo-sites'
import type { Tx } from '../src/platform/db/database.ts'
import { addDevice } from '../src/gate/devices/add-device.ts'
import { presenceCodeAt } from '../src/gate/devices/presence-code.ts'
import { issueQrToken } from '../src/door/qr-token.ts'
import { hashToken } from '../src/platform/tokens.ts'
import { OWNER } from './owner.ts'
import type { DemoShop } from './shop/shop.ts'
import { newDevice } from './enrol-device.ts'
import { insertMember, insertPromotion, memberToken } from './members.ts'
import { insertSmallCatalogue, type SmallCatalogue } from './small-catalogue.ts'
import type { StripeSimulator } from './stripe-simulator.ts'
import { byStaff } from '../src/platform/staff/staff-verb.ts'

/**
 * The belongings of one site, which no other may see: rows with its mark, something to buy, and orders in every state.
 */
export interface Belongings {
  readonly siteKey: string
  /** Host that leads to the site. */
  readonly host: string
  readonly catalogue: SmallCatalogue
  /** Tokens of its orders, by state. */
  readonly orders: Readonly<Record<OrderStage, string>>
  /** Tokens of the orders that were asked to confirm their address. */
  readonly mailTokens: readonly string[]
  readonly paymentNumbers: readonly string[]
  /** Identifies a payment after 3-D Secure at GMO. */
  readonly md: string
  readonly reservationToken: string
  /** Of a change of that reservation. */
  readonly timeChangeToken: string
  /** Of a ticket that was handed on, of another reservation. */
  readonly shareToken: string
  readonly giverToken: string
  readonly reservationNumber: string
  /** A promotion, and a member who has it and is logged in to the order that may be paid. */
  readonly membership: Membership
  /** The token of a reader who gets a magazine. */
  readonly magazineToken: string
  readonly device: DeviceNames
  readonly spot: SpotNames
  readonly ticketCode: string
  /** Path of the address to which the provider returns the browser of the challenged order. */
  readonly returnPath: string
  /** The attempt that waits for the visitor. */
  readonly openAttemptId: string
  /** Texts that occur in answers of this site and of no other. */
  readonly marks: readonly string[]
}

export interface Membership {
  /** The promotion's value, under the key `club`. */
  readonly value: string
  readonly loginId: string
  readonly password: string
  /** Issued for the member by the site's organisation. */
  readonly token: string
}

/** A gate, and what opens something there. */
export interface DeviceNames {
  /** The header of an enrolled device. */
  readonly authorization: string
  /** Of a device that is not enrolled yet. */
  readonly enrolmentToken: string
  readonly gateCode: string
  /** What the house shows now. */
  readonly presenceCode: string
  /** Of somebody who was let in. */
  readonly scanId: string
}

/** What opens something at the door. */
export interface SpotNames {
  /** Valid now. */
  readonly qrToken: string
  /** Of an order that may be paid. */
  readonly order: string
  readonly paidOrder: string
  readonly reservationToken: string
}

export type OrderStage =
  | 'temporary'
  | 'mail_sent'
  | 'ready_checkout'
  | 'payment_3ds'
  | 'completed'
  | 'cancelled'
  | 'expired'

export const ANSWERS = [{ key: 'email', value: 'hana@example.com' }]

export interface Marks {
  /** A language that only this site has. */
  readonly language: string
  readonly color: string
  /** Yen. */
  readonly discount: number
}

interface Shop {
  readonly server: DemoShop
  readonly stripe: StripeSimulator
}

/** Marks the rows of a site, gives it something to sell, and sells some of it through the site's own host. */
export async function createBelongings(shop: Shop, siteKey: string, marks: Marks): Promise<Belongings> {
  const { db, deps } = shop.server
  const catalogue = await insertSmallCatalogue(db, { siteKey, capacities: [50, 50] })
  await db.transaction(tx =>
    tx
      .updateTable('products')
      .set({ channels: ['web', 'spot'] })
      .where('id', '=', catalogue.productId)
      .execute(),
  )
  const mark = `mark-of-${siteKey}`
  await db.transaction(tx =>
    markRows(tx, siteKey, {
      ...marks,
      mark,
      productIds: [catalogue.productId, catalogue.tea.productId],
    }),
  )
  const host = `${siteKey}.localhost`
  const buyer = createBuyer(shop, host, catalogue)
  const membership = await insertMembership(shop.server, siteKey, mark)

  const [temporary, expired, mailSent, ready, challenged, paid, cancelled] = [
    await buyer.order(),
    await buyer.order(),
    await buyer.order(),
    await buyer.order(),
    await buyer.order(),
    await buyer.order(),
    await buyer.order(),
  ]
  await endHold(db, expired)
  await buyer.logIn(ready, membership)
  const mailTokens = [await buyer.askForMail(mailSent), await buyer.confirm(ready)]
  mailTokens.push(await buyer.confirm(challenged), await buyer.confirm(paid))
  const open = v.parse(payment, await buyer.pay(challenged, '3220'))
  const done = v.parse(completed, await buyer.pay(paid, '1112'))
  await buyer.cancel(cancelled)
  await buyer.issueReceipt(done.reservation_token)
  const { timechange_token: timeChangeToken } = v.parse(change, await buyer.moveTo(done.reservation_token, 1))
  const { shareToken, giverToken, reservationNumber: sharedNumber } = await buyer.share()
  const { id: openAttemptId } = await db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select('id')
      .where('payment_number_hash', '=', hashToken(open.payment_number))
      .executeTakeFirstOrThrow(),
  )
  const md = `md of ${siteKey}`
  await db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ md_hash: hashToken(md) })
      .where('id', '=', openAttemptId)
      .execute(),
  )
  return {
    siteKey,
    host,
    catalogue,
    orders: {
      temporary,
      mail_sent: mailSent,
      ready_checkout: ready,
      payment_3ds: challenged,
      completed: paid,
      cancelled,
      expired,
    },
    mailTokens,
    paymentNumbers: [open.payment_number, done.payment_number],
    md,
    reservationToken: done.reservation_token,
    timeChangeToken,
    shareToken,
    giverToken,
    reservationNumber: done.reservation_number,
    membership,
    magazineToken: await insertMagazineReader(shop.server, siteKey),
    spot: await createSpot(shop.server, siteKey, { buyer, productId: catalogue.productId }),
    device: await createDevice(shop.server, siteKey, { host, reservationNumber: sharedNumber }),
    ticketCode: deps.tokens.derive('ticket', 'any'),
    returnPath: `/payment-return/stripe/${open.payment_reference}/${deps.tokens.derive('return', openAttemptId)}`,
    openAttemptId,
    marks: [
      mark,
      `"id":"${marks.language}"`,
      marks.color,
      `"discount_amount":${marks.discount}`,
      siteOf(siteKey).address.ja,
    ],
  }
}

async function insertMembership({ db, clock }: DemoShop, siteKey: string, mark: string): Promise<Membership> {
  const names = { ja: mark }
  const promotionId = await insertPromotion(db, { siteKey, value: mark, names })
  const password = `password of ${siteKey}`
  const loginId = `${siteKey}@example.com`
  await insertMember(db, { siteKey, loginId, password, promotionId, name: mark })
  const issuedAt = Math.floor(clock.now() / 1000)
  return {
    value: mark,
    loginId,
    password,
    token: await memberToken({ audience: siteKey, loginId, issuedAt }),
  }
}

async function insertMagazineReader({ db, deps }: DemoShop, siteKey: string): Promise<string> {
  const id = crypto.randomUUID()
  const token = deps.tokens.derive('magazine', id)
  const reader = { id, site_key: siteKey, email: 'hana@example.com', token_hash: hashToken(token) }
  const field_name = 'mail_magazine'
  await db.transaction(async tx => {
    await tx.insertInto('magazine_readers').values(reader).execute()
    await tx
      .insertInto('magazine_subscriptions')
      .values({ reader_id: id, field_name, is_subscribed: true, changed_at: new Date() })
      .execute()
  })
  return token
}

/** Buys one ticket at the door on the day of the visit, and begins to buy another one. */
async function createSpot(
  { clock, deps }: DemoShop,
  siteKey: string,
  { buyer, productId }: { readonly buyer: ReturnType<typeof createBuyer>; readonly productId: number },
): Promise<SpotNames> {
  const before = jstIso(clock.now())
  const qrToken = () => issueQrToken(deps, { siteKey, productId, nowMs: clock.now() }).token
  clock.set('2026-12-01T09:30:00+09:00')
  const [order, paid] = [await buyer.orderAtDoor(qrToken()), await buyer.orderAtDoor(qrToken())]
  const { reservation_token: reservationToken } = v.parse(completed, await buyer.pay(paid, '1112'))
  clock.set(before)
  return { qrToken: qrToken(), order, paidOrder: paid, reservationToken }
}

/** A gate with one device, which has let somebody in, and one that is not enrolled yet. */
async function createDevice(
  server: DemoShop,
  siteKey: string,
  { host, reservationNumber }: { readonly host: string; readonly reservationNumber: string },
): Promise<DeviceNames> {
  const { app, clock, deps } = server
  const { gateId, gateCode, authorization } = await newDevice(server, siteKey)
  const { enrolmentToken } = await addDevice(byStaff(OWNER, deps), {
    siteKey,
    gateId,
    name: 'Another tablet',
  })
  const presenceCode = presenceCodeAt(deps, siteKey, clock.now()).digits
  const scanId = crypto.randomUUID()
  const before = jstIso(clock.now())
  clock.set('2026-12-01T10:30:00+09:00')
  const { body } = await app.inject({
    method: 'POST',
    url: scanTicket.path,
    headers: { host, authorization },
    payload: { scan_id: scanId, direction: 'in', reservation_number: reservationNumber, ids: [1] },
  })
  clock.set(before)
  const { status } = v.parse(v.object({ status: v.string() }), JSON.parse(body))
  if (status !== 'success') throw new Error(`nobody was let in: ${body}`)
  return { authorization, enrolmentToken, gateCode, presenceCode, scanId }
}

const payment = v.object({ payment_number: v.string(), payment_reference: v.string() })
const change = v.object({ timechange_token: v.string() })
const share = v.object({ share_token: v.string() })
const completed = v.object({
  payment_number: v.string(),
  reservation_token: v.string(),
  reservation_number: v.string(),
})

interface MarkedRows extends Marks {
  readonly mark: string
  readonly productIds: readonly number[]
}

async function markRows(
  tx: Tx,
  siteKey: string,
  { language, color, discount, mark, productIds }: MarkedRows,
): Promise<void> {
  const site = { site_key: siteKey }
  const last = { position: 99 }
  await tx.deleteFrom('languages').where('site_key', '=', siteKey).execute()
  await tx
    .insertInto('languages')
    .values(['ja', language].map(id => ({ ...site, id, ...last, is_default: id === 'ja' })))
    .execute()
  await tx
    .insertInto('texts')
    .values({ ...site, lang: 'ja', key: 'mark', text: mark, source: 'site' })
    .execute()
  await tx
    .insertInto('settings')
    .values({ ...site, key: 'Entrance_Url', value: `https://${mark}.example/` })
    .onConflict(on => on.columns(['site_key', 'key']).doUpdateSet({ value: `https://${mark}.example/` }))
    .execute()
  await tx.deleteFrom('field_templates').where('site_key', '=', siteKey).execute()
  const field = { ...site, is_require: false, ...last }
  const fields = [
    { ...field, field_name: 'email', is_display: true },
    { ...field, field_name: mark, is_display: false },
  ]
  await tx.insertInto('field_templates').values(fields).execute()
  await tx
    .updateTable('payment_methods')
    .set({ discount_amount: discount })
    .where('site_key', '=', siteKey)
    .execute()
  await tx.deleteFrom('calendar_colors').where('site_key', '=', siteKey).execute()
  await tx
    .insertInto('calendar_colors')
    .values({ ...site, visit_date: '2026-12-01', color_code: color })
    .execute()
  await tx
    .insertInto('notices')
    .values({
      ...site,
      severity: 'information',
      shown_from: new Date(0),
      shown_until: new Date('2100-01-01'),
      texts: JSON.stringify({ ja: mark, en: mark }),
    })
    .execute()
  await tx.updateTable('product_texts').set({ name: mark }).where('product_id', 'in', productIds).execute()
}

async function endHold(db: DemoShop['db'], token: string): Promise<void> {
  const past = { expires_at: new Date(Date.now() - 1_000) }
  await db.transaction(async tx => {
    const order = await tx
      .updateTable('orders')
      .set(past)
      .where('token_hash', '=', hashToken(token))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('holds').set(past).where('order_id', '=', order.id).execute()
  })
}

/** A visitor who buys one ticket after the other through a host. */
function createBuyer({ server, stripe }: Shop, host: string, catalogue: SmallCatalogue) {
  const { app, db, deps } = server
  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<unknown> => {
    const answer = await app.inject({ method, url, headers: { host }, ...(payload && { payload }) })
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${url} was answered ${answer.statusCode} ${answer.body}`)
    return answer.body === '' ? undefined : answer.json()
  }
  const askForMail = async (token: string): Promise<string> => {
    await send('POST', sendOrderMail.path.replace('{token}', token), { contents: ANSWERS })
    const order = await db.read(tx =>
      tx
        .selectFrom('orders')
        .select(['id', 'mail_generation'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow(),
    )
    return deps.tokens.derive('mail', `${order.id}.${order.mail_generation}`)
  }
  const order = async (quantity = 1): Promise<string> => {
    const body = {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[0],
      quantity,
      option_values: [{ option_value_id: catalogue.adult, quantity }],
    }
    return v.parse(createOrder.response, await send('POST', createOrder.path, body)).order_token
  }
  const orderAtDoor = async (qrToken: string): Promise<string> => {
    const body = {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[0],
      quantity: 1,
      option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
    }
    const url = `${createSpotOrder.path}?qr_token=${qrToken}`
    return v.parse(createSpotOrder.response, await send('POST', url, body)).order_token
  }
  const confirm = async (token: string): Promise<string> => {
    const mailToken = await askForMail(token)
    await send('GET', confirmOrderMail.path.replace('{token}', mailToken))
    return mailToken
  }
  const pay = async (token: string, last4: string): Promise<unknown> =>
    send('POST', checkout.path.replace('{token}', token), {
      payment_method_type: 'stripe_secure',
      payment_method: await stripe.card(last4),
    })
  return {
    order,
    orderAtDoor,
    askForMail,
    confirm,
    pay,
    /** Buys two tickets and hands one of them on. */
    share: async () => {
      const token = await order(2)
      await confirm(token)
      const { reservation_token: giverToken, reservation_number: reservationNumber } = v.parse(
        completed,
        await pay(token, '1112'),
      )
      const body = { reservation_token: giverToken, ticket_ids: [2] }
      const { share_token: shareToken } = v.parse(share, await send('POST', createShare.path, body))
      return { shareToken, giverToken, reservationNumber }
    },
    logIn: (token: string, { loginId, password }: Membership): Promise<unknown> =>
      send('POST', loginMember.path.replace('{id}', token), { email: loginId, password }),
    moveTo: (token: string, span: number): Promise<unknown> =>
      send('POST', createTimeChange.path, {
        reservation_token: token,
        time_span_id: catalogue.spans[span],
        lang: 'ja',
      }),
    issueReceipt: (token: string): Promise<unknown> =>
      send('POST', `/api/v1/receipts/${token}`, { addressee: '山田商店' }),
    cancel: (token: string): Promise<unknown> => send('DELETE', `/api/v1/orders/${token}`),
  }
}
