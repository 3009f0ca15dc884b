import { expect } from 'vitest'

import { referenceOf } from '../../../src/payments/attempts/payment-name.ts'
import { hashToken } from '../../../src/platform/tokens.ts'
import type { StoreAnswer } from '../../shop/orders.ts'
import type { BuyerOrder } from '../../shop/all-methods.ts'
import {
  awayWith,
  buyInTheEnd,
  goOnToTheEnd,
  type ConformanceCase,
  expectBought,
  leavesThePage,
  standing,
  type Tools,
} from '../conformance-case.ts'
import { bringBack, createVisitor, isStep } from '../visitor.ts'

/** Returns without a payment, payments begun twice, and wrong amounts. */
export const FORGERIES: readonly ConformanceCase[] = [
  {
    name: 'a forged return leads nowhere and leaves no trace (S-7.06, S-15.01)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const other = await shop.orderFor(driver)
      await shop.checkout(driver, other, awayWith(driver).conduct)
      const order = await shop.orderFor(driver)
      const { body } = await shop.checkout(driver, order, awayWith(driver).conduct)
      await shop.providers.untilHeard()
      const before = await shop.eventsOf(order)
      const real = await returnAddress(tools, order, body['payment_number'])
      const ofOther = await returnAddress(tools, other, body['payment_number'])
      const wrongNonce = real.replace(/[^/]+$/, 'ret_AAAAAAAAAAAAAAAAAAAAAAAA')
      for (const path of [wrongNonce, ofOther, real.replace(`/${driver.provider}/`, '/free/'), `${real}x`]) {
        const { status, location } = await bringBack(shop, shop.origin, {
          method: 'GET',
          url: `${shop.origin}${path}/success`,
        })
        expect({ status, location }).toEqual({ status: 303, location: `${shop.origin}/#/error` })
      }
      const elsewhere = await shop.app.inject({
        method: 'GET',
        url: `${real}/success`,
        headers: { host: 'cancanfactory.localhost' },
      })
      expect(String(elsewhere.headers.location)).toMatch(/\/#\/error$/)
      expect(await shop.eventsOf(order)).toEqual(before)
      for (const one of [order, other]) await buyInTheEnd(tools, one)
      await expectBought(tools, order)
    },
  },
  {
    name: 'whoever has the return address alone reads no token, open or paid (S-15.01)',
    isOfSaga: true,
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const { body } = await shop.checkout(driver, order, awayWith(driver).conduct)
      const tokens = [order.token, body['payment_number'], body['md']].filter(
        token => typeof token === 'string',
      )
      const url = `${shop.origin}${await returnAddress(tools, order, body['payment_number'])}`
      const stranger = createVisitor(shop, shop.origin)
      const before = await stranger.comeBack(driver, { method: 'GET', url })
      expect(before.answer).toMatchObject({ status: 200, body: { result: 'elsewhere' } })
      await buyInTheEnd(tools, order)
      const after = await stranger.comeBack(driver, { method: 'GET', url })
      expect(after.answer).toEqual({
        status: 200,
        body: {
          result: 'elsewhere',
          state: 'completed',
          payment_method_type: driver.method,
          time_change: false,
        },
      })
      for (const token of tokens) expect(JSON.stringify([before, after])).not.toContain(token)
      await expectBought(tools, order)
    },
  },
  {
    name: 'whoever has the reference alone neither ends a payment nor opens its form (S-15.01)',
    isOfSaga: true,
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const answer = await shop.checkout(driver, order, awayWith(driver).conduct)
      const reference = String(answer.body['payment_reference'])
      const given = await shop.confirm(driver, reference, { status: 'cancel' })
      expect(given.body).toMatchObject({ result: 'elsewhere', state: 'open' })
      const page = await shop.app.inject({ url: `/payment-step/${reference}` })
      expect([page.statusCode, String(page.headers.location)]).toEqual([303, `${shop.origin}/#/error`])
      await goOnToTheEnd(tools, order, await shop.goOn(driver, order, { answer }))
      expect(await shop.attemptsOf(order)).toHaveLength(1)
      await expectBought(tools, order)
    },
  },
  {
    name: 'invented fields of success buy nothing (S-7.06, D-34)',
    isFor: leavesThePage,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const { body } = await shop.checkout(driver, order, awayWith(driver).conduct)
      const path = await returnAddress(tools, order, body['payment_number'])
      for (const method of ['GET', 'POST'] as const) {
        const lie = new URLSearchParams(SUCCESS)
        const { answer } = await shop.comeBack(driver, {
          method,
          url: `${shop.origin}${path}/success${method === 'GET' ? `?${lie.toString()}` : ''}`,
          ...(method === 'POST' && { form: [...lie] }),
        })
        expect(answer.body['result']).not.toBe('completed')
      }
      await shop.confirm(driver, body['payment_number'], SUCCESS)
      await shop.reconcile()
      expect(await shop.statusOf(order)).not.toBe('completed')
      expect((await shop.moneyOf(order)).captured).toBe(0)
      expect((await buyInTheEnd(tools, order, awayWith(driver))).body).toMatchObject({ result: 'completed' })
      await expectBought(tools, order)
    },
  },
  {
    name: 'two tabs that press the button at once, and come back at once, pay once (S-1.13, S-1.14, S-1.15)',
    isOfSaga: true,
    isFor: () => true,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      const press = () => shop.checkout(driver, order, awayWith(driver).conduct)
      let [one, two] = leavesThePage(driver)
        ? await Promise.all([press(), press()])
        : await Promise.all([shop.checkout(driver, order), shop.checkout(driver, order)])
      expect(two).toEqual(one)
      while (isStep(one)) {
        const back = await shop.leave(driver, order.token, { answer: one, act: 'pay' })
        // The payer of a code never comes back: the page polls.
        const ask = async (): Promise<StoreAnswer> =>
          back === undefined
            ? shop.confirm(driver, one.body['payment_number'])
            : (await shop.comeBack(driver, back)).answer
        if (back === undefined) await shop.settle()
        ;[one, two] = await Promise.all([ask(), ask()])
      }
      for (const { body } of [one, two]) expect(['completed', 'checking']).toContain(body['result'])
      await expectBought(tools, order)
      expect(await shop.attemptsOf(order)).toHaveLength(1)
      const number = one.body['payment_number']
      const [again, more] = await Promise.all([shop.confirm(driver, number), shop.checkout(driver, order)])
      expect(again.body).toMatchObject({ result: 'completed' })
      expect(more).toEqual(again)
    },
  },
  {
    name: 'a wrong amount is refunded, and the payment is invalid (S-7.10)',
    isFor: ({ wrongAmountAt }) => wrongAmountAt !== null,
    run: async tools => {
      const { shop, driver } = tools
      const order = await shop.orderFor(driver)
      await shop.providers.arm({
        provider: String(driver.provider),
        mode: 'wrong_amount',
        ...driver.wrongAmountAt,
      })
      let answer = await shop.buy(driver, order)
      for (let looks = 0; looks < 2 && answer.status === 200; looks += 1) {
        await shop.settle()
        answer = await shop.confirm(driver, answer.body['payment_number'])
      }
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'invalid payment status', can_retry: false },
      })
      expect(await shop.providers.armed()).toEqual([])
      expect(await shop.statusOf(order)).not.toBe('completed')
      expect(await standing(shop, order)).toEqual({ net: 0, reserved: 0 })
      // We refund the amount that we know; a person compares it with the captured one.
      if (driver.takesWrongAmount === true) shop.expectPerson(order)
    },
  },
]

/** The return address that the provider got for an order's attempt, under this payment number. */
async function returnAddress({ shop, driver }: Tools, order: BuyerOrder, number: unknown): Promise<string> {
  const [attempt] = await shop.attemptsOf(order)
  const nonce = shop.deps.tokens.derive('return', attempt?.id ?? '')
  return `/payment-return/${driver.provider}/${referenceOf(hashToken(String(number)))}/${nonce}`
}

/** The fields that each provider adds to a return, as a visitor could write them into an address. */
const SUCCESS = {
  redirect_status: 'succeeded',
  payment_intent: 'pi_made_up',
  redirectResult: 'X6XtfGC3',
  event: 'AuthResultReady',
  param: 'made up',
  Status: 'CAPTURE',
  res_result: 'OK',
  res_tracking_id: '00000000000001',
  resultCode: 'Authorised',
  result: 'success',
}
