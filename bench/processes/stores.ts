import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { createTokens, type Tokens } from '@kippu/server/platform/tokens'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { claimPort, claimPorts } from '../../tools/start/claim-ports.ts'
import { ROOT } from '../../tools/start/root.ts'
import type { StopLater } from '../started.ts'
import { listUsed, residentMiB, sumMs, treeOf, type Used } from './cpu.ts'

/** A store of so many web processes, as `npm start` starts it. */
export interface Store {
  readonly web: number
  readonly origin: string
  /** All simulated providers. */
  readonly providers: string
  readonly db: Database
  readonly databaseUrl: string
  readonly tokens: Tokens
  readonly catalogue: SmallCatalogue
  used(): StoreUsed
  /** Resident memory of web processes and worker, in MiB. */
  memory(): number
}

/** ms of one core since they began. */
export interface StoreUsed {
  /** Web processes and worker. */
  readonly store: number
  readonly database: number
  /** The simulators and the launcher. */
  readonly beside: number
}

/** @param environment beside what every benchmark has. */
export async function startStore(
  web: number,
  stopLater: StopLater,
  environment: Readonly<Record<string, string>> = {},
): Promise<Store> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-bench-processes-'))
  stopLater({ stop: async () => rmSync(dataDir, { recursive: true, force: true }) })
  const [port, simulatorsPort, smtpPort] = [await claimPort(), await claimPort(), await claimPort()]
  const launcher = spawn(process.execPath, ['tools/start/start.ts', '--web', String(web)], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      STATUS_PORT: String(await claimPorts(web + 1)),
      SIMULATORS_PORT: String(simulatorsPort),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      // Buyers share a mailbox.
      CONFIRMATION_MAILS_PER_HOUR: '1000000',
      UNPROVEN_SHARES: 'off',
      CONFIRMATION_ADDRESSES_PER_HOUR: '1000000',
      CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '1000000',
      // The load says which address it comes from.
      TRUST_PROXY: 'loopback',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(launcher, 'exit')
  stopLater({
    stop: async () => {
      launcher.kill('SIGTERM')
      await ended
    },
  })
  await untilOpen(launcher.stdout)
  const read = (...names: string[]): string => readFileSync(path.join(dataDir, ...names), 'utf8').trim()
  const databaseUrl = read('postgres', 'kippu-url')
  const db = openDatabase(databaseUrl, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  stopLater({ stop: () => db.close() })
  const isOfStore = ({ command }: Used): boolean => command.includes('apps/server/src/start/main.ts')
  const postmaster = Number(read('postgres', 'postmaster.pid').split('\n')[0])
  // More places than any run can sell, in as many time spans as a busy week has.
  const capacities = Array.from({ length: 100 }, () => 1_000_000_000)
  const visitDate = addDays(jstDateOf(Date.now()), 7)
  return {
    web,
    origin: `http://localhost:${port}`,
    providers: `http://localhost:${simulatorsPort}`,
    db,
    databaseUrl,
    tokens: createTokens(read('secret-key')),
    catalogue: await insertSmallCatalogue(db, { visitDate, capacities }),
    used: () => {
      const all = listUsed()
      const tree = treeOf(launcher.pid ?? 0, all)
      const store = sumMs(tree.filter(isOfStore))
      const database = treeOf(postmaster, all)
      // Connections that were closed meanwhile.
      const closed = database.find(({ pid }) => pid === postmaster)?.endedMs ?? 0
      return { store, database: sumMs(database) + closed, beside: sumMs(tree) - store }
    },
    memory: () => residentMiB(treeOf(launcher.pid ?? 0, listUsed()).filter(isOfStore)),
  }
}

/** @throws when the launcher ends before. */
async function untilOpen(printed: AsyncIterable<unknown> & { resume(): unknown }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    void (async () => {
      let text = ''
      for await (const chunk of printed) {
        text = `${text}${String(chunk)}`.slice(-10_000)
        if (text.includes('Kippu is open')) resolve()
      }
      reject(new Error('the store did not start'))
    })()
  })
}
