import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  /** Ends every connection that is still open, and removes the database. */
  readonly drop: () => Promise<void>
}

/** PostgreSQL copies a template only while nobody else uses it, so the workers clone one after the other. */
const CLONING = 20_260_401

/**
 * A database of its own for one test file: migrated and empty, or with every site and the demo catalogue; `bare` has no
 * table yet.
 */
export async function createTestDatabase(
  filling: 'bare' | 'empty' | 'seeded' = 'empty',
): Promise<TestDatabase> {
  const adminUrl = inject('adminDatabaseUrl')
  const name = `test_${process.env['VITEST_POOL_ID'] ?? '0'}_${randomUUID().replaceAll('-', '')}`
  await administer(adminUrl, async client => {
    await client.query('select pg_advisory_lock($1)', [CLONING])
    const template = filling === 'bare' ? 'template0' : inject('templateDatabases')[filling]
    // Copies the files as they are, instead of writing each page into the log as well.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const drop = (): Promise<void> =>
    administer(adminUrl, async client => {
      await client.query(`drop database if exists ${name} with (force)`)
    })
  return { url: url.href, drop }
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
