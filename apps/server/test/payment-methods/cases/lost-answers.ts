import { expect } from 'vitest'

import {
  awayWith,
  buyAndAsk,
  buyInTheEnd,
  type ConformanceCase,
  expectBought,
  expectOver,
  goOnToTheEnd,
  isPaid,
  standing,
  type Tools,
} from '../conformance-case.ts'
import type { MethodDriver, Op } from '../method-driver.ts'

/** How often a connection must break for a call to be lost: an SDK retries after the first break. */
const LOST = 2

type LossMode = 'drop_before' | 'drop_after' | 'http_500'

/** Answers that never arrive: before a call was executed, after it, and when the provider is in trouble. */
export const LOST_ANSWERS: readonly ConformanceCase[] = [
  ...(['drop_before', 'drop_after', 'http_500'] as const).flatMap(mode => [
    lostWhilePaying('register', mode),
    lostWhilePaying('execute', mode),
    lostWhilePaying('confirm', mode),
    lostCapture(mode),
    lostRelease(mode),
    lostFence(mode),
  ]),
  // A query changes nothing, whenever it is lost.
  lostQuery('drop_before'),
  {
    name: 'a card whose first answer is lost is charged once',
    isFor: ({ takesCard }) => takesCard,
    run: async tools => {
      const order = await tools.shop.orderFor(tools.driver)
      const { body } = await buyInTheEnd(tools, order, { conduct: 'answer_lost' })
      expect(body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
    },
  },
  {
    name: 'a busy provider loses nothing: the visitor tries again and pays once (S-7.08)',
    isFor: ({ takesCard }) => takesCard,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const busy = await shop.buy(driver, order, { conduct: 'busy' })
      expect(busy.body).toMatchObject({ error: 'payment_api_failure', can_retry: true })
      expect(await shop.statusOf(order)).toBe('ready_checkout')
      expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
    },
  },
]

const arm = ({ shop, driver }: Tools, op: Op, mode: LossMode): Promise<void> =>
  shop.providers.arm({ provider: String(driver.provider), op, mode, value: LOST })

/** A call is lost once or twice, depending on whether its adapter repeats it. */
async function expectStruck({ shop }: Tools): Promise<void> {
  expect(await shop.providers.armed()).not.toContainEqual(expect.objectContaining({ value: LOST }))
}

function lostWhilePaying(op: 'register' | 'execute' | 'confirm', mode: LossMode): ConformanceCase {
  return {
    name: `an answer lost at ${op} (${mode}) leads to one charge (S-1.14)`,
    isFor: ({ ops }) => ops.includes(op),
    run: async tools => {
      const order = await tools.shop.orderFor(tools.driver)
      await arm(tools, op, mode)
      // A webhook event that is faster than the visitor leaves nothing to query.
      const late = { op: 'notice', mode: 'late_notice', value: 500 }
      if (tools.driver.notices !== null)
        await tools.shop.providers.arm({ provider: String(tools.driver.provider), ...late })
      const how = op === 'confirm' && tools.driver.leaves !== 'never' ? awayWith(tools.driver) : {}
      const { body } = await buyInTheEnd(tools, order, how)
      expect(body).toMatchObject({ result: 'completed' })
      await expectStruck(tools)
      await expectBought(tools, order)
    },
  }
}

function capturesLater(driver: MethodDriver): boolean {
  return driver.captures === 'later' && isPaid(driver)
}

function lostCapture(mode: LossMode): ConformanceCase {
  return {
    name: `an answer lost at capture (${mode}): the visitor has the tickets, the money is captured once (S-7.03)`,
    isFor: capturesLater,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await arm(tools, 'capture', mode)
      expect((await buyAndAsk(tools, order)).body).toMatchObject({ result: 'completed' })
      expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'authorized', operation: 'capture' }])
      await shop.settle()
      await expectBought(tools, order)
    },
  }
}

function lostRelease(mode: LossMode): ConformanceCase {
  return {
    name: `an answer lost at the release of an authorisation (${mode}): it is released once (S-1.09)`,
    isFor: capturesLater,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await arm(tools, 'capture', 'drop_before')
      await shop.buy(driver, order)
      await shop.providers.disarm()
      await arm(tools, 'cancel', mode)
      expect(await shop.void(order)).toMatchObject({ kind: 'void' })
      await shop.settle()
      expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'voided', operation: null }])
      await expectStruck(tools)
      expect(await standing(shop, order)).toEqual({ net: 0, reserved: 0 })
    },
  }
}

function lostFence(mode: LossMode): ConformanceCase {
  return {
    name: `an answer lost at the end of an unpaid attempt (${mode}): it ends nevertheless (S-1.07)`,
    isFor: ({ leaves, ops }) => leaves !== 'never' && ops.includes('cancel'),
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await shop.checkout(driver, order, awayWith(driver).conduct)
      await arm(tools, 'cancel', mode)
      await shop.passDeadline()
      await shop.settle()
      await expectOver(tools, order)
    },
  }
}

function lostQuery(mode: LossMode): ConformanceCase {
  return {
    name: `an answer lost at a query (${mode}): nothing is refunded, and the query is repeated (S-1.14)`,
    isFor: ({ ops }) => ops.includes('query'),
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      if (driver.ops.includes('execute')) await arm(tools, 'execute', 'drop_after')
      await arm(tools, 'query', mode)
      const answer = await shop.buy(driver, order)
      expect(await shop.unitsHeld(order)).toBe(1)
      expect(answer.body).not.toHaveProperty('error')
      expect((await goOnToTheEnd(tools, order, answer)).body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
    },
  }
}
