import { clearFaults, armFault } from '../faults.ts'
import { test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'

test.afterEach(clearFaults)

test('a payment whose answer is lost is looked up, and its tickets come', async ({
  visitor,
  orderToPay,
  database,
}) => {
  // Twice, as the provider's own library asks again when its connection breaks.
  await armFault({ provider: 'stripe', op: 'create', mode: 'drop_after', value: 2 })
  await visitor.payWithCard('1112')
  await visitor.sees('payment_checking_title')
  await visitor.seesThanks()
  await expectOneCharge(database, orderToPay)
})
