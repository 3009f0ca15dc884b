import { expect } from 'vitest'

import {
  answerInTheEnd,
  awayWith,
  buyInTheEnd,
  type ConformanceCase,
  expectBought,
  expectOver,
  expectPayableAgain,
  isPaid,
  leavesThePage,
  payAndVanish,
} from '../conformance-case.ts'
import type { MethodDriver } from '../method-driver.ts'
import { isStep } from '../visitor.ts'

const challenges = ({ takesCard, leaves }: MethodDriver): boolean => takesCard && leaves !== 'never'

/** How a payment can end when nothing fails. */
export const ENDINGS: readonly ConformanceCase[] = [
  {
    name: 'works end to end (R-7.53–69)',
    isFor: () => true,
    isOfEachMethod: true,
    run: async tools => {
      const order = await tools.shop.orderFor(tools.driver, 2)
      const { status, body } = await buyInTheEnd(tools, order)
      expect({ status, result: body['result'] }).toEqual({ status: 200, result: 'completed' })
      await expectBought(tools, order, 6400)
      expect(await tools.shop.attemptsOf(order)).toHaveLength(1)
    },
  },
  {
    name: 'a challenge that is passed leads to the tickets (S-1.05)',
    isFor: challenges,
    run: async tools => {
      const order = await tools.shop.orderFor(tools.driver)
      const { body } = await tools.shop.buy(tools.driver, order, { conduct: 'challenge' })
      expect(body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
    },
  },
  {
    name: 'a declined payment leaves the order payable by another method (S-1.12, S-7.08, S-7.09)',
    isFor: isPaid,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const answer = await shop.buy(
        driver,
        order,
        driver.takesCard ? { conduct: 'declined' } : { act: 'fail' },
      )
      await expectPayableAgain(tools, order, await answerInTheEnd(tools, answer))
    },
  },
  {
    name: 'a card that is declined after its challenge leaves the order payable by another method (S-1.12)',
    isFor: challenges,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const answer = await shop.buy(driver, order, { conduct: 'challenge_declined' })
      await expectPayableAgain(tools, order, await answerInTheEnd(tools, answer))
    },
  },
  {
    name: 'a visitor who fails authentication may pay by another method (S-1.12, S-7.08)',
    isFor: challenges,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const answer = await shop.buy(driver, order, { conduct: 'challenge', act: 'fail' })
      await expectPayableAgain(tools, order, await answerInTheEnd(tools, answer))
    },
  },
  {
    name: 'a visitor who cancels at the provider may pay by another method at once (S-1.12)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const answer = await answerInTheEnd(
        tools,
        await shop.buy(driver, order, { ...awayWith(driver), act: 'cancel' }),
      )
      if (driver.tellsCancel) return expectPayableAgain(tools, order, answer)
      expect(isStep(answer)).toBe(true)
      const given = await shop.confirm(driver, answer.body['payment_number'], { status: 'cancel' })
      return expectPayableAgain(tools, order, given)
    },
  },
  {
    name: 'a visitor who gives up with the page still open pays elsewhere, or only there (S-1.12)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const opened = await shop.checkout(driver, order, awayWith(driver).conduct)
      const number = opened.body['payment_number']
      const given = await answerInTheEnd(tools, await shop.confirm(driver, number, { status: 'cancel' }))
      if (driver.endsOpenPage) return expectPayableAgain(tools, order, given)
      expect(isStep(given)).toBe(true)
      expect(await shop.checkout(driver, order)).toEqual(given)
      expect((await buyInTheEnd(tools, order)).body).toMatchObject({ result: 'completed' })
      expect(await shop.attemptsOf(order)).toHaveLength(1)
      return expectBought(tools, order)
    },
  },
  {
    name: 'a page that was given up cannot be paid besides another method (S-1.15)',
    isFor: driver => leavesThePage(driver) && driver.endsOpenPage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const opened = await shop.checkout(driver, order, awayWith(driver).conduct)
      await answerInTheEnd(
        tools,
        await shop.confirm(driver, opened.body['payment_number'], { status: 'cancel' }),
      )
      await buyInTheEnd(tools, order)
      // Most providers no longer show the page; where it is shown, its button does nothing.
      await shop.leave(driver, order.token, { answer: opened, act: 'pay_no_return' }).catch(() => undefined)
      await expectBought(tools, order)
    },
  },
  {
    name: 'a tab closed after paying does no harm: tickets, or no charge (S-7.07)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await payAndVanish(tools, order)
      await shop.settle()
      if (driver.paidWithoutReturn === 'completed') return expectBought(tools, order)
      expect(await shop.unitsHeld(order)).toBe(1)
      await shop.passDeadline()
      await shop.settle()
      return expectOver(tools, order)
    },
  },
  {
    name: 'a tab closed before paying holds the places until the deadline and no longer (S-1.07, S-2.05)',
    isOfSaga: true,
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const { body } = await shop.checkout(driver, order, awayWith(driver).conduct)
      await shop.reconcile()
      expect(await shop.statusOf(order)).toMatch(/^payment_/)
      expect(await shop.unitsHeld(order)).toBe(1)
      await shop.passDeadline()
      await shop.settle()
      await expectOver(tools, order)
      expect(await shop.confirm(driver, body['payment_number'])).toEqual({
        status: 400,
        body: { error: 'session_timeout' },
      })
    },
  },
]
