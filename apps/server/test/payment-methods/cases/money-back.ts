import { expect } from 'vitest'

import { askLeft } from '../../../src/payments/refunds/ask-left.ts'
import {
  awayWith,
  buyInTheEnd,
  type ConformanceCase,
  isPaid,
  leavesThePage,
  PRICE,
  type Tools,
} from '../conformance-case.ts'
import type { MethodDriver } from '../method-driver.ts'
import type { BuyerOrder } from '../../shop/all-methods.ts'

const takesAtOnce = (driver: MethodDriver): boolean => driver.captures === 'at_once' && isPaid(driver)
const authorisesAway = (driver: MethodDriver): boolean => driver.captures === 'later' && leavesThePage(driver)

/** Providers that say how much of a part is left, and methods of which nothing is said. */
const TELLS_PARTS: ReadonlySet<string> = new Set(['stripe', 'gmo', 'adyen'])
const TELLS_NOTHING: ReadonlySet<string> = new Set(['softbank_paypay', 'softbank_alipay', 'alipay', 'd_pay'])
const allOf = (tickets: number) => ({ left: tickets * PRICE, elsewhere: 0 })

/** Refunds, asked for by staff or made by the saga. */
export const MONEY_BACK: readonly ConformanceCase[] = [
  {
    name: 'refunds go back in parts up to the whole amount, and not a yen above it (S-7.03)',
    isFor: isPaid,
    run: async tools => {
      const { shop } = tools
      const order = await buyThree(tools)
      for (const [ticket, left] of [[1, 2] as const, [3, 1] as const]) {
        expect(await shop.refund(order, [ticket])).toMatchObject({ kind: 'refund', amount: PRICE })
        await shop.settle()
        expect((await shop.moneyOf(order)).net).toBe(left * PRICE)
      }
      expect(await shop.refund(order, [1])).toEqual({ kind: 'refused', why: 'ticket is revoked already' })
      expect(await shop.refund(order, 'all')).toMatchObject({ amount: PRICE, tickets: [2] })
      await shop.settle()
      expect(await shop.moneyOf(order)).toMatchObject({ captured: 3 * PRICE, refunded: 3 * PRICE, net: 0 })
      expect(await shop.refund(order, 'all')).toEqual({ kind: 'refused', why: 'no such ticket' })
      expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'refunded', operation: null }])
    },
  },
  ...(['drop_before', 'drop_after', 'http_500'] as const).flatMap(mode => [lostPart(mode), lostWhole(mode)]),
  {
    name: 'a refund that is refused is for a person; its tickets stay revoked (S-7.15)',
    isFor: isPaid,
    run: async tools => {
      const { shop } = tools
      const order = await buyThree(tools)
      await arm(tools, 'refuse')
      expect(await shop.refund(order, 'all')).toMatchObject({ kind: 'refund' })
      await shop.settle()
      shop.expectPerson(order)
      expect(await shop.refundsOf(order)).toEqual([{ state: 'failed', needsPerson: true }])
      expect(await shop.moneyOf(order)).toMatchObject({ refunded: 0, net: 3 * PRICE })
      expect(await shop.refund(order, 'all')).toEqual({ kind: 'refused', why: 'no such ticket' })
    },
  },
  {
    name: 'what is left of a payment is told by a provider that knows it, after each part (S-7.15)',
    isFor: isPaid,
    run: async tools => {
      const { shop, driver } = tools
      const order = await buyThree(tools)
      const leftOf = async () => {
        const [attempt] = await shop.attemptsOf(order)
        return askLeft(shop.deps, attempt?.id ?? '')
      }
      expect(await leftOf()).toEqual(TELLS_NOTHING.has(driver.method) ? undefined : allOf(3))
      await shop.refund(order, [1])
      await shop.settle()
      const tellsParts = TELLS_PARTS.has(driver.provider ?? '')
      expect(await leftOf()).toEqual(tellsParts ? allOf(2) : undefined)
    },
  },
  {
    name: 'money that bought no ticket is refunded automatically (S-1.09)',
    isFor: takesAtOnce,
    run: async tools => {
      const { shop } = tools
      const order = await payForNothing(tools)
      expect(await shop.statusOf(order)).toBe('refunded')
      expect(await shop.moneyOf(order)).toMatchObject({ captured: PRICE, refunded: PRICE })
      expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'refunded', operation: null }])
    },
  },
  {
    name: 'money that bought no ticket and cannot be refunded is the critical refund error (S-1.10, S-7.15)',
    isFor: takesAtOnce,
    run: async tools => {
      const { shop, driver } = tools
      await arm(tools, 'refuse')
      const order = await payForNothing(tools)
      shop.expectPerson(order)
      const [attempt] = await shop.attemptsOf(order)
      const number = shop.deps.tokens.derive('payment', attempt?.id ?? '')
      expect(await shop.confirm(driver, number)).toEqual({
        status: 400,
        body: { error: 'critical refund error', can_retry: false },
      })
      expect(await shop.statusOf(order)).toBe('refund_failed')
      expect(attempt).toMatchObject({ state: 'refund_failed', operation: null, needsPerson: true })
    },
  },
  {
    name: 'an authorisation for which no ticket can be issued is released (S-1.09)',
    isFor: authorisesAway,
    run: async tools => {
      const { shop } = tools
      const order = await payForNothing(tools)
      const [attempt] = await shop.attemptsOf(order)
      expect(attempt).toMatchObject({ operation: null })
      expect(['voided', 'failed', 'expired']).toContain(attempt?.state)
      expect(await shop.moneyOf(order)).toMatchObject({ captured: 0, net: 0 })
      expect(await shop.unitsHeld(order)).toBe(0)
    },
  },
]

const arm = ({ shop, driver }: Tools, mode: string): Promise<void> =>
  shop.providers.arm({ provider: String(driver.provider), op: 'refund', mode, value: 2 })

async function buyThree(tools: Tools): Promise<BuyerOrder> {
  const order = await tools.shop.orderFor(tools.driver, 3)
  expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
  await tools.shop.settle()
  return order
}

/** Pays at the provider for an order that has ended by then, and whose places are sold to others. */
async function payForNothing(tools: Tools): Promise<BuyerOrder> {
  const { shop, driver } = tools
  const order = await shop.orderFor(driver)
  const answer = await shop.checkout(driver, order, awayWith(driver).conduct)
  const back = await shop.leave(driver, order.token, { answer, act: 'pay' })
  await shop.stealStock(order)
  if (back !== undefined)
    await shop.goOn(driver, order, { answer: (await shop.comeBack(driver, back)).answer })
  await shop.settle()
  return order
}

function lostPart(mode: string): ConformanceCase {
  return {
    name: `a partial refund whose answer is lost (${mode}) goes out once (S-7.03)`,
    isFor: isPaid,
    run: async tools => {
      const { shop, driver } = tools
      const order = await buyThree(tools)
      await shop.refund(order, [1])
      await shop.settle()
      await arm(tools, mode)
      expect(await shop.refund(order, [2])).toMatchObject({ kind: 'refund', amount: PRICE })
      expect(await shop.refund(order, [3])).toEqual({
        kind: 'refused',
        why: 'another refund is under way',
      })
      await shop.settle()
      const { net } = await shop.moneyOf(order)
      const refunds = await shop.refundsOf(order)
      if (driver.lostPart === 'person' && refunds.some(({ state }) => state === 'requested')) {
        expect(net).toBe(mode === 'drop_after' ? PRICE : 2 * PRICE)
        shop.expectPerson(order)
        return
      }
      expect(net).toBe(PRICE)
      expect(await shop.refund(order, 'all')).toMatchObject({ amount: PRICE })
      await shop.settle()
      expect((await shop.moneyOf(order)).net).toBe(0)
    },
  }
}

function lostWhole(mode: string): ConformanceCase {
  return {
    name: `a full refund whose answer is lost (${mode}) goes out once (S-7.03)`,
    isFor: isPaid,
    run: async tools => {
      const { shop } = tools
      const order = await buyThree(tools)
      await arm(tools, mode)
      await shop.refund(order, 'all')
      await shop.settle()
      expect(await shop.refundsOf(order)).toEqual([{ state: 'done', needsPerson: false }])
      expect(await shop.moneyOf(order)).toMatchObject({ refunded: 3 * PRICE, net: 0 })
    },
  }
}
