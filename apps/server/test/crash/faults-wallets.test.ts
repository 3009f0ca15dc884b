import { testFaults } from './test-faults.ts'

testFaults('Alipay and docomo', ({ provider }) => provider === 'alipay' || provider === 'docomo')
