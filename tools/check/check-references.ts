import { findBrokenReferences } from './page-references.ts'
import { ROOT } from '../start/root.ts'

const complaints = findBrokenReferences(ROOT)
for (const line of complaints) console.error(line)
if (complaints.length > 0) process.exit(1)
