import { findBareText } from './bare-text.ts'
import { findBookingTypeComparisons } from './booking-types.ts'
import { findForbiddenImports } from './boundaries.ts'
import { findIdleIndexes } from './index-readers.ts'
import { ROOT } from '../start/root.ts'
import { findStrayEnglish, findStrayWords } from './stray-words.ts'
import { findForeignWrites } from './table-owners.ts'

const complaints = [
  ...findForbiddenImports(ROOT),
  ...findStrayWords(ROOT),
  ...findStrayEnglish(ROOT),
  ...findForeignWrites(ROOT),
  ...findIdleIndexes(ROOT),
  ...findBookingTypeComparisons(ROOT),
  ...findBareText(ROOT),
]
for (const line of complaints) console.error(line)
if (complaints.length > 0) process.exit(1)
