import { HOUSE_FIELDS, type HouseField, type HouseValues, isHouseField, servedSite } from '@kippu/sites/house'
import type { Site } from '@kippu/sites/site'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { SettingsTable } from '../../platform/db/schema.ts'
import { listSettings } from '../content/queries.ts'

/** The settings of a site that say something of its house, by the field of `site.json` that each stands in for. */
export function houseValuesIn(settings: Iterable<readonly [string, string]>): HouseValues {
  const values = new Map<HouseField, unknown>()
  for (const [name, value] of settings) if (isHouseField(name)) values.set(name, JSON.parse(value))
  return values
}

export async function readHouseValues(read: Read, siteKey: string): Promise<HouseValues> {
  return houseValuesIn(pairsOf(await listSettings(read, siteKey)))
}

/** The site with what its database says of it, as a transaction sees it. */
export async function readServedSite(read: Read, site: Site): Promise<Site> {
  return servedSite(site, await readHouseValues(read, site.key))
}

export async function readServedSites(read: Read, sites: readonly Site[]): Promise<readonly Site[]> {
  const rows = await read
    .selectFrom('settings')
    .select(['site_key', 'key', 'value'])
    .where(sql<boolean>`key = any(${list('text', HOUSE_FIELDS)}::text[])`)
    .execute()
  const bySite = Map.groupBy(rows, row => row.site_key)
  return sites.map(site => servedSite(site, houseValuesIn(pairsOf(bySite.get(site.key) ?? []))))
}

function pairsOf(rows: ReadonlyArray<Pick<SettingsTable, 'key' | 'value'>>) {
  return rows.map(({ key, value }) => [key, value] as const)
}
