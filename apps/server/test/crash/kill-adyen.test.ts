import { testKills } from './test-kills.ts'

testKills('Adyen and Stripe', ({ provider }) => provider === 'adyen' || provider === 'stripe')
