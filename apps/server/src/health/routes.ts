import { healthz, readyz } from '@kippu/contract/health'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/route.ts'

const OK = { status: 'ok' } as const

/** For the operator's monitors (S-15.09): whether the process lives, and whether it can serve. */
export function healthRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'log'>): void {
  serve(app, healthz, async () => OK)

  serve(app, readyz, async () => {
    try {
      await deps.db.read(tx => sql`select 1`.execute(tx))
      return OK
    } catch (error) {
      deps.log.warn({ err: error }, 'the database does not answer')
      return refuse('busy')
    }
  })
}
