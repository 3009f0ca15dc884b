import { testConformance } from './test-conformance.ts'

testConformance('stripe', 'docomo', null)
