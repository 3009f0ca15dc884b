import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { buyInTheEnd, isPaid } from './conformance-case.ts'
import { DRIVERS } from './drivers.ts'
import { courseOf } from './families.ts'
import type { MethodDriver } from './method-driver.ts'
import type { BuyerChange } from '../shop/all-methods.ts'
import { createShop, type MethodsShop } from '../shop/shop.ts'

/** Yen for two. */
const PAID = 6400
const MORE = 600
const LESS = 400
/** Each buys before it moves; not a promise of speed. */
const PATIENCE_MS = 120_000

let shop: MethodsShop

beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())
afterEach(() => shop.compareBooks())

/** Of each provider and each course, one: a change is an order, and each method pays an order. */
const ofEachClass = (drivers: readonly MethodDriver[], turn: number): readonly MethodDriver[] =>
  IS_WHOLE_PROOF ? drivers : coverOf(drivers, one => [`by ${one.provider}`, `course: ${courseOf(one)}`], turn)

const FREE = DRIVERS.find(({ method }) => method === 'free')!
const STRIPE = DRIVERS.find(({ method }) => method === 'stripe')!

const statusOf = async ({ token }: BuyerChange): Promise<unknown> =>
  (await shop.call('GET', `/api/v1/timechanges/${token}`)).body['status']

const reservation = (token: unknown) => shop.call('GET', `/api/v1/reservations/${String(token)}`)

describe('a change of time', { timeout: PATIENCE_MS }, () => {
  test.each(ofEachClass(DRIVERS.filter(isPaid), 0))(
    '$method pays what the new time costs more, once (S-11.09, D-41)',
    async driver => {
      const change = await shop.changeFor(driver, 'dear')
      const { body } = await buyInTheEnd({ shop, driver }, change)
      expect(body).toMatchObject({
        result: 'completed',
        time_change: true,
        reservation_number: change.reservationNumber,
      })
      await shop.settle()
      expect(await shop.moneyOf(change)).toMatchObject({ captured: MORE, refunded: 0, net: MORE })
      expect(await shop.moneyOf(change.visit)).toMatchObject({ captured: PAID, net: PAID })
      expect((await shop.attemptsOf(change)).map(({ state }) => state)).toEqual(['captured'])
      expect((await reservation(body['reservation_token'])).body).toMatchObject({ price: PAID + MORE })
      expect(await reservation(change.reservationToken)).toMatchObject({ status: 410 })
      // A second press of the button, in another tab, takes nothing more.
      expect((await shop.checkout(driver, change)).body).toMatchObject({
        error: 'time change status is not pending',
      })
      expect(await shop.moneyOf(change)).toMatchObject({ net: MORE })
    },
  )

  test.each(ofEachClass(DRIVERS.filter(isPaid), 1))(
    '$method gives back what the new time costs less, once (S-11.11, D-41)',
    async driver => {
      const change = await shop.changeFor(driver, 'cheap')
      const { body } = await shop.checkout(FREE, change)
      expect(body).toMatchObject({ result: 'completed', refund: { amount: LESS } })
      await shop.settle()
      await shop.settle()
      expect(await shop.moneyOf(change.visit)).toMatchObject({
        captured: PAID,
        refunded: LESS,
        net: PAID - LESS,
      })
      expect((await shop.refundsOf(change.visit)).map(({ state }) => state)).toEqual(['done'])
      expect((await reservation(body['reservation_token'])).body).toMatchObject({ price: PAID - LESS })
    },
  )

  test('free moves to a time at the same price, and nobody is charged (S-11.10)', async () => {
    const change = await shop.changeFor(STRIPE, 'same')
    expect((await shop.checkout(FREE, change)).body).toMatchObject({ result: 'completed', time_change: true })
    expect(await shop.moneyOf(change)).toMatchObject({ captured: 0, net: 0 })
    expect(await shop.moneyOf(change.visit)).toMatchObject({ net: PAID })
  })

  const leaving = DRIVERS.filter(({ leaves, tellsCancel }) => leaves !== 'never' && tellsCancel)
  test.each(ofEachClass(leaving, 2))(
    '$method, left by its visitor: the change waits for another way, and the visit stays (S-7.09)',
    async (driver: MethodDriver) => {
      const change = await shop.changeFor(driver, 'dear')
      const conduct = driver.takesCard ? 'challenge' : 'paid'
      const left = await shop.buy(driver, change, { act: 'cancel', conduct })
      await shop.settle()
      // A page that shows a code asks what became of it.
      const { status, body } =
        left.status === 200 ? await shop.confirm(driver, left.body['payment_number']) : left
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: 'payment_api_failure', timechange_token: change.token },
      })
      expect(await statusOf(change)).toBe('pending')
      expect((await shop.moneyOf(change)).net).toBe(0)
      expect((await reservation(change.reservationToken)).status).toBe(200)
    },
  )
})

describe('d払い (S-13.05)', () => {
  const driver = DRIVERS.find(({ method }) => method === 'd_pay')!

  test('both of its calls work for the token of a change, and for no other', async () => {
    const change = await shop.changeFor(driver, 'dear')
    expect((await shop.checkout(driver, change)).body).toMatchObject({
      result: 'action',
      action: { type: 'd_account' },
    })
    const login = await shop.call('GET', `/d-account/v1/auth/${change.token}`)
    expect(login).toMatchObject({ status: 200, body: { response_type: 'code', scope: 'openid' } })
    for (const path of ['d-account/v1/auth', 'd-pay/v1/scptok'])
      for (const token of [change.reservationToken, change.visit.token])
        expect((await shop.call('GET', `/${path}/${token}`)).status).not.toBe(200)
  })

  test('a change is paid by it', async () => {
    const change = await shop.changeFor(driver, 'dear')
    expect((await shop.buy(driver, change)).body).toMatchObject({ result: 'completed', time_change: true })
    await shop.settle()
    expect(await shop.moneyOf(change)).toMatchObject({ captured: MORE, net: MORE })
  })
})
