import { healthz, readyz } from '@kippu/contract/health'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Deps } from '../deps.ts'
import { answeredSoon } from '../db/answered-soon.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/route.ts'
import type { HoldQueue } from '../orders/stock/hold-queue.ts'

const OK = { status: 'ok' } as const

export interface HealthDeps extends Pick<Deps, 'db' | 'log'> {
  readonly holds: Pick<HoldQueue, 'longestWaitMs'>
}

/** Longer than an order waits for its places while the database answers. Milliseconds. */
const STUCK_AFTER_MS = 6_000

/** For the operator's monitors (S-15.09): whether the process lives, and whether it can serve. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  serve(app, healthz, async () => OK)

  serve(app, readyz, async () => {
    const waitedMs = deps.holds.longestWaitMs()
    if (waitedMs > STUCK_AFTER_MS) {
      deps.log.warn({ waitedMs }, 'orders wait for their places without an answer')
      return refuse('busy')
    }
    try {
      await answeredSoon(deps.db.read(tx => sql`select 1`.execute(tx)))
      return OK
    } catch (error) {
      deps.log.warn({ err: error }, 'the database does not answer')
      return refuse('busy')
    }
  })
}
