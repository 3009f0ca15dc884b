import { addDays, jstDateOf, midnightOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { IMPORT } from './second-person.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import type { ChangeCounts } from './write-changes.ts'

export interface ListedImport {
  readonly id: number
  readonly at: Date
  readonly staff: string
  /** The door by which they came. */
  readonly via: string
  readonly sheets: ReadonlyArray<ChangeCounts & { readonly sheet: string; readonly nameJa: string }>
  readonly undoneAt: Date | null
  /** A machine’s can’t be taken back, nor one that is too long ago. */
  readonly canBeTakenBack: boolean
}

/** In days. */
const LISTED = 14
const MOST = 100

/** The imports of a site in the last days, the newest first. */
export const listImports = staffVerb({
  name: 'catalogue imports',
  permission: 'sheets:write',
  reach: 'site',
  input: atSite,
  run: ({ db }: CatalogueDeps, { siteKey }: { readonly siteKey: string }, { clock }: Act) =>
    db.read(read =>
      selectImports(read, siteKey, new Date(midnightOf(addDays(jstDateOf(clock.now()), -LISTED)))),
    ),
})

async function selectImports(read: Read, siteKey: string, since: Date): Promise<readonly ListedImport[]> {
  const { rows } = await sql<Omit<ListedImport, 'sheets'> & { readonly details: unknown }>`
    select i.id, i.at, i.staff, coalesce(l.via, 'cli') as via, i.undone_at as "undoneAt",
           i.changes is not null as "canBeTakenBack", l.details
      from catalogue_imports i
      left join lateral (
        select min(via) as via, jsonb_agg(details order by id) as details from staff_actions
         where subject = i.id::text and site_key = i.site_key and verb = ${IMPORT}) l on true
     where i.site_key = ${siteKey} and i.at >= ${since}
     order by i.id desc limit ${MOST}`.execute(read)
  return rows.map(({ details, ...row }) => ({ ...row, sheets: countsIn(details) }))
}

const counts = v.object({ added: v.number(), changed: v.number(), removed: v.number() })
const lines = v.nullable(v.array(v.record(v.string(), v.unknown())))

/** The lines of an import, one a permission, have a count for each sheet. */
function countsIn(details: unknown): ListedImport['sheets'] {
  const said = Object.fromEntries((v.parse(lines, details) ?? []).flatMap(line => Object.entries(line)))
  return SHEETS.flatMap(({ name, others: [nameJa = name] }) => {
    const found = v.safeParse(counts, said[name])
    return found.success ? [{ sheet: name, nameJa, ...found.output }] : []
  })
}
