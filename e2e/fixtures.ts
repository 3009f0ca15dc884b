import { randomBytes } from 'node:crypto'

import type { Language } from '@kippu/domain/language'
import { test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../tools/test/proof-choice.ts'
import { openStoreDatabase } from './database.ts'
import type { StoreDatabase } from './database.ts'
import { orderAhead } from './order-ahead.ts'
import type { MailedOrder } from './order-ahead.ts'
import { Visitor } from './visitor.ts'
import { dayFor, DIGITAL_FOREST, visitOn } from './visits.ts'
import type { Visit } from './visits.ts'
import { Watch } from './watch.ts'

interface Fixtures {
  /** The language of the visitor. */
  readonly lang: Language
  readonly watch: Watch
  /** A visitor with a mail address of their own and an empty tab. */
  readonly visitor: Visitor
  /** The same person on another device: a browser that knows nothing of the first. */
  readonly otherDevice: () => Promise<Visitor>
  /** A visit that belongs to this story alone. */
  readonly visit: Visit
  /** The visitor is on the payment page of an order for the visit; form and mail are done. */
  readonly orderToPay: MailedOrder
}

interface WorkerFixtures {
  readonly database: StoreDatabase
}

/** For `test.use`: the visitor has not asked for less motion, as most have not. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Stories begin here: `test('…', async ({ visitor, visit }) => …)`. Every browser in them is watched. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  lang: ['ja', { option: true }],
  watch: [
    // Playwright reads from the empty braces that the fixture needs no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const watch = new Watch()
      await provide(watch)
      watch.verify()
    },
    { auto: true },
  ],
  context: async ({ context, watch }, provide) => {
    watch.over(context)
    await provide(context)
  },
  visitor: async ({ page, lang }, provide) => {
    await provide(new Visitor({ page, lang, email: `buyer-${randomBytes(8).toString('hex')}@example.com` }))
  },
  otherDevice: async ({ browser, visitor, watch }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      watch.over(context)
      return visitor.as({ page: await context.newPage() })
    })
    for (const context of contexts) await context.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  visit: async ({}, provide, { titlePath }) => {
    await provide(await visitOn(await dayFor(titlePath.join(' '), DIGITAL_FOREST), DIGITAL_FOREST))
  },
  orderToPay: async ({ visitor, visit }, provide) => {
    const order = await orderAhead(visit, visitor)
    await visitor.followMailLink()
    await provide(order)
  },
  database: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const database = await openStoreDatabase(process.env['E2E_DATA_DIR'] ?? '')
      await provide(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * A story whose class another one has too (`docs/evidence/test-classes.md`): `npm test` leaves it out, and the whole proof tells it.
 */
export const inProof: (title: string, story: Parameters<typeof test>[2]) => void = IS_WHOLE_PROOF
  ? test
  : () => undefined
