import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { CASES } from './cases.ts'
import { DRIVERS } from './drivers.ts'
import type { MethodDriver } from './method-driver.ts'
import { createMethodsApp, type MethodsApp } from './methods-app.ts'

/** Some cases buy several times; not a promise of speed. */
const PATIENCE_MS = 120_000

/** Runs every case that can happen with the methods of these providers; the ledgers are compared after each. */
export function testConformance(...providers: readonly MethodDriver['provider'][]): void {
  let shop: MethodsApp
  beforeAll(async () => {
    shop = await createMethodsApp()
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.reset())
  afterEach(() => shop.compareBooks())

  describe.each(DRIVERS.filter(({ provider }) => providers.includes(provider)))('$method', driver => {
    for (const { name, run } of CASES.filter(({ isFor }) => isFor(driver)))
      test(`${driver.method}: ${name}`, { timeout: PATIENCE_MS }, async () => {
        await expect(run({ shop, driver })).resolves.toBeUndefined()
      })
  })
}
