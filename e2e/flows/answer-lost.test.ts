import { clearFaults, armFault } from '../faults.ts'
import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'

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
