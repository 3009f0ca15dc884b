import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { claimPort } from '../../../tools/start/claim-ports.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { type ServerProcess, startServer } from './crash/server-process.ts'
import { sourcesAt } from './bundled-store.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { ROOT } from './kept-cluster.ts'

/** The program as it starts in production, on an empty database, for a rehearsal. */

let database: TestDatabase
let db: Database
let server: ServerProcess
let url: string
const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-production-'))

beforeAll(async () => {
  database = await createTestDatabase('bare')
  db = openDatabase(database.url, { poolSize: 1 })
  const port = await claimPort()
  url = `http://127.0.0.1:${port}`
  const variables = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'one secret of 32 characters, here',
    SMTP_URL: 'smtp://mail.example.com:25',
    MAIL_FROM: 'tickets@example.com',
    METRICS_TOKEN: 'for the monitor',
    TRUST_PROXY: 'loopback',
    SITES_DIR: DEMO_SITES_DIR,
    SITE_KEY: 'demo',
    SITE_HOSTS: 'demo=tickets.example.com',
    ALLOW_DEMO_SITE: 'yes',
    ALLOW_NO_PAYMENTS: 'yes',
    DRAIN_SECONDS: '0',
  }
  server = await startServer(port, variables, sourcesAt(ROOT))
}, 60_000)

afterAll(async () => {
  await server.stop()
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('nobody has an account, and nothing of the demonstration is sold', async () => {
  const count = (table: 'members' | 'products' | 'coupons' | 'membership_promotions') =>
    db.read(read => read.selectFrom(table).selectAll().execute())
  for (const table of ['members', 'products', 'coupons', 'membership_promotions'] as const)
    expect(await count(table)).toEqual([])
})

test('mails that may leave in the clear are warned of, and a database on this machine is not', () => {
  expect(server.lastOutput()).toContain('SMTP_URL: mails may leave without encryption')
  expect(server.lastOutput()).not.toContain('DATABASE_URL')
})

test('its numbers are closed, and its documents are for HTTPS alone', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const { headers } = await fetch(`${url}/`)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})
