import path from 'node:path'
import { STAFF_TEXTS, TEXTS } from '@kippu/texts/texts'
import { ROOT } from '../start/root.ts'
import { readTables, tableFaults, usageFaults } from './text-faults.ts'

const tables = await readTables(path.join(ROOT, 'packages/texts/src'))
/** Its words are found by the names of what is stored, and no visitor's page has them: `person-page.ts`. */
const OF_PERSONS = 'person.ts'
const shown = tables.filter(({ file }) => path.basename(file) !== OF_PERSONS)
const keys = new Set(shown.flatMap(({ table }) => Object.keys(table)))
const left = [...keys]
  .filter(key => !Object.hasOwn(TEXTS, key) && !Object.hasOwn(STAFF_TEXTS, key))
  .map(key => `texts.ts leaves ${key} out`)

const faults = [...tableFaults(tables), ...left, ...usageFaults(ROOT, keys)]
for (const line of faults) console.error(line)
if (faults.length > 0) process.exit(1)
