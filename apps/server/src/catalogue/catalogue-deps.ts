import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../staff/actor.ts'

export interface CatalogueDeps {
  readonly db: Database
  readonly clock: Clock
  readonly actor: Actor
}
