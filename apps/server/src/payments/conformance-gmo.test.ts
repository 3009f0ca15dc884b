import { testConformance } from '../../test/payment-methods/test-conformance.ts'

testConformance('gmo')
