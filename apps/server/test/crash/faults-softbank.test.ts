import { testFaults } from './test-faults.ts'

testFaults(
  'SB Payment Service and what is free',
  ({ provider }) => provider === 'softbank' || provider === null,
)
