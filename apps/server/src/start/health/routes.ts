import { healthz, readyz } from '@kippu/contract/health'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { answeredSoon } from '../../platform/db/answered-soon.ts'
import type { Read } from '../../platform/db/database.ts'
import type { Drain } from '../../platform/http/drain.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/route.ts'
import type { Turns } from '../../platform/jobs/turns.ts'
import { tallied } from '../../platform/tally.ts'
import type { HoldQueue } from '../../stock/hold-queue.ts'

const OK = { status: 'ok' } as const

export interface HealthDeps extends Pick<Deps, 'db' | 'log' | 'clock'> {
  /** The queue of new orders, and that of the orders that take their places at the proof of their address. */
  readonly holds: Pick<HoldQueue, 'longestWaitMs'>
  readonly placesAtProof: Pick<HoldQueue, 'longestWaitMs'>
  readonly drain: Pick<Drain, 'hasBegun'>
  readonly turns: Pick<Turns, 'ages'>
}

/** Longer than an order waits for its places while the database answers. Milliseconds. */
const STUCK_AFTER_MS = 6_000
/** Twice as long as the slowest of the loops waits for its next turn. Milliseconds. */
const DEAD_AFTER_MS = 60_000

/** For so long after a refusal the disk is thought to be full. Milliseconds. */
const FULL_FOR_MS = 60_000

/** Whether a request was refused a while ago because the disk of the database was full, as far as somebody looked in between. */
function watchDisk({ monotonicMs }: Pick<Deps['clock'], 'monotonicMs'>): () => 'ok' | 'full' {
  const refusals = (): number => tallied('full_disk_refusals_total')[0]?.[1] ?? 0
  let known = refusals()
  let fullUntil = -Infinity
  return () => {
    const now = monotonicMs()
    if (refusals() > known) fullUntil = now + FULL_FOR_MS
    known = refusals()
    return now < fullUntil ? 'full' : 'ok'
  }
}

/** Whether the server that answers is not the primary: every page could be read there, and nothing sold. */
async function isStandby(read: Read): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(read)
  return rows.some(({ standby }) => standby)
}

/** For the operator's monitors: whether the process lives, and whether it can serve. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  serve(app, healthz, async () => {
    const dead = deps.turns.ages().filter(({ ms }) => ms > DEAD_AFTER_MS)
    if (dead.length === 0) return OK
    deps.log.error({ loops: dead.map(({ loop }) => loop) }, 'the worker has not come round for a minute')
    return refuse('busy')
  })

  const disk = watchDisk(deps.clock)
  serve(app, readyz, async () => {
    if (deps.drain.hasBegun()) return refuse('busy')
    const waitedMs = Math.max(deps.holds.longestWaitMs(), deps.placesAtProof.longestWaitMs())
    if (waitedMs > STUCK_AFTER_MS) {
      deps.log.warn({ waitedMs }, 'orders wait for their places without an answer')
      return refuse('busy')
    }
    try {
      if (await answeredSoon(deps.db.read(isStandby))) {
        deps.log.warn('the database takes no writes')
        return refuse('busy')
      }
      return { ...OK, disk: disk() }
    } catch (error) {
      deps.log.warn({ err: error }, 'the database does not answer')
      return refuse('busy')
    }
  })
}
