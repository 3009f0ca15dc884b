import { setTimeout as delay } from 'node:timers/promises'

import type { Database } from '@kippu/server/db/database'
import { sql } from 'kysely'

import { OWN_NAME } from './stack.ts'

/** The state of the store's connections, sampled repeatedly. */
export interface Connections {
  /** Not idle: a statement runs, or a transaction is open. */
  readonly mean: number
  readonly most: number
  /** A transaction is open and waits for the store's next statement. */
  readonly idleInTransaction: number
  /** The wait events of connections with a statement, on average over all samples. */
  readonly waits: Readonly<Record<string, number>>
}

const LOOK_EVERY_MS = 50

interface ConnectionSample {
  readonly state: string
  readonly wait: string
  readonly count: number
}

/** Takes samples until it is stopped. */
export function watchConnections(db: Database): { stop(): Promise<Connections> } {
  const looks: Array<readonly ConnectionSample[]> = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      looks.push(await look(db))
      await delay(LOOK_EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return sumUp(looks)
    },
  }
}

async function look(db: Database): Promise<readonly ConnectionSample[]> {
  const { rows } = await db.read(tx =>
    sql<ConnectionSample>`
      select state, coalesce(wait_event_type || ' ' || wait_event, 'at work') as wait, count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and state <> 'idle'
        and application_name <> ${OWN_NAME}
      group by 1, 2`.execute(tx),
  )
  return rows
}

function sumUp(looks: ReadonlyArray<readonly ConnectionSample[]>): Connections {
  const busy = looks.map(seen => seen.reduce((sum, { count }) => sum + count, 0))
  const average = (count: number): number => Math.round((count / looks.length) * 100) / 100
  const all = looks.flat()
  const isOpen = ({ state }: ConnectionSample): boolean => state !== 'active'
  const waits = new Map<string, number>()
  for (const { wait, count } of all.filter(seen => !isOpen(seen)))
    waits.set(wait, (waits.get(wait) ?? 0) + count)
  const sorted = [...waits].toSorted(([, a], [, b]) => b - a)
  return {
    mean: average(busy.reduce((sum, count) => sum + count, 0)),
    most: Math.max(0, ...busy),
    idleInTransaction: average(all.filter(isOpen).reduce((sum, { count }) => sum + count, 0)),
    waits: Object.fromEntries(sorted.map(([wait, count]) => [wait, average(count)])),
  }
}
