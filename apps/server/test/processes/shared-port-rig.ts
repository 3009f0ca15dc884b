import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createTokens, type Tokens } from '../../src/platform/tokens.ts'
import { testEnv } from '../shop/test-env.ts'
import { listAllMethods } from '../crash/method-rig.ts'
import { type ServerProcess, serverVariables, startServer } from '../crash/server-process.ts'
import { shopOverHttp } from '../crash/shop-over-http.ts'
import { createTestDatabase } from '../database.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import { createVisitor, type AnyShop, type Visitor } from '../payment-methods/visitor.ts'
import { insertPaidAndFree, type OfferedCatalogues } from '../small-catalogue.ts'
import { startBalancer } from '../balancer.ts'

/** Two processes for visitors on one port, a worker beside them, all providers. */
export interface SharedPortRig {
  readonly db: Database
  readonly tokens: Tokens
  readonly providers: Providers
  /** The port that the web processes share. */
  readonly port: number
  /** The two that answer visitors. */
  readonly web: readonly [WebProcess, WebProcess]
  /** The visitor's requests go to the two in turn, and so do the providers' webhook events. */
  readonly shop: AnyShop
  readonly visitor: Visitor
  /** The next request of the visitor goes to this one of the two. */
  continueAt(index: 0 | 1): void
  /** Product and set product with as many places as this for each time span; the free one costs nothing. */
  offer(capacities: readonly number[]): Promise<OfferedCatalogues>
  close(): Promise<void>
}

export interface WebProcess {
  readonly process: ServerProcess
  /** Holds one connection to the shared port, which this process has accepted. */
  readonly agent: Agent
  /** Answers of its routes so far, by method and route. */
  answers(): Promise<ReadonlyMap<string, number>>
}

export async function createSharedPortRig(): Promise<SharedPortRig> {
  const balancer = await startBalancer()
  const providers = await startProviders({ storeUrl: balancer.origin })
  const database = await createTestDatabase('seeded')
  const db = openDatabase(database.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-shared-port-'))
  const port = await claimPort()
  const variables = {
    ...providers.variables,
    ...serverVariables({ databaseUrl: database.url, dataDir }),
    PORT: String(port),
    TRUST_PROXY: 'loopback',
    SITE_HOSTS: `demo=localhost:${balancer.port}`,
    SMTP_URL: providers.smtpUrl,
    WEB_PROCESSES: '2',
    DB_POOL_SIZE: '5',
  }
  const started: Array<{ readonly process: ServerProcess; readonly statusPort: number }> = []
  const start = async (more: Record<string, string>): Promise<void> => {
    const statusPort = await claimPort()
    const own = { ...variables, ...more, STATUS_PORT: String(statusPort) }
    started.push({ process: await startServer(statusPort, own), statusPort })
  }
  await start({ ROLE: 'worker' })
  for (const PROCESS_NAME of ['web-1', 'web-2']) await start({ ROLE: 'web', PORT_SHARED: 'on', PROCESS_NAME })
  const agents = await connectToEach(
    port,
    started.slice(1).map(({ process }) => process),
  )
  const [first, second] = started.slice(1).map(({ process, statusPort }, index): WebProcess => {
    const agent = agents[index]
    if (agent === undefined) throw new Error('a process without a connection')
    return { process, agent, answers: () => readAnswers(statusPort) }
  })
  if (first === undefined || second === undefined) throw new Error('two processes were to start')
  const web = [first, second] as const
  const turns = { visitor: 0, provider: 0 }
  balancer.serveBy(asked => {
    const who = asked.url?.startsWith('/payment-webhooks/') === true ? 'provider' : 'visitor'
    const agent = web[turns[who] % 2]?.agent
    turns[who] += 1
    return agent && { port, agent }
  })
  await listAllMethods({ db })
  const shop = shopOverHttp(balancer.origin)
  return {
    db,
    tokens: createTokens(testEnv().secretKey),
    providers,
    port,
    web,
    shop,
    visitor: createVisitor(shop, balancer.origin),
    continueAt: index => {
      turns.visitor = index
    },
    offer: async capacities => {
      const day = { capacities, setCapacities: capacities, visitDate: addDays(jstDateOf(Date.now()), 20) }
      return insertPaidAndFree(db, day)
    },
    close: async () => {
      const alive = started.filter(({ process }) => process.isRunning())
      await Promise.all(alive.map(({ process }) => process.stop()))
      for (const { agent } of web) agent.destroy()
      balancer.close()
      await db.close()
      await database.drop()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One connection to each process: the kernel chooses, so connections are opened until every process has accepted one. */
async function connectToEach(port: number, processes: readonly ServerProcess[]): Promise<readonly Agent[]> {
  const found = new Map<ServerProcess, Agent>()
  while (found.size < processes.length) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const owner = await acceptorOf(agent, port, processes)
    if (found.has(owner)) agent.destroy()
    else found.set(owner, agent)
  }
  return processes.flatMap(process => found.get(process) ?? [])
}

/** The process that logs a request of this connection. */
async function acceptorOf(
  agent: Agent,
  port: number,
  processes: readonly ServerProcess[],
): Promise<ServerProcess> {
  const { headers } = await ask({ agent, port, path: '/healthz' })
  const id = String(headers['x-request-id'])
  const owner = (): ServerProcess | undefined =>
    processes.find(process => process.lastOutput().includes(`"reqId":"${id}"`))
  for (let found = owner(); ; found = owner()) {
    if (found !== undefined) return found
    await Promise.race(
      processes.map(({ child }) => child.stdout).flatMap(out => (out ? [once(out, 'data')] : [])),
    )
  }
}

/** A read over a connection. */
export async function ask({
  agent,
  port,
  path: where,
  headers = {},
}: {
  readonly agent: Agent
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}): Promise<{
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path: where, headers }, resolve).on('error', reject).end()
  })
  let body = ''
  for await (const part of answer.setEncoding('utf8')) body += String(part)
  return { status: answer.statusCode, headers: answer.headers, body }
}

const ANSWERS = /^kippu_answers_total\{method="(\w+)",route="([^"]+)",outcome="\w+"\} (\d+)$/gm

async function readAnswers(statusPort: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${statusPort}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, method = '', route = '', count] of text.matchAll(ANSWERS)) {
    const key = `${method} ${route}`
    counts.set(key, (counts.get(key) ?? 0) + Number(count))
  }
  return counts
}
