import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import { inProof } from '../fixtures.ts'
import { card } from '../ways-to-pay.ts'

type Fault = 'null' | 'full' | 'blocked'

/** Both storages are missing, full or blocked from the first page on, and no cookie is kept. */
async function breakStorages(context: BrowserContext, fault: Fault): Promise<void> {
  await context.addInitScript(how => {
    const refuse = (): never => {
      throw new DOMException('no', how === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    if (how === 'full') Storage.prototype.setItem = refuse
    for (const name of how === 'full' ? [] : ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: how === 'null' ? () => null : refuse })
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: refuse })
  }, fault)
}

for (const fault of ['null', 'full', 'blocked'] as const) {
  inProof(`the shop sells, and the ticket shows, where storages are ${fault}`, async ({ visitor, visit }) => {
    await breakStorages(visitor.page.context(), fault)
    await visitor.page.goto('/')
    await visitor.sees('order_title')
    await visitor.orderVisit(visit)
    await visitor.signIn()
    await visitor.typeMailCode()
    await visitor.buyWith(card('1112'))
    await visitor.followMailLink('completion')
    await expect(visitor.page.locator('article').first()).toBeVisible()
  })

  inProof(`the gate opens where storages are ${fault}`, async ({ visitor }) => {
    await breakStorages(visitor.page.context(), fault)
    await visitor.page.goto('/gate')
    await expect(visitor.page.locator('main h1')).toBeVisible()
  })
}
