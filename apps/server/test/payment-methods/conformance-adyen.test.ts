import { testConformance } from './test-conformance.ts'

testConformance('adyen', 'alipay')
