/** Stores the times of the last `npm test` in `bench/results`, to be committed with the code that was tested. */
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

import { writeResults } from './results.ts'
import { TIMES_FILE, testTimes, timesTable } from './test-times.ts'

if (!existsSync(TIMES_FILE)) {
  console.error('There are no times yet: npm test writes them at its end.')
  process.exit(1)
}
const times = v.parse(testTimes, JSON.parse(readFileSync(TIMES_FILE, 'utf8')))
console.log(`${timesTable(times)}\n\nKept: ${writeResults('test-times', times)}`)
