import requirements from './asvs-5.0.json' with { type: 'json' }
import { ROOT } from '../start/root.ts'
import { findFaultsOfSecurityPage } from './security-page.ts'

const faults = findFaultsOfSecurityPage(ROOT, 'docs/security.md', requirements)
for (const line of faults) console.error(line)
if (faults.length > 0) process.exit(1)
