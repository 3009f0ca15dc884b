import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../tools/embedded-database.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database from which others may be created and dropped. */
    adminDatabaseUrl: string
    /** Name of the migrated, empty database that test databases are cloned from. Nobody connects to it. */
    templateDatabase: string
  }
}

const TEMPLATE = 'kippu_template'

let dataDir: string | undefined
let database: EmbeddedDatabase | undefined

/** One PostgreSQL for the whole run, thrown away at its end; therefore it need not survive a crash. */
export async function setup(project: TestProject): Promise<void> {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-test-'))
  database = await startEmbeddedDatabase({ dataDir, durable: false })
  try {
    await createTemplate(database.url)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('adminDatabaseUrl', database.url)
  project.provide('templateDatabase', TEMPLATE)
}

export async function teardown(): Promise<void> {
  await database?.stop()
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
}

async function createTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = new URL(adminUrl)
  url.pathname = `/${TEMPLATE}`
  await migrate(url.href)
}
