import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { DRIVERS } from './drivers.ts'
import type { MethodDriver } from './method-driver.ts'
import { createShop, type MethodsShop } from '../shop/shop.ts'
import { TRIALS } from './trials.ts'

/** Some cases buy several times; not a promise of speed. */
const PATIENCE_MS = 120_000

/** Runs the trials of the methods of these providers; the books are compared after each. */
export function testConformance(...providers: readonly MethodDriver['provider'][]): void {
  let shop: MethodsShop
  beforeAll(async () => {
    shop = await createShop({ payments: 'all' })
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.reset())
  afterEach(() => shop.compareBooks())

  describe.each(DRIVERS.filter(({ provider }) => providers.includes(provider)))('$method', driver => {
    for (const { name, run } of TRIALS.filter(trial => trial.driver === driver))
      test(`${driver.method}: ${name}`, { timeout: PATIENCE_MS }, async () => {
        await expect(run({ shop, driver })).resolves.toBeUndefined()
      })
  })
}
