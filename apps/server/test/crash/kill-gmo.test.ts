import { testKills } from './test-kills.ts'

testKills('GMO', ({ provider }) => provider === 'gmo')
