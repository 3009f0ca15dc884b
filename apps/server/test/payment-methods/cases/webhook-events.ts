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
import type { BuyerOrder, MethodsApp } from '../methods-app.ts'
import type { SeenNotice } from '../simulators.ts'

const sendsNews = ({ notices }: MethodDriver): boolean => notices !== null
const isFoundByNews = (driver: MethodDriver): boolean =>
  sendsNews(driver) && leavesThePage(driver) && driver.paidWithoutReturn === 'completed'

/** News that comes twice, late, in another order, or from somebody else. */
export const NEWS: readonly ConformanceCase[] = [
  {
    name: 'news that comes twice completes one order once (S-7.07)',
    isFor: isFoundByNews,
    run: tools => foundByNews(tools, { mode: 'duplicate_notice' }),
  },
  {
    name: 'news that comes in another order is the same news (S-7.07)',
    isFor: isFoundByNews,
    run: tools => foundByNews(tools, { mode: 'reorder', value: 300 }),
  },
  {
    name: 'news that comes when all is done changes nothing (S-7.07)',
    isFor: sendsNews,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      // The news of what follows is what settles a payment at some: only the first is late.
      await armNews(tools, { mode: 'late_notice', value: 500 })
      expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
      for (const notice of await newsOf(tools)) expect(await deliver(shop, notice)).toBe(200)
      await expectBought(tools, order)
    },
  },
  {
    name: 'news of a payment that comes after the deadline: tickets or the money back, never neither (S-2.06)',
    isFor: isFoundByNews,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await armNews(tools, { mode: 'late_notice', value: 500 })
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
    name: 'forged news is refused and leaves no trace (S-7.07)',
    isFor: sendsNews,
    run: async tools => {
      const { shop, driver } = tools
      await buyInTheEnd(tools, await shop.orderFor(driver))
      const order = await openOrder(tools)
      // Its own news may still be on its way.
      await shop.providers.untilHeard()
      const before = await shop.eventsOf(order)
      const real = (await newsOf(tools)).at(-1)
      if (real === undefined) throw new Error(`${driver.method} sent no news`)
      for (const forged of forgeriesOf(real)) expect(await deliver(shop, forged)).toBe(401)
      await shop.reconcile()
      expect(await shop.eventsOf(order)).toEqual(before)
      expect(await shop.statusOf(order)).not.toBe('completed')
      await endOpen(tools, order)
    },
  },
  {
    name: 'unsigned news that claims a success only causes a question (S-7.07)',
    isFor: ({ notices }) => notices === 'unsigned',
    run: async tools => {
      const { shop } = tools
      await buyInTheEnd(tools, await shop.orderFor(tools.driver))
      const order = await openOrder(tools)
      const real = (await newsOf(tools)).at(-1)
      if (real === undefined) throw new Error('no news to begin with')
      const lie = await aboutAnother(tools, order, real)
      expect(await deliver(shop, lie)).toBe(200)
      await shop.settle()
      expect(await shop.statusOf(order)).not.toBe('completed')
      expect((await shop.moneyOf(order)).captured).toBe(0)
      await endOpen(tools, order)
    },
  },
]

const armNews = (
  { shop, driver }: Tools,
  fault: { readonly mode: string; readonly value?: number },
): Promise<void> => shop.providers.arm({ provider: String(driver.provider), op: 'notice', ...fault })

async function foundByNews(
  tools: Tools,
  fault: { readonly mode: string; readonly value?: number },
): Promise<void> {
  const order = await tools.shop.orderFor(tools.driver)
  await armNews(tools, fault)
  await payAndVanish(tools, order)
  await tools.shop.settle()
  await expectBought(tools, order)
  expect(await tools.shop.attemptsOf(order)).toHaveLength(1)
}

/** An order of which nothing was paid: the visitor stands at the provider's page, or their card was declined. */
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

/** The provider's news, the oldest first. */
async function newsOf({ shop, driver }: Tools): Promise<readonly SeenNotice[]> {
  await shop.providers.untilHeard()
  return (await shop.providers.notices()).filter(({ provider }) => provider === driver.provider)
}

/** Delivers it once more; the status of the answer. */
async function deliver({ app, origin }: MethodsApp, { url, headers, body }: SeenNotice): Promise<number> {
  const { pathname } = new URL(url, origin)
  const payload = Buffer.from(body, 'base64')
  return (await app.inject({ method: 'POST', url: pathname, headers, payload })).statusCode
}

/** As somebody could send it who saw a real one: changed, without its signature, or to a guessed address. */
function forgeriesOf(real: SeenNotice): SeenNotice[] {
  const text = Buffer.from(real.body, 'base64').toString('latin1')
  const isKeyed = /\/payment-webhooks\/\w+\/[^/]+$/.test(real.url)
  if (isKeyed && !/sps|hash/i.test(text))
    return [
      { ...real, url: real.url.replace(/[^/]+$/, 'guessed') },
      { ...real, url: real.url.replace(/\/[^/]+$/, '') },
    ]
  const altered = text.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10))
  const isSignedInHeaders = Object.keys(real.headers).some(name => /signature/i.test(name))
  const bare = { 'content-type': real.headers['content-type'] ?? 'application/json' }
  return [
    { ...real, body: Buffer.from(altered, 'latin1').toString('base64') },
    ...(isSignedInHeaders ? [{ ...real, headers: bare }] : []),
  ]
}

/** The same claim about an order that was not paid. */
async function aboutAnother({ shop }: Tools, order: BuyerOrder, real: SeenNotice): Promise<SeenNotice> {
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
