import pg from 'pg'
import { inject } from 'vitest'

import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../tools/embedded-database.ts'
import { takeKept } from './kept-cluster.ts'

/**
 * A PostgreSQL that the test may kill: it syncs, as in production. Its database is there as after a first start, which is slow and has tests of
 * its own; without a kept one it is empty.
 */
export async function startSeededCluster(dataDir: string): Promise<EmbeddedDatabase> {
  const isKept = takeKept(inject('keptCluster'), dataDir)
  const database = await startEmbeddedDatabase({ dataDir })
  if (isKept) await copySeeded(database.url)
  return database
}

async function copySeeded(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`drop database ${name}`)
    await client.query(
      `create database ${name} template ${inject('templateDatabases').seeded} strategy file_copy`,
    )
  } finally {
    await client.end()
  }
}
