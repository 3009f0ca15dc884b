import * as v from 'valibot'
import { expect } from 'vitest'

import {
  awayWith,
  buyInTheEnd,
  type ConformanceCase,
  expectBought,
  expectOver,
  leavesThePage,
  payAndVanish,
  type Tools,
} from '../conformance-case.ts'
import type { MethodDriver } from '../method-driver.ts'
import type { BuyerOrder } from '../../shop/all-methods.ts'
import type { MethodsShop } from '../../shop/shop.ts'
import type { RecordedNotice } from '../simulators.ts'

const sendsEvents = ({ notices }: MethodDriver): boolean => notices !== null
const isFoundByEvent = (driver: MethodDriver): boolean =>
  sendsEvents(driver) && leavesThePage(driver) && driver.paidWithoutReturn === 'completed'

/** Webhook events that come twice, late, in another order, or from somebody else. */
export const WEBHOOK_EVENTS: readonly ConformanceCase[] = [
  {
    name: 'a webhook event that comes twice completes one order once (S-7.07)',
    isOfSaga: true,
    isFor: isFoundByEvent,
    run: tools => findByEvent(tools, { mode: 'duplicate_notice' }),
  },
  {
    name: 'webhook events in another order have the same effect (S-7.07)',
    isFor: isFoundByEvent,
    run: tools => findByEvent(tools, { mode: 'reorder', value: 300 }),
  },
  {
    name: 'a webhook event that comes after the end changes nothing (S-7.07)',
    isFor: sendsEvents,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      // At some providers the event of a later operation settles a payment: only the first event is late.
      await armNotice(tools, { mode: 'late_notice', value: 500 })
      expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
      for (const notice of await noticesOf(tools)) expect(await deliver(shop, notice)).toBe(200)
      await expectBought(tools, order)
    },
  },
  {
    name: 'a webhook event of a payment that comes after the deadline: tickets or a refund, never neither (S-2.06)',
    isFor: isFoundByEvent,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await armNotice(tools, { mode: 'late_notice', value: 500 })
      await payAndVanish(tools, order)
      await shop.passDeadline()
      await shop.settle()
      await shop.settle()
      const status = await shop.statusOf(order)
      expect(['completed', 'expired', 'refunded']).toContain(status)
      const { net } = await shop.moneyOf(order)
      expect(net).toBe(status === 'completed' ? 3200 : 0)
      if (status === 'expired') await expectOver(tools, order)
    },
  },
  {
    name: 'a forged webhook event is refused and leaves no trace (S-7.07)',
    isFor: sendsEvents,
    run: async tools => {
      const { shop, driver } = tools
      await buyInTheEnd(tools, await shop.orderFor(driver))
      const order = await openOrder(tools)
      // Its own event may still be on its way.
      await shop.providers.untilHeard()
      const before = await shop.eventsOf(order)
      const real = (await noticesOf(tools)).at(-1)
      if (real === undefined) throw new Error(`${driver.method} sent no webhook event`)
      for (const forged of forgeriesOf(real)) expect(await deliver(shop, forged)).toBe(401)
      await shop.reconcile()
      expect(await shop.eventsOf(order)).toEqual(before)
      expect(await shop.statusOf(order)).not.toBe('completed')
      await endOpen(tools, order)
    },
  },
  {
    name: 'an unsigned webhook event that claims a success only causes a query (S-7.07)',
    isFor: ({ notices }) => notices === 'unsigned',
    run: async tools => {
      const { shop } = tools
      await buyInTheEnd(tools, await shop.orderFor(tools.driver))
      const order = await openOrder(tools)
      const real = (await noticesOf(tools)).at(-1)
      if (real === undefined) throw new Error('no webhook event to begin with')
      const lie = await aboutAnother(tools, order, real)
      expect(await deliver(shop, lie)).toBe(200)
      await shop.settle()
      expect(await shop.statusOf(order)).not.toBe('completed')
      expect((await shop.moneyOf(order)).captured).toBe(0)
      await endOpen(tools, order)
    },
  },
]

const armNotice = (
  { shop, driver }: Tools,
  fault: { readonly mode: string; readonly value?: number },
): Promise<void> => shop.providers.arm({ provider: String(driver.provider), op: 'notice', ...fault })

async function findByEvent(
  tools: Tools,
  fault: { readonly mode: string; readonly value?: number },
): Promise<void> {
  const order = await tools.shop.orderFor(tools.driver)
  await armNotice(tools, fault)
  await payAndVanish(tools, order)
  await tools.shop.settle()
  await expectBought(tools, order)
  expect(await tools.shop.attemptsOf(order)).toHaveLength(1)
}

/** An unpaid order: the visitor is on the provider's page, or their card was declined. */
async function openOrder({ shop, driver }: Tools): Promise<BuyerOrder> {
  const order = await shop.orderFor(driver)
  await shop.checkout(driver, order, leavesThePage(driver) ? awayWith(driver).conduct : 'declined')
  return order
}

async function endOpen(tools: Tools, order: BuyerOrder): Promise<void> {
  await tools.shop.passDeadline()
  await tools.shop.settle()
  if (leavesThePage(tools.driver)) await expectOver(tools, order)
}

/** The provider's webhook events, the oldest first. */
async function noticesOf({ shop, driver }: Tools): Promise<readonly RecordedNotice[]> {
  await shop.providers.untilHeard()
  return (await shop.providers.notices()).filter(({ provider }) => provider === driver.provider)
}

/** Delivers an event again; returns the status of the answer. */
async function deliver(
  { app, origin }: MethodsShop,
  { url, headers, body }: RecordedNotice,
): Promise<number> {
  const { pathname } = new URL(url, origin)
  const payload = Buffer.from(body, 'base64')
  return (await app.inject({ method: 'POST', url: pathname, headers, payload })).statusCode
}

/** Events that somebody could send who has seen a real one: changed, unsigned, or to a guessed address. */
function forgeriesOf(real: RecordedNotice): RecordedNotice[] {
  const text = Buffer.from(real.body, 'base64').toString('latin1')
  const isKeyed = /\/payment-webhooks\/\w+\/[^/]+$/.test(real.url)
  if (isKeyed && !/sps|hash/i.test(text))
    return [
      { ...real, url: real.url.replace(/[^/]+$/, 'guessed') },
      { ...real, url: real.url.replace(/\/[^/]+$/, '') },
    ]
  // SoftBank's fields come in any order, and a name ends in a digit as well: its hash is what is altered.
  const altered = /sps_hashcode=/.test(text)
    ? text.replace(/(?<=sps_hashcode=)\w/, first => (first === '0' ? '1' : '0'))
    : text.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10))
  const isSignedInHeaders = Object.keys(real.headers).some(name => /signature/i.test(name))
  const bare = { 'content-type': real.headers['content-type'] ?? 'application/json' }
  return [
    { ...real, body: Buffer.from(altered, 'latin1').toString('base64') },
    ...(isSignedInHeaders ? [{ ...real, headers: bare }] : []),
  ]
}

/** The same claim about an order that was not paid. */
async function aboutAnother(
  { shop }: Tools,
  order: BuyerOrder,
  real: RecordedNotice,
): Promise<RecordedNotice> {
  const attempt = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['provider_order_ref as ref', 'provider_refs as refs'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow(),
  )
  const refs = v.parse(v.record(v.string(), v.string()), attempt.refs)
  const form = new URLSearchParams(Buffer.from(real.body, 'base64').toString('latin1'))
  form.set('OrderID', attempt.ref)
  form.set('AccessID', String(refs['access_id']))
  return { ...real, body: Buffer.from(form.toString()).toString('base64') }
}
