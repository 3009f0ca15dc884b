import { expect } from 'vitest'

import {
  buyAndAsk,
  awayWith,
  buyInTheEnd,
  type ConformanceCase,
  expectBought,
  isPaid,
  leavesThePage,
  payAndVanish,
  PRICE,
  standing,
  type Tools,
} from '../conformance-case.ts'
import type { BuyerOrder } from '../../shop/all-methods.ts'

/** A payment in one of its states; the reconciler looks, and time passes. */
export const STATES: readonly ConformanceCase[] = [
  {
    name: 'a look of the reconciler at a finished payment changes nothing (S-7.03)',
    isOfSaga: true,
    isFor: () => true,
    run: async tools => {
      const { shop } = tools
      for (const order of [await bought(tools), ...(await endedWithoutMoney(tools))]) {
        await shop.settle()
        const before = await seen(tools, order)
        await lookAgain(tools, order)
        expect(await seen(tools, order)).toEqual(before)
        await shop.passDeadline()
        await lookAgain(tools, order)
        expect(await seen(tools, order)).toEqual(before)
        await shop.reset()
      }
    },
  },
  {
    name: 'a look of the reconciler at a visitor who is at the provider takes nothing from them (S-1.12)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const opened = await shop.checkout(driver, order, awayWith(driver).conduct)
      for (let looks = 0; looks < 3; looks += 1) await shop.reconcile()
      expect(await shop.checkout(driver, order)).toEqual(opened)
      expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
      expect(await shop.attemptsOf(order)).toHaveLength(1)
      await expectBought(tools, order)
    },
  },
  {
    name: 'a deadline that passes while an answer is lost ends in tickets or without money (S-1.07, S-1.09)',
    isFor: isPaid,
    run: async tools => {
      const { shop, driver } = tools
      for (const mode of ['drop_before', 'drop_after']) {
        const order = await shop.orderFor(driver)
        for (const op of driver.ops)
          if (op !== 'capture' && op !== 'refund' && op !== 'cancel')
            await shop.providers.arm({ provider: String(driver.provider), op, mode, value: 4 })
        await shop.buy(driver, order, awayWith(driver))
        await shop.providers.disarm()
        await shop.passDeadline()
        await shop.settle()
        await expectTicketsOrNoMoney(tools, order)
        await shop.reset()
      }
    },
  },
  {
    name: 'a deadline that passes while the capture is lost takes no tickets away (S-7.03)',
    isOfSaga: true,
    isFor: driver => driver.captures === 'later' && isPaid(driver),
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await shop.providers.arm({
        provider: String(driver.provider),
        op: 'capture',
        mode: 'drop_before',
        value: 2,
      })
      expect((await buyAndAsk(tools, order)).body).toMatchObject({ result: 'completed' })
      await shop.passDeadline()
      await expectBought(tools, order)
    },
  },
  {
    name: 'a payment made in time whose visitor comes back after the deadline: tickets or no charge (S-2.06)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const { body } = await payAndVanish(tools, order)
      await shop.passDeadline()
      const late = await shop.confirm(driver, body['payment_number'])
      expect(['completed', 'checking', undefined]).toContain(late.body['result'])
      await shop.settle()
      await expectTicketsOrNoMoney(tools, order)
    },
  },
]

async function bought(tools: Tools): Promise<BuyerOrder> {
  const order = await tools.shop.orderFor(tools.driver)
  await buyInTheEnd(tools, order)
  return order
}

/** Where possible: a failed payment, one that nobody made, and a refunded one. */
async function endedWithoutMoney(tools: Tools): Promise<BuyerOrder[]> {
  const { shop, driver } = tools
  if (!isPaid(driver)) return []
  const failed = await shop.orderFor(driver)
  await shop.buy(driver, failed, driver.takesCard ? { conduct: 'declined' } : { act: 'fail' })
  const back = await bought(tools)
  await shop.settle()
  await shop.refund(back, 'all')
  await shop.settle()
  if (!leavesThePage(driver)) return [failed, back]
  const expired = await shop.orderFor(driver)
  await shop.checkout(driver, expired, awayWith(driver).conduct)
  await shop.passDeadline()
  await shop.settle()
  await shop.reset()
  return [failed, back, expired]
}

async function seen({ shop }: Tools, order: BuyerOrder): Promise<object> {
  return {
    status: await shop.statusOf(order),
    attempts: await shop.attemptsOf(order),
    held: await shop.unitsHeld(order),
    money: await shop.moneyOf(order),
  }
}

/** Has the effect of a webhook event for each attempt of an order. */
async function lookAgain({ shop }: Tools, order: BuyerOrder): Promise<void> {
  await shop.db.transaction(async tx => {
    await tx
      .updateTable('payment_attempts')
      .set({ check_at: new Date(0) })
      .where('order_id', '=', order.id)
      .execute()
  })
  await shop.settle()
}

async function expectTicketsOrNoMoney({ shop }: Tools, order: BuyerOrder): Promise<void> {
  const status = await shop.statusOf(order)
  expect(status).toMatch(/^(completed|expired|refunded|ready_checkout)$/)
  expect(await standing(shop, order)).toEqual({ net: status === 'completed' ? PRICE : 0, reserved: 0 })
  expect(await shop.unitsHeld(order)).toBe(status === 'expired' || status === 'refunded' ? 0 : 1)
}
