import { Client } from 'pg'

/** Every table of a database that is not PostgreSQL's own. */
export async function readTables(databaseUrl: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
