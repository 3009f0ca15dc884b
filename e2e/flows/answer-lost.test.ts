import { expect } from '@playwright/test'

import { clearFaults, armFault } from '../faults.ts'
import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { card } from '../ways-to-pay.ts'

test.afterEach(clearFaults)

inProof(
  'a payment whose answer is lost is looked up, and its tickets arrive',
  async ({ visitor, orderToPay, database }) => {
    // The provider takes the payment, but neither its answer nor any webhook event comes through.
    await armFault({ provider: 'stripe', op: 'execute', mode: 'drop_after', value: 10 })
    await armFault({ provider: 'stripe', op: 'query', mode: 'drop_before', value: 10 })
    await visitor.payWithCard('1112')
    await visitor.sees('payment_checking_title')
    await clearFaults()
    await visitor.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)

inProof(
  'the store waits for a slow provider, and the button says so meanwhile',
  async ({ visitor, orderToPay, database }) => {
    await armFault({ provider: 'gmo', op: 'execute', mode: 'delay_ms', value: 3000 })
    await visitor.payWith(card('1112', 'gmo'))
    await expect(visitor.button('confirm_paying')).toBeVisible()
    await visitor.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)
