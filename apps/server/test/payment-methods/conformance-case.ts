import { expect } from 'vitest'

import type { StoreAnswer } from '../shop/orders.ts'
import type { Behaviour, BuyerOrder } from '../shop/all-methods.ts'
import type { MethodsShop } from '../shop/shop.ts'
import type { MethodDriver } from './method-driver.ts'
import { isStep } from './visitor.ts'

/** Something that may happen to a payment, and what must then hold for every method. */
export interface ConformanceCase {
  /** A sentence, with the rows that it proves. */
  readonly name: string
  /** False where it cannot happen. */
  readonly isFor: (driver: MethodDriver) => boolean
  /** Its rows name every method, so that one of a family does not do for the others. */
  readonly isOfEachMethod?: true
  /** The saga decides it: what the adapter does in it, other cases try with each provider. */
  readonly isOfSaga?: true
  readonly run: (tools: Tools) => Promise<void>
}

export interface Tools {
  readonly shop: MethodsShop
  readonly driver: MethodDriver
}

export const PRICE = 3200

export const isPaid = ({ method }: MethodDriver): boolean => method !== 'free'
export const leavesThePage = ({ leaves }: MethodDriver): boolean => leaves !== 'never'

/** A card that sends its visitor to the bank; wallets always do. */
export function awayWith({ takesCard }: MethodDriver): Behaviour {
  return { conduct: takesCard ? 'challenge' : 'paid' }
}

/** A patient visitor: waits when told to wait, and tries again when allowed to, until there are tickets. */
export async function buyInTheEnd(
  tools: Tools,
  order: BuyerOrder,
  how: Behaviour = {},
): Promise<StoreAnswer> {
  return goOnToTheEnd(tools, order, await tools.shop.buy(tools.driver, order, how))
}

/**
 * Buys, and asks until it is known that the visitor has the tickets, as the page does: a notice of the provider may be at work on the payment when the
 * visitor comes back. What is still to be done of the payment stays so.
 */
export async function buyAndAsk({ shop, driver }: Tools, order: BuyerOrder): Promise<StoreAnswer> {
  let answer = await shop.buy(driver, order)
  while (answer.body['result'] === 'checking')
    answer = await shop.confirm(driver, answer.body['payment_number'])
  return answer
}

/** As {@link buyInTheEnd}, from an answer on. */
export async function goOnToTheEnd(
  { shop, driver }: Tools,
  order: BuyerOrder,
  first: StoreAnswer,
): Promise<StoreAnswer> {
  let answer = first
  for (let patience = 0; patience < 5 && answer.body['result'] !== 'completed'; patience += 1) {
    if (answer.status === 400 && answer.body['can_retry'] === true) answer = await shop.buy(driver, order)
    else {
      await shop.settle()
      answer = await shop.confirm(driver, answer.body['payment_number'])
      if (isStep(answer)) answer = await shop.goOn(driver, order, { answer })
    }
  }
  return answer
}

/** The answer once nothing is open. */
export async function answerInTheEnd({ shop, driver }: Tools, answer: StoreAnswer): Promise<StoreAnswer> {
  if (answer.status !== 200 || answer.body['result'] === 'completed') return answer
  await shop.settle()
  return shop.confirm(driver, answer.body['payment_number'])
}

/** Pays or authenticates, and closes the tab on the way back. Returns the answer of checkout. */
export async function payAndVanish({ shop, driver }: Tools, order: BuyerOrder): Promise<StoreAnswer> {
  const first = await shop.checkout(driver, order, awayWith(driver).conduct)
  let answer = first
  while (isStep(answer)) {
    const back = await shop.leave(driver, order.token, { answer, act: 'pay_no_return' })
    // A bank's page has no such button: the visitor closes the tab that it sends back.
    if (back === undefined || driver.answerOf('pay_no_return') === 'authenticate') return first
    ;({ answer } = await shop.comeBack(driver, back))
  }
  throw new Error(`the visitor did not get away: ${JSON.stringify(answer)}`)
}

/** The order has its tickets, was charged exactly once, and nothing is open. */
export async function expectBought({ shop, driver }: Tools, order: BuyerOrder, yen = PRICE): Promise<void> {
  await shop.settle()
  expect(await shop.statusOf(order)).toBe('completed')
  const attempts = await shop.attemptsOf(order)
  expect(attempts.filter(({ state }) => state === 'captured')).toHaveLength(1)
  expect(attempts.filter(({ operation }) => operation !== null)).toEqual([])
  if (!isPaid(driver)) return
  expect(await shop.moneyOf(order)).toMatchObject({ captured: yen, refunded: 0, net: yen })
}

/** The payment failed without money, and the visitor can pay by another method at once (S-1.12, S-7.08, S-7.09). */
export async function expectPayableAgain(
  { shop, driver }: Tools,
  order: BuyerOrder,
  answer: StoreAnswer,
): Promise<void> {
  expect(answer).toEqual({
    status: 400,
    body: { error: 'payment_api_failure', can_retry: true, order_token: order.token },
  })
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  expect(await shop.unitsHeld(order)).toBe(1)
  expect((await shop.moneyOf(order)).captured).toBe(0)
  const again = await buyInTheEnd({ shop, driver }, order)
  expect(again.body).toMatchObject({ result: 'completed' })
  expect(await shop.attemptsOf(order)).toHaveLength(2)
  await expectBought({ shop, driver }, order)
}

/** The order has ended, its places are for sale again and nobody paid. */
export async function expectOver({ shop }: Tools, order: BuyerOrder): Promise<void> {
  expect(await shop.statusOf(order)).toBe('expired')
  expect(await shop.unitsHeld(order)).toBe(0)
  expect((await shop.attemptsOf(order)).filter(({ operation }) => operation !== null)).toEqual([])
  expect(await standing(shop, order)).toEqual({ net: 0, reserved: 0 })
}

/** Yen that the visitor has paid without a refund, and yen that are blocked on their card. */
export async function standing(
  shop: MethodsShop,
  order: BuyerOrder,
): Promise<{ readonly net: number; readonly reserved: number }> {
  const { net, authorized, captured, voided } = await shop.moneyOf(order)
  // Some providers report an immediate capture only as captured.
  return { net, reserved: authorized === 0 ? 0 : authorized - captured - voided }
}
