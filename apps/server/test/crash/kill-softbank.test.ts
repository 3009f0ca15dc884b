import { testKills } from './test-kills.ts'

testKills(
  'SB Payment Service and what is free',
  ({ provider }) => provider === 'softbank' || provider === null,
)
