import { sql } from 'kysely'

import type { Database } from '../../src/db/database.ts'
import type { UpgradeRig } from './upgrade-rig.ts'

/** How many orders, payment attempts and refunds are in each state. */
export interface StateCounts {
  readonly orders: Readonly<Record<string, number>>
  readonly attempts: Readonly<Record<string, number>>
  readonly refunds: Readonly<Record<string, number>>
}

export async function stateCounts(db: Database): Promise<StateCounts> {
  const [orders, attempts, refunds] = await Promise.all([
    countBy(db, 'orders', 'status'),
    countBy(db, 'payment_attempts', 'state'),
    countBy(db, 'refunds', 'state'),
  ])
  return { orders, attempts, refunds }
}

async function countBy(db: Database, table: string, column: string): Promise<Record<string, number>> {
  const { rows } = await db.read(read =>
    sql<{ state: string; count: number }>`
      select ${sql.ref(column)} as state, count(*)::integer from ${sql.table(table)} group by 1 order by 1`.execute(
      read,
    ),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** What the ticket page shows of each reservation, as its server answers, by the reservation's id. */
export async function readTicketPages({
  db,
  shop,
  tokens,
}: Pick<UpgradeRig, 'db' | 'shop' | 'tokens'>): Promise<ReadonlyMap<string, unknown>> {
  const reservations = await db.read(read =>
    read.selectFrom('reservations').select('id').orderBy('id').execute(),
  )
  const pages = new Map<string, unknown>()
  for (const { id } of reservations) {
    const token = tokens.derive('reservation', id)
    const visit = await shop.call('GET', `/api/v1/reservations/${token}`)
    const tickets = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
    pages.set(id, { visit, tickets })
  }
  return pages
}
