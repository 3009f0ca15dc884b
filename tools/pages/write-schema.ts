/** Writes `apps/server/src/platform/db/schema.ts` from a database that the migrations have made. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedDatabase } from '../start/embedded-database.ts'
import { ROOT } from '../start/root.ts'
import { schemaTypes } from './schema-types.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-schema-'))
const database = await startEmbeddedDatabase({ dataDir, durable: false })
try {
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  writeFileSync(path.join(ROOT, 'apps/server/src/platform/db/schema.ts'), await schemaTypes(client))
  await client.end()
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
