import { testKills } from './test-kills.ts'

testKills('Alipay and docomo', ({ provider }) => provider === 'alipay' || provider === 'docomo')
