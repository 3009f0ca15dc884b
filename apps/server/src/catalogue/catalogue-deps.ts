import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

export interface CatalogueDeps {
  readonly db: Database
  readonly clock: Clock
}
