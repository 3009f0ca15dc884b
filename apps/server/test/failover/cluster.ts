import { chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import * as v from 'valibot'

import { findDebianProgram } from '../../../../tools/test/debian-programs.ts'
import type { Machine } from './machines.ts'

/** A database on three machines, as docs/scaling has it: etcd, Patroni, PostgreSQL. */
export interface Cluster {
  readonly nodes: readonly Machine[]
  /** The machine whose PostgreSQL takes writes by Patroni's word. */
  leader(): Promise<Machine>
  /** The one that has all that was acknowledged. */
  synchronous(): Promise<Machine>
  /** Resolves once there are a leader, and two that follow it, one of them synchronously. */
  untilWhole(): Promise<void>
  switchTo(node: Machine): Promise<void>
  killPostgres(node: Machine): void
  /** All of its programs are started; those that run go on. */
  start(node: Machine): void
  killEtcd(node: Machine): void
  startEtcd(node: Machine): void
  /** A connection to its PostgreSQL past every network. */
  connect(node: Machine): pg.Client
}

export const PASSWORD = 'only-for-the-drill'
export const SCALING = path.join(import.meta.dirname, '../../../../docs/scaling')
const LOOK_EVERY_MS = 250
/** Patroni looks every three seconds. */
const HEARD_SECONDS = 5
const WHOLE_WITHIN_MS = 180_000

const members = v.object({
  members: v.array(
    v.looseObject({
      name: v.string(),
      role: v.string(),
      state: v.string(),
      timeline: v.optional(v.number()),
    }),
  ),
})
type Member = v.InferOutput<typeof members>['members'][number]

/** @param folder of all that it writes, and of its logs. */
export function openCluster(folder: string, nodes: readonly Machine[]): Cluster {
  const [etcd, patroni] = [findDebianProgram('etcd'), findDebianProgram('patroni')]
  const [postgres] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (postgres === undefined)
    throw new Error('The drill needs PostgreSQL of Debian: apt-get install postgresql (Debian, Ubuntu).')
  const account = Object.fromEntries(
    (['-u', '-g'] as const).map(word => [
      word,
      Number(execFileSync('id', [word, 'postgres'], { encoding: 'utf8' })),
    ]),
  )
  const homeOf = ({ name }: Machine): string => path.join(folder, name)
  const dataOf = (node: Machine): string => path.join(homeOf(node), 'postgres')
  for (const node of nodes) {
    mkdirSync(homeOf(node), { recursive: true })
    chownSync(homeOf(node), account['-u'] ?? -1, account['-g'] ?? -1)
    const text = readFileSync(path.join(SCALING, 'patroni.yml'), 'utf8')
      .replaceAll('NAME', node.name)
      .replaceAll('ADDRESS', node.address)
      .replaceAll('PASSWORD', PASSWORD)
      .replace('/var/lib/postgresql/kippu', dataOf(node))
      .replace('/usr/lib/postgresql/15/bin', postgres)
      .replace('/var/run/postgresql', homeOf(node))
    writeFileSync(path.join(homeOf(node), 'patroni.yml'), text)
  }
  const running = new Map<string, { etcd?: () => void; patroni?: () => void }>()
  const ofNode = ({ name }: Machine): { etcd?: () => void; patroni?: () => void } => {
    const known = running.get(name) ?? {}
    running.set(name, known)
    return known
  }
  const startEtcd = (node: Machine): void => {
    const variables = readFileSync(path.join(SCALING, 'etcd.env'), 'utf8')
      .replaceAll('=NAME', `=${node.name}`)
      .replaceAll('ADDRESS', node.address)
      .replace('/var/lib/etcd/kippu', path.join(homeOf(node), 'etcd'))
      .split('\n')
      .filter(line => line.startsWith('ETCD_'))
    const child = node.run(['env', ...variables, etcd], { log: path.join(folder, `${node.name}-etcd.log`) })
    ofNode(node).etcd = () => void child.kill('SIGKILL')
  }
  const startPatroni = (node: Machine): void =>
    void node.run(['env', `HOME=${homeOf(node)}`, patroni, path.join(homeOf(node), 'patroni.yml')], {
      log: path.join(folder, `${node.name}-patroni.log`),
      account: 'postgres',
    })
  /** What Patroni says of all, by the first that answers. */
  const listMembers = async (): Promise<readonly Member[]> => {
    for (const { address } of nodes) {
      const told = await askCluster(address).catch(() => [])
      if (told.length > 0) return told
    }
    return []
  }
  const findNode = async (isIt: (member: Member) => boolean): Promise<Machine> => {
    for (;;) {
      const found = (await listMembers()).find(isIt)
      const node = nodes.find(({ name }) => name === found?.name)
      if (node !== undefined) return node
      await delay(LOOK_EVERY_MS)
    }
  }
  const leader = (): Promise<Machine> =>
    findNode(({ role, state }) => role === 'leader' && state === 'running')
  const synchronous = (): Promise<Machine> => findNode(({ role }) => role === 'sync_standby')
  return {
    nodes,
    leader,
    synchronous,
    untilWhole: async () => {
      const deadline = performance.now() + WHOLE_WITHIN_MS
      for (;;) {
        const all = await listMembers()
        const line = all.find(({ role }) => role === 'leader')?.timeline
        const follow = all.filter(
          ({ role, state, timeline }) =>
            role !== 'leader' && timeline === line && (state === 'running' || state === 'streaming'),
        )
        if (
          line !== undefined &&
          follow.length === nodes.length - 1 &&
          follow.some(({ role }) => role === 'sync_standby') &&
          (await Promise.all(nodes.map(knowsEtcd))).every(Boolean)
        )
          return
        if (performance.now() > deadline)
          throw new Error(`the cluster is not whole: ${JSON.stringify(all)}\n${lastWords(folder)}`)
        await delay(LOOK_EVERY_MS)
      }
    },
    switchTo: async node => {
      const { name, address } = await leader()
      const answer = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name, candidate: node.name }),
      })
      if (!answer.ok) throw new Error(`Patroni refused the switch: ${answer.status} ${await answer.text()}`)
    },
    killPostgres: node => {
      const [pid] = readFileSync(path.join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    start: node => {
      startEtcd(node)
      startPatroni(node)
    },
    killEtcd: node => ofNode(node).etcd?.(),
    startEtcd,
    connect: node =>
      new pg.Client({ host: homeOf(node), user: 'postgres', password: PASSWORD, database: 'postgres' }),
  }
}

const seen = v.looseObject({ dcs_last_seen: v.number() })

/** Whether its Patroni has heard of etcd a moment ago. */
async function knowsEtcd({ address }: Machine): Promise<boolean> {
  const answer = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(2_000) })
    .then(all => all.json())
    .catch(() => undefined)
  return v.is(seen, answer) && Date.now() / 1000 - answer.dcs_last_seen < HEARD_SECONDS
}

/** @throws when it does not answer within a moment. */
async function askCluster(address: string): Promise<readonly Member[]> {
  const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
  return v.parse(members, await answer.json()).members
}

/** The end of each log. */
function lastWords(folder: string): string {
  return globSync(path.join(folder, '*.log'))
    .map(file => `${path.basename(file)}: ${readFileSync(file, 'utf8').slice(-600)}`)
    .join('\n')
}
