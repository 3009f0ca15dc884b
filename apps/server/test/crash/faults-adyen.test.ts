import { testFaults } from './test-faults.ts'

testFaults('Adyen and Stripe', ({ provider }) => provider === 'adyen' || provider === 'stripe')
