import { SITES } from '@kippu/demo/demo-sites'
import { fillDemo } from '@kippu/demo/fill-demo'
import { epochMsOf, type IsoDate } from '@kippu/domain/jst-date'

import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { seed } from '../src/sites/seed/seed.ts'
import { TEST_TODAY } from './test-today.ts'

/** Stands still at ten on this day. */
export function clockOn(day: IsoDate): Clock {
  return { now: () => epochMsOf(`${day}T10:00:00+09:00`), monotonicMs: () => 0 }
}

/** Leaves in a migrated database what a start of the demonstration does. */
export async function fillWithDemo(db: Database, today: IsoDate = TEST_TODAY): Promise<void> {
  await seed(db, SITES)
  await fillDemo({ db, clock: clockOn(today) }, SITES)
}
