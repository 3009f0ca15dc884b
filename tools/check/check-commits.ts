import { BASE, findCommitFaults } from './commit-subjects.ts'
import { ROOT } from '../start/root.ts'

const complaints = findCommitFaults(ROOT, BASE)
for (const line of complaints) console.error(line)
if (complaints.length > 0) process.exit(1)
