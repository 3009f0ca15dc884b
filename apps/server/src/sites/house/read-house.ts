import {
  type HouseField,
  HOUSE_FIELDS,
  servedSite,
  askedOfField,
  valueIn,
  wantsSecondPerson,
} from '@kippu/sites/house'
import type { Asked } from '@kippu/sites/venue/site-json'

import type { Database } from '../../platform/db/database.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import { type ListedApproval, readOpenApprovals } from '../../platform/staff/approvals.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { PUT_HOUSE, readLastChanges, type Saying } from './change-house.ts'
import { readHouseValues } from './house-values.ts'

export interface HouseRow {
  readonly field: HouseField
  readonly asked: Asked
  /** As it is served; undefined: nothing is said. */
  readonly value: unknown
  /** Without what the database says. */
  readonly usual: unknown
  readonly saying: Saying
  readonly source: 'database' | 'folder' | 'product'
  readonly changed: { readonly by: string; readonly at: Date } | null
  readonly wantsSecondPerson: boolean
}

export interface House {
  readonly rows: readonly HouseRow[]
  /** Changes that wait for a second person, or for the one who asked. */
  readonly asking: readonly ListedApproval[]
}

/** All that a house says of itself: each value, whose it is, since when and by whom. */
export const readHouse = staffVerb({
  name: 'house',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async (
    { db, sites }: { readonly db: Database; readonly sites: SiteDirectory },
    { siteKey }: { readonly siteKey: string },
    act: Act,
  ): Promise<House> => {
    const site = sites.find(siteKey)
    if (site === undefined) throw new Error(`there is no site ${siteKey}`)
    const [values, lines, open] = await db.read(async read => [
      await readHouseValues(read, siteKey),
      await readLastChanges(read, siteKey),
      await readOpenApprovals(read, siteKey, new Date(act.clock.now())),
    ])
    const served = servedSite(site, values)
    const rows = HOUSE_FIELDS.map((field): HouseRow => {
      const { value: usual, isSaid } = valueIn(site, field)
      const below = isSaid ? 'folder' : 'product'
      return {
        field,
        asked: askedOfField(field),
        value: valueIn(served, field).value,
        usual,
        saying: values.has(field) ? { value: values.get(field) } : null,
        source: values.has(field) ? 'database' : below,
        changed: lines.get(field) ?? null,
        wantsSecondPerson: wantsSecondPerson(field),
      }
    })
    return { rows, asking: open.filter(({ verb }) => verb === PUT_HOUSE) }
  },
})
