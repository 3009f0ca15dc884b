import path from 'node:path'
import { findForbiddenImports } from './boundaries.ts'

const forbidden = findForbiddenImports(path.resolve(import.meta.dirname, '..'))
for (const line of forbidden) console.error(line)
if (forbidden.length > 0) process.exit(1)
