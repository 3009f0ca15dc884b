import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

async function tableNames(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

test('databases asked for at once are migrated and separate', async () => {
  const databases = await Promise.all(Array.from({ length: 3 }, createTestDatabase))
  const tables = await Promise.all(databases.map(({ url }) => tableNames(url)))
  expect(new Set(databases.map(({ url }) => url)).size).toBe(3)
  for (const names of tables) expect(names).toContain('schema_migrations')
  await Promise.all(databases.map(({ drop }) => drop()))
})

test('dropping a test database ends its connections and removes it', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const ended = new Promise(resolve => client.on('error', resolve))
  await client.connect()
  await database.drop()
  expect(await ended).toBeInstanceOf(Error)
  await expect(tableNames(database.url)).rejects.toThrow(/does not exist/)
})
