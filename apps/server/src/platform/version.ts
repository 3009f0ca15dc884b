import { readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

import { SCHEMA_RELEASE } from './db/program-name.ts'

const manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** The name of this program: its release, and that of the database beside which others may run. */
export const VERSION = {
  release: v.parse(manifest, readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'))
    .version,
  schema: SCHEMA_RELEASE,
  node: process.version,
} as const
