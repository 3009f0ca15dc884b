import fc from 'fast-check'

import { propertySeed } from './property-seed.ts'

/** Read by every project with property tests before each of its files. */
fc.configureGlobal(propertySeed(process.env))
