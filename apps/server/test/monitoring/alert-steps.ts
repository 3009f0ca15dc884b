import type { PaymentMethod } from '@kippu/domain/payment-method'
import { sql } from 'kysely'

import type { RigOrder } from '../crash/method-rig.ts'
import { patiently } from '../crash/patient-shop.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { Conduct } from '../payment-methods/method-driver.ts'
import { orderOf, placeOrder } from '../place-order.ts'
import { type AlertRig, until } from './alert-rig.ts'

/** What visitors and time do to the store of the drill. */

export function order(rig: AlertRig, catalogue = rig.catalogue): Promise<RigOrder> {
  // A drill may run on a machine that is busy.
  return placeOrder({ ...rig, shop: patiently(rig.shop) }, { catalogue, span: 0, coupon: undefined })
}

/** The first call of an order alone. */
export function beginOrder(rig: AlertRig, catalogue = rig.catalogue): Promise<StoreAnswer> {
  return rig.shop.call('POST', '/api/v1/orders', orderOf({ catalogue, span: 0, coupon: undefined }))
}

export async function pay(
  rig: AlertRig,
  { token, yen }: RigOrder,
  conduct: Conduct = 'paid',
  method: PaymentMethod = 'stripe',
): Promise<StoreAnswer> {
  const driver = DRIVERS.find(one => one.method === method)
  if (driver === undefined) throw new Error(`nobody pays by ${method}`)
  return patiently(rig.shop).call('POST', `/api/v1/orders/checkout/${token}`, {
    payment_method_type: method,
    ...(await driver.data(rig.providers, conduct, yen)),
  })
}

/** A visit that is bought and captured. @returns the number of its reservation. */
export async function buy(rig: AlertRig): Promise<string> {
  const bought = await order(rig)
  const { body } = await pay(rig, bought)
  if (body['result'] !== 'completed') throw new Error(`not bought: ${JSON.stringify(body)}`)
  await until(async () => {
    const { rows } = await rig.db.read(read =>
      sql`select from payment_attempts where order_id = ${bought.id}::uuid and state = 'captured'`.execute(
        read,
      ),
    )
    return rows.length > 0
  })
  const { number } = await rig.db.read(read =>
    read
      .selectFrom('reservations')
      .select('number')
      .where('order_id', '=', bought.id)
      .executeTakeFirstOrThrow(),
  )
  return number
}

/** A payment whose visitor is asked something by the bank, and does not answer. */
export async function leaveOpen(rig: AlertRig): Promise<void> {
  const { body } = await pay(rig, await order(rig), 'challenge', 'stripe_secure')
  if (body['result'] !== 'redirect') throw new Error(`not open: ${JSON.stringify(body)}`)
}

export async function write(rig: AlertRig, statement: ReturnType<typeof sql>): Promise<void> {
  await rig.db.transaction(tx => statement.execute(tx))
}

export async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work))
}
