import pg from 'pg'
import { inject } from 'vitest'

import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../tools/start/embedded-database.ts'
import { takeKept } from './kept-cluster.ts'

/**
 * A PostgreSQL that the test may kill: it syncs, as in production. Its database is there as after a first start, which is slow and has tests of
 * its own; without a kept one it is empty.
 */
export function startSeededCluster(dataDir: string): Promise<EmbeddedDatabase> {
  return startClusterOf(dataDir, {
    key: inject('keptCluster'),
    template: inject('templateDatabases').seeded,
  })
}

/** As `startSeededCluster`, for tests of other projects. @param kept where the run's PostgreSQL was kept, and which of its databases is filled. */
export async function startClusterOf(
  dataDir: string,
  { key, template }: { readonly key: string; readonly template: string },
): Promise<EmbeddedDatabase> {
  const isKept = takeKept(key, dataDir)
  const database = await startEmbeddedDatabase({ dataDir })
  if (isKept) await copySeeded(database.url, template)
  return database
}

async function copySeeded(databaseUrl: string, template: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`drop database ${name}`)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
}
