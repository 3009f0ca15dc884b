import { expect } from 'vitest'

import { compareWithProvider } from '../../../src/office/books/audit.ts'
import { askLeft } from '../../../src/payments/refunds/ask-left.ts'
import { requestRefund } from '../../../src/payments/refunds/request-refund.ts'
import { settleRefund } from '../../../src/payments/refunds/take-up-refund.ts'
import { reservationNumberOf } from '../../reservation-number.ts'
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
    name: "a refund made in the provider's console is found, and does not go back twice (S-7.15)",
    isFor: isPaid,
    run: async tools => {
      const { shop, driver } = tools
      const order = await buyThree(tools)
      const attempt_id = await attemptIdOf(tools, order)
      const toldOf = async () => askLeft(shop.deps, attempt_id)
      expect(await toldOf()).toEqual({
        told: driver.leftOfPart === 'cannot be asked' ? { kind: 'cannot be asked' } : left(3),
        elsewhere: 0,
      })
      await shop.providers.withoutStore({ attempt_id, refund: PRICE })
      await shop.settle()
      if (driver.reports.refunds) shop.expectPerson(order)
      expect(await shop.attemptsOf(order)).toMatchObject([{ needsPerson: driver.reports.refunds }])
      const { audit, ...found } = FOUND[driver.leftOfPart]
      expect(await toldOf()).toEqual(found)
      const kept = { id: attempt_id, method: driver.method, isWhole: true, yen: 3 * PRICE }
      expect(await compareWithProvider(shop.deps, kept)).toEqual(audit)
      // Where nobody can ask, the provider refuses, and a person looks.
      if (driver.leftOfPart === 'cannot be asked') await arm(tools, 'refuse')
      expect(await shop.refund(order, [1])).toMatchObject({ kind: 'refund', amount: PRICE })
      await shop.settle()
      expect(await shop.refundsOf(order)).toEqual([{ state: 'failed', needsPerson: true }])
      expect(await shop.moneyOf(order)).toMatchObject({ refunded: PRICE })
      await shop.providers.disarm()
      await settleAsDone(tools, order)
      expect(await shop.refund(order, 'all')).toMatchObject({ amount: 2 * PRICE })
      await shop.settle()
      expect(await shop.moneyOf(order)).toMatchObject({ refunded: 3 * PRICE, net: 0 })
    },
  },
  {
    name: 'a disputed payment goes back only when that is said (S-7.15)',
    isFor: ({ reports }) => reports.disputes,
    run: async tools => {
      const { shop } = tools
      const order = await buyThree(tools)
      await shop.providers.withoutStore({ attempt_id: await attemptIdOf(tools, order) })
      await shop.settle()
      shop.expectPerson(order)
      expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'captured', needsPerson: true }])
      expect(await shop.refund(order, 'all')).toEqual({
        kind: 'refused',
        why: 'payment is disputed',
        dispute: expect.stringMatching(/./),
      })
      const reservationNumber = await reservationNumberOf(shop.db, order)
      const visit = { siteKey: 'demo', reservationNumber, reason: 'we give in' }
      await requestRefund(shop.deps, { ...visit, tickets: 'all', evenDisputed: true })
      await shop.settle()
      expect(await shop.moneyOf(order)).toMatchObject({ refunded: 3 * PRICE, net: 0 })
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

const left = (tickets: number) => ({ kind: 'left', yen: tickets * PRICE })

/** After one of three tickets went back in the console, by what the provider says of it. */
const FOUND = {
  left: { told: left(2), elsewhere: PRICE, audit: disagreement('6400 yen instead of 9600') },
  less: { told: { kind: 'less' }, elsewhere: 'some', audit: disagreement('some of it went back') },
  'cannot be asked': { told: { kind: 'cannot be asked' }, elsewhere: 0, audit: 'cannot be asked' },
} as const

function disagreement(what: string) {
  return { check: 'P2 left here = left at the provider', row: expect.stringContaining(what) }
}

async function attemptIdOf({ shop }: Tools, order: BuyerOrder): Promise<string> {
  const [attempt] = await shop.attemptsOf(order)
  return attempt?.id ?? ''
}

/** A person has seen in the console that the money of the refund is back. */
async function settleAsDone({ shop }: Tools, { id }: BuyerOrder): Promise<void> {
  const { id: refundId } = await shop.db.read(read =>
    read.selectFrom('refunds').select('id').where('order_id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(await settleRefund(shop.deps, { refundId, end: 'done' })).toMatchObject({ kind: 'taken up' })
}

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
