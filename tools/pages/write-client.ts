/**
 * Writes `packages/client/src/calls.ts` from the OpenAPI document; with `--check` it only compares. `--document FILE` writes the document
 * itself, as a release carries it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openApiDocument } from '@kippu/contract/open-api/document'

import { clientSource } from './client/client-source.ts'
import { ROOT } from '../start/root.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' }, document: { type: 'string' } } })
/** The reader of the file knows their own site. */
const document = openApiDocument('https://tickets.example')
const file = path.join(ROOT, 'packages/client/src/calls.ts')
const source = clientSource(document)

if (values.document !== undefined) writeFileSync(values.document, `${JSON.stringify(document, null, 2)}\n`)
else if (values.check !== true) writeFileSync(file, source)
else if (readFileSync(file, 'utf8') !== source) {
  console.error('packages/client/src/calls.ts is not what the contract says: npm run write:client')
  process.exitCode = 1
}
