import type { Dice } from '../../../../packages/domain/test/random-order.ts'
import type { GateShop } from '../shop/shop.ts'
import type { StaffDevice } from '../shop/gate.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import type { Model } from './slow-model.ts'

/** A small shop, a model of it, and what was done so far. */
export interface Run {
  readonly shop: GateShop
  /** The gate of the staff. */
  readonly door: StaffDevice
  readonly dice: Dice
  readonly model: Model
  /** What was done, the newest last. */
  readonly log: string[]
}

/** Does something, and says what became of it; undefined where there was nobody to do it. */
export type Step = (run: Run) => Promise<string | undefined>

export function oneOf<T>(dice: Dice, all: Iterable<T>): T | undefined {
  const list = [...all]
  return list.length === 0 ? undefined : dice.oneOf(list)
}

/** @throws when a part of an answer is another than it should be. */
export function expectAnswer({ status, body }: StoreAnswer, wanted: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(wanted)) {
    const got = key === 'status' && typeof value === 'number' ? status : body[key]
    if (JSON.stringify(got) !== JSON.stringify(value))
      throw new Error(`${key} should be ${JSON.stringify(value)}: ${status} ${JSON.stringify(body)}`)
  }
}
