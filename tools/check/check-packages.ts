import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../start/root.ts'
import { faultsOfAudit, faultsOfInventory } from './packages.ts'

/** Keeps an inventory of production in `.cache/sbom.json`, and asks the registry for advisories about it. */
const sbom = await npm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx')
mkdirSync(path.join(ROOT, '.cache'), { recursive: true })
writeFileSync(path.join(ROOT, '.cache', 'sbom.json'), JSON.stringify(sbom, null, 2))
const faults = [...faultsOfInventory(sbom), ...faultsOfAudit(await npm('audit', '--omit=dev', '--json'))]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** Runs npm and reads its JSON: an audit with findings ends with 1 and says them all the same. */
function npm(...args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, said) => {
      if (said.trim() === '') reject(error ?? new Error(`npm ${args[0]} said nothing`))
      else resolve(JSON.parse(said))
    })
  })
}
