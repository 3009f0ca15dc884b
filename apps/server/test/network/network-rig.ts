import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createTokens } from '../../src/platform/tokens.ts'
import { testEnv } from '../shop/test-env.ts'
import type { Market } from '../crash/crowd.ts'
import { makeChildrenFree, mailTokens } from '../crash/loaded-store.ts'
import { listAllMethods } from '../crash/method-rig.ts'
import { createPassingTime, findOpen } from '../crash/passing-time.ts'
import { type ServerProcess, serverVariables, startServer } from '../crash/server-process.ts'
import { untilQuiet } from '../crash/wave.ts'
import { findWrongs } from '../find-wrongs.ts'
import { type Proxy, startNginx } from '../neighbours/nginx.ts'
import { startProviders } from '../payment-methods/simulators.ts'
import { insertSmallCatalogue } from '../small-catalogue.ts'
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts'

/** More places than any drill sells. */
const CAPACITY = 1_000_000
const NOTICE_RETRY_MS = 200
const MOST_ROUNDS = 10

/** Two processes for visitors behind nginx, and a worker; all three reach the database through a network that can fail. */
export interface NetworkRig extends Market {
  /** Without the network in between. */
  readonly db: Database
  readonly network: FaultyNetwork
  readonly ask: Proxy['ask']
  /** The whole database stands still, or goes on. */
  hang(isHung: boolean): void
  /** The status of `/readyz` of each process, asked directly. */
  readiness(): Promise<readonly number[]>
  /** The sum of a metric over all processes. */
  metric(name: string): Promise<number>
  /** Lets time pass until no payment is open. */
  settle(): Promise<void>
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

export async function openNetworkRig(): Promise<NetworkRig> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-network-'))
  const database = await startEmbeddedDatabase({ dataDir })
  await migrate(database.url)
  const db = openDatabase(database.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const url = new URL(database.url)
  const network = await startFaultyNetwork(Number(url.port))
  url.host = `127.0.0.1:${network.port}`
  const ports = [await claimPort(), await claimPort()]
  // Providers reach the first process without nginx, whose host no name server knows.
  const host = `localhost:${ports[0]}`
  const origin = `http://${host}`
  const providers = await startProviders({ storeUrl: origin, noticeRetryMs: NOTICE_RETRY_MS })
  await listAllMethods({ db })
  const statusPorts: number[] = []
  const start = async (port: number, role: 'web' | 'worker'): Promise<ServerProcess> => {
    const statusPort = await claimPort()
    statusPorts.push(statusPort)
    return startServer(statusPort, {
      ...providers.variables,
      ...serverVariables({ databaseUrl: url.href, dataDir }),
      PORT: String(port),
      STATUS_PORT: String(statusPort),
      ROLE: role,
      SITE_HOSTS: `demo=${host}`,
      TRUST_PROXY: 'loopback',
      SMTP_URL: providers.smtpUrl,
    })
  }
  const worker = await start(await claimPort(), 'worker')
  const processes = [worker, ...(await Promise.all(ports.map(port => start(port, 'web'))))]
  const nginx = await startNginx(ports)
  const time = createPassingTime(() => db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      for (const one of processes) await one.tell({ do: 'clock', aheadSeconds })
    },
  })
  const stock = { capacities: [CAPACITY], visitDate: addDays(jstDateOf(systemClock.now()), 20) }
  const catalogues = {
    paid: await insertSmallCatalogue(db, stock),
    free: await insertSmallCatalogue(db, stock),
  }
  await makeChildrenFree(db, catalogues.free)
  const ofEach = <Answer>(address: string, read: (answer: Response) => Promise<Answer> | Answer) =>
    Promise.all(statusPorts.map(async port => read(await fetch(`http://127.0.0.1:${port}${address}`))))
  return {
    origin,
    providers,
    catalogues,
    mailTokenOf: mailTokens(db, createTokens(testEnv().secretKey)),
    db,
    network,
    ask: nginx.ask,
    hang: isHung => signalCluster(database.pid, isHung ? 'SIGSTOP' : 'SIGCONT'),
    readiness: () => ofEach('/readyz', ({ status }) => status),
    metric: async name => {
      const pattern = new RegExp(`^${name} (\\d+)$`, 'm')
      const texts = await ofEach('/metrics', answer => answer.text())
      return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0)
    },
    settle: async () => {
      await providers.untilHeard()
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
        await untilQuiet({ db, time }, worker)
        if ((await findOpen(db)).length === 0) return
      }
      throw new Error(`never at their end: ${JSON.stringify(await findOpen(db))}`)
    },
    findWrongs: () => findWrongs({ db, providers, forPersons: new Set() }),
    close: async () => {
      await nginx.stop()
      await Promise.all(processes.map(one => one.stop(20_000)))
      await network.close()
      await db.close()
      await database.stop()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function signalCluster(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.trim().split('\n').map(Number)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself at this moment.
    }
  }
}
