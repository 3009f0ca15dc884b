import { testFaults } from './test-faults.ts'

testFaults('GMO', ({ provider }) => provider === 'gmo')
