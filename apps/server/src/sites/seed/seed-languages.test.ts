import { LANGUAGES } from '@kippu/domain/language'
import { SITES } from '@kippu/demo/demo-sites'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/database.ts'
import { seedLanguages } from './seed-languages.ts'

const ROUNDS = 60
/** Two sites are enough for a conflict, and leave time for many repetitions. */
const sites = SITES.slice(0, 2)

let server: TestDatabase
let servers: readonly Database[]

beforeEach(async () => {
  server = await createTestDatabase()
  servers = Array.from({ length: 4 }, () => openDatabase(server.url, { poolSize: 1 }))
})

afterEach(async () => {
  await Promise.all(servers.map(db => db.close()))
  await server.drop()
})

test('servers that seed a new database at the same time, again and again, never fail (S-16.03)', async () => {
  const [first] = servers
  for (let round = 0; round < ROUNDS; round += 1) {
    await first!.transaction(tx => tx.deleteFrom('languages').execute())
    await Promise.all(servers.map(db => db.transaction(tx => seedLanguages(tx, sites))))
  }
  const rows = await first!.read(tx => tx.selectFrom('languages').selectAll().execute())
  expect(rows).toHaveLength(sites.length * LANGUAGES.length)
})

test('a site that chose another default language, or withdrew one, keeps its choice', async () => {
  const [db] = servers
  await db!.transaction(tx => seedLanguages(tx, sites))
  await db!.transaction(async tx => {
    await tx.updateTable('languages').set({ is_default: false }).execute()
    await tx.updateTable('languages').set({ is_default: true }).where('id', '=', 'en').execute()
    await tx.deleteFrom('languages').where('id', '=', 'th').execute()
  })
  await db!.transaction(tx => seedLanguages(tx, sites))
  const rows = await db!.read(tx =>
    tx.selectFrom('languages').select('id').where('is_default', '=', true).execute(),
  )
  expect(rows.map(({ id }) => id)).toEqual(sites.map(() => 'en'))
  expect(
    await db!.read(tx => tx.selectFrom('languages').select('id').where('id', '=', 'th').execute()),
  ).toEqual([])
})
