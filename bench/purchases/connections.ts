import { setTimeout as delay } from 'node:timers/promises'

import * as v from 'valibot'

import { OWN_NAME, type OwnConnection } from './own-connection.ts'

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

const samples = v.array(v.object({ state: v.string(), wait: v.string(), count: v.number() }))
type ConnectionSample = v.InferOutput<typeof samples>[number]

/** Takes samples until it is stopped. */
export function watchConnections(statistics: OwnConnection): { stop(): Promise<Connections> } {
  const looks: Array<readonly ConnectionSample[]> = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      looks.push(await look(statistics))
      await delay(LOOK_EVERY_MS)
    }
  })()
  // Reported by `stop`; a run that was interrupted does not ask for it.
  watching.catch(() => undefined)
  return {
    stop: async () => {
      isOver = true
      await watching
      return sumUp(looks)
    },
  }
}

async function look(statistics: OwnConnection): Promise<readonly ConnectionSample[]> {
  const rows = await statistics.query({
    text: `select state, coalesce(wait_event_type || ' ' || wait_event, 'at work') as wait, count(*)::int as count
           from pg_stat_activity
           where datname = 'kippu' and backend_type = 'client backend' and state <> 'idle'
             and application_name <> $1
           group by 1, 2`,
    values: [OWN_NAME],
  })
  return v.parse(samples, rows)
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
