import { testFaults } from './test-faults.ts'

testFaults(
  'GMO, SB Payment Service, Alipay, docomo and what is free',
  ({ provider }) => provider !== 'adyen' && provider !== 'stripe',
)
