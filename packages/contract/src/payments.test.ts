import { expect, test } from 'vitest'

import type { Call } from './call.ts'
import { CALLS } from './calls.ts'

test('a payment has four minutes to answer, a scan at the gate five seconds, every other call the time of the browser (R-7.26, R-7.28, R-7.31, D-51)', () => {
  const own = Object.entries<Call>(CALLS).filter(([, { timeoutSeconds }]) => timeoutSeconds !== undefined)
  expect(Object.fromEntries(own.map(([name, { timeoutSeconds }]) => [name, timeoutSeconds]))).toEqual({
    checkout: 240,
    checkoutBySheet: 240,
    checkoutSpotOrder: 240,
    checkoutTimeChange: 240,
    confirmCheckout: 240,
    executeGmoPayment: 240,
    readDPayToken: 240,
    scanTicket: 5,
  })
})
