import type { Logger } from 'pino'

import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Env } from './variables/env.ts'
import type { SiteDirectory } from './http/sites.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Tokens } from './tokens.ts'

/**
 * The parts that every verb may reach, passed as the first argument. A slice that needs more declares its own `…Deps`.
 */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly sites: SiteDirectory
  readonly log: Logger
  readonly jobs: JobQueue
}
