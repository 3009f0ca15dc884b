import { ALONE } from '@kippu/domain/settings/site-settings'

import type { Read } from '../../platform/db/database.ts'

/** Bounds of what one person may do alone at a site. */
export async function readBounds(
  read: Read,
  siteKey: string,
): Promise<Readonly<Record<keyof typeof ALONE, number>>> {
  const rows = await read
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('site_key', '=', siteKey)
    .where('key', 'in', Object.keys(ALONE))
    .execute()
  return { ...ALONE, ...Object.fromEntries(rows.map(({ key, value }) => [key, Number(value)])) }
}
