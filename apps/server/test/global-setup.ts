import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../tools/start/embedded-database.ts'
import { preparePoppler } from '../../../tools/test/poppler.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import { createJobQueue } from '../src/platform/jobs/pg-boss-queue.ts'
import { bundleStore, type StoreProgram } from './bundled-store.ts'
import { fillWithDemo } from './fill-with-demo.ts'
import { keep, keyOf, sourcesOf, takeKept } from './kept-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database from which others may be created and dropped. */
    adminDatabaseUrl: string
    /** Databases that those of the tests are cloned from: migrated with the queue, and with every site and the demo catalogue. */
    templateDatabases: { readonly empty: string; readonly seeded: string }
    /** What the PostgreSQL of the run was copied from, see `kept-cluster.ts`. */
    keptCluster: string
    /** What tests start that start a store of their own. */
    storeProgram: StoreProgram
  }
}

const TEMPLATES = { empty: 'kippu_empty_template', seeded: 'kippu_seeded_template' } as const

let dataDir: string | undefined
let database: EmbeddedDatabase | undefined

/** One PostgreSQL for the whole run, deleted at its end, so it need not survive a crash; and what reads PDF files. */
export async function setup(project: TestProject): Promise<void> {
  preparePoppler()
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-test-'))
  const key = keyOf(sourcesOf(import.meta.filename))
  const [storeProgram] = await Promise.all([
    bundleStore(),
    takeKept(key, dataDir) ? undefined : makeTemplates(key, dataDir),
  ])
  database = await startEmbeddedDatabase({ dataDir, durable: false })
  project.provide('adminDatabaseUrl', database.url)
  project.provide('templateDatabases', TEMPLATES)
  project.provide('keptCluster', key)
  project.provide('storeProgram', storeProgram)
}

export async function teardown(): Promise<void> {
  await database?.stop()
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
}

/** Makes a PostgreSQL with the templates in a folder, and keeps it for the next run. */
async function makeTemplates(key: string, folder: string): Promise<void> {
  const maker = await startEmbeddedDatabase({ dataDir: folder, durable: false })
  try {
    await createTemplates(maker.url)
  } finally {
    await maker.stop()
  }
  keep(key, folder)
}

/** Nobody may be connected to a template while it is copied, so the connection that fills one is closed. */
async function createTemplates(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATES.empty}`)
  await migrate(addressOf(adminUrl, TEMPLATES.empty))
  const queue = await createJobQueue({
    databaseUrl: addressOf(adminUrl, TEMPLATES.empty),
    log: pino({ level: 'silent' }),
    retrySeconds: 1,
  })
  await queue.stop()
  await client.query(`create database ${TEMPLATES.seeded} template ${TEMPLATES.empty}`)
  await client.end()
  // As the server seeds: a machine that is busy is waited for.
  const db = openDatabase(addressOf(adminUrl, TEMPLATES.seeded), { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await fillWithDemo(db)
  await db.close()
  // Else each copy writes the pages of the large tables again when it first reads them.
  const filled = new pg.Client({ connectionString: addressOf(adminUrl, TEMPLATES.seeded) })
  await filled.connect()
  // Tests count what they do themselves.
  await filled.query(`alter table staff_actions disable trigger user;
    truncate staff_actions, catalogue_imports restart identity;
    alter table staff_actions enable trigger user`)
  await filled.query('vacuum (freeze, analyze) texts, product_days, time_spans')
  await filled.end()
}

function addressOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
