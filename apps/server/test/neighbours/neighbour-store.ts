import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createTokens, type Tokens } from '../../src/platform/tokens.ts'
import { testEnv } from '../shop/test-env.ts'
import { type ServerProcess, serverVariables, startServer } from '../crash/server-process.ts'
import { createTestDatabase } from '../database.ts'
import { insertPaidAndFree, type OfferedCatalogues } from '../small-catalogue.ts'

const PLACES = 1_000

/** Real processes of the store on a database of their own. */
export interface NeighbourStore {
  /** Without anything in between. */
  readonly db: Database
  readonly databaseUrl: string
  readonly tokens: Tokens
  start(variables: Readonly<Record<string, string>>, port?: number): Promise<StoreProcess>
  /** @param places of each time span. */
  offer(places?: number): Promise<OfferedCatalogues>
  close(): Promise<void>
}

export interface StoreProcess extends ServerProcess {
  readonly port: number
}

/** @param filling `bare`: its first process migrates the database and fills it. */
export async function createNeighbourStore(filling: 'bare' | 'seeded'): Promise<NeighbourStore> {
  const database = await createTestDatabase(filling)
  const db = openDatabase(database.url, { poolSize: 2, patience: FOR_WHOLE_TABLES })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-neighbours-'))
  const started: ServerProcess[] = []
  return {
    db,
    databaseUrl: database.url,
    tokens: createTokens(testEnv().secretKey),
    start: async (variables, wished) => {
      const port = wished ?? (await claimPort())
      const usual = serverVariables({ databaseUrl: database.url, dataDir })
      const process = await startServer(port, { ...usual, SITES_DIR: DEMO_SITES_DIR, ...variables })
      started.push(process)
      return { ...process, port }
    },
    offer: async (places = PLACES) => {
      const visitDate = addDays(jstDateOf(Date.now()), 20)
      const day = { capacities: [places], setCapacities: [places], visitDate }
      return insertPaidAndFree(db, day)
    },
    close: async () => {
      await Promise.all(started.filter(one => one.isRunning()).map(one => one.stop()))
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
