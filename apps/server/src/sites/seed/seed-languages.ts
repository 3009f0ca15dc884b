import { DEFAULT_LANGUAGE, LANGUAGES } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import type { Tx } from '../../platform/db/database.ts'

/**
 * Gives each new site its six languages, with Japanese as the default; what a venue withdrew later stays so. It comes first in the seed because these rows are
 * also its lock: a second server waits here until the first has committed, on a new database and on an old one.
 */
export async function seedLanguages(tx: Tx, sites: readonly Site[]): Promise<void> {
  const known = new Set(
    (await tx.selectFrom('languages').select('site_key').distinct().execute()).map(row => row.site_key),
  )
  const fresh = sites.filter(({ key }) => !known.has(key))
  const rows = fresh.flatMap(({ key }) =>
    LANGUAGES.map((id, position) => ({
      site_key: key,
      id,
      is_default: id === DEFAULT_LANGUAGE,
      position,
    })),
  )
  // No conflict columns are named, because two servers may also conflict at the index that allows a site one default
  // language.
  if (rows.length > 0)
    await tx
      .insertInto('languages')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  await tx
    .selectFrom('languages')
    .select('id')
    .where('id', '=', DEFAULT_LANGUAGE)
    .orderBy('site_key')
    .forUpdate()
    .execute()
}
