import { addDays, type IsoDate } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { siteKeysIn } from '@kippu/sites/load-sites'

import { DEMO_SITES_DIR } from './demo-sites-dir.ts'

/** The last of the ninety days for which the demonstration has stock, today being the first. */
export function lastOfNinety(today: IsoDate): IsoDate {
  return addDays(today, 89)
}

/** The last day of each product of the demonstration's sites, by UUID; null where it has none. */
export async function findLastDays(db: Database): Promise<ReadonlyMap<string, IsoDate | null>> {
  const rows = await db.read(read =>
    read
      .selectFrom('products')
      .leftJoin('product_days', 'product_days.product_id', 'products.id')
      .select(eb => ['uuid', eb.fn.max('visit_date').as('last')])
      .where('site_key', 'in', siteKeysIn([DEMO_SITES_DIR]))
      .groupBy('uuid')
      .execute(),
  )
  return new Map(rows.map(({ uuid, last }) => [uuid, last]))
}
