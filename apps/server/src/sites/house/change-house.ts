import { isSame, mergeValues } from '@kippu/domain/merged-values'
import {
  type HouseField,
  HOUSE_FIELDS,
  servedSite,
  valueIn,
  wantsSecondPerson,
  withValues,
} from '@kippu/sites/house'
import type { Site } from '@kippu/sites/site'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import {
  askApproval,
  type AskedApproval,
  digestOfSeen,
  hasStaff,
  type RefusedApproval,
  spendApproval,
} from '../../platform/staff/approvals.ts'
import { reason, site, uuid } from '../../platform/staff/inputs.ts'
import { lastActions, type LastAction } from '../../platform/staff/last-actions.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { lockSettings } from '../content/change-setting.ts'
import { writeTextsOfSite } from '../seed/seed-texts.ts'
import { readHouseValues } from './house-values.ts'

/** The database's value of a field, in the place of the folder's; null where it has none. */
export type Saying = { readonly value: unknown } | null

export interface HouseChange {
  readonly field: HouseField
  /** As the person read it; undefined: whatever it says now. */
  readonly before?: Saying | undefined
  readonly after: Saying
}

export interface Conflict {
  readonly field: HouseField
  /** The value that it has now. */
  readonly theirs: Saying
  readonly by: string
  readonly at: Date
}

export type ChangedHouse =
  | { readonly kind: 'done' }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }
  | {
      readonly kind: 'faults'
      readonly faults: ReadonlyArray<{ readonly field: string; readonly rule: string }>
    }
  | { readonly kind: 'second person needed' }
  | { readonly kind: 'refused'; readonly why: RefusedApproval }

export interface HouseDeps {
  readonly db: Database
  readonly sites: SiteDirectory
  readonly jobs: JobQueue
}

const saying = v.nullable(v.object({ value: v.unknown() }))
const change = v.object({ field: v.picklist(HOUSE_FIELDS), before: v.optional(saying), after: saying })
const input = v.object({
  ...site,
  changes: v.array(change),
  reason,
  approval: v.optional(uuid),
})

interface Asked {
  readonly siteKey: string
  readonly changes: readonly HouseChange[]
  readonly reason: string
  readonly approval?: string | undefined
}

export const PUT_HOUSE = 'house put'

/**
 * Changes what the database says of a house, all of it or nothing; running processes have it within a second. Two people who change one thing are merged where
 * their fields differ. Who sells, and who signs receipts, wants a second person.
 */
export const putHouse = staffVerb({
  name: PUT_HOUSE,
  permission: 'sites:write',
  reach: 'site',
  input,
  run: ({ db, sites }: Pick<HouseDeps, 'db' | 'sites'>, asked: Asked, act: Act): Promise<ChangedHouse> =>
    db.transaction(async tx => {
      const plan = await planned(tx, sites, asked)
      if (plan.kind !== 'plan') return plan
      const agreed = await agreedTo(tx, act, asked, plan)
      if ('kind' in agreed) return agreed
      await write(tx, act, { ...asked, agreed }, plan)
      return { kind: 'done' }
    }),
})

/** The second person, as the lines have them. An approval that is named is used, also for what one person may do alone: else a line would name it that nobody gave. */
async function agreedTo(
  tx: Tx,
  act: Act,
  { siteKey, approval }: Asked,
  plan: Plan,
): Promise<Agreed | Extract<ChangedHouse, { kind: 'second person needed' | 'refused' }>> {
  const isGuarded = plan.changes.some(({ field }) => wantsSecondPerson(field))
  if ((!isGuarded && approval === undefined) || !(await hasStaff(tx))) return {}
  if (approval === undefined) return { kind: 'second person needed' }
  const used = await spendApproval(tx, act, approval, toApprove(siteKey, plan))
  return typeof used === 'string' ? { kind: 'refused', why: used } : { approval, approved_by: used.by }
}

interface Agreed {
  readonly approval?: string
  readonly approved_by?: string | null
}

/** Asks for a second person for changes, exactly as they are now. */
export const askHouse = staffVerb({
  name: `${PUT_HOUSE} ask`,
  permission: 'sites:write',
  reach: 'site',
  input,
  run: (
    { db, sites, jobs }: HouseDeps,
    asked: Asked,
    act: Act,
  ): Promise<(AskedApproval & { readonly kind: 'asked' }) | Exclude<ChangedHouse, { kind: 'done' }>> =>
    db.transaction(async tx => {
      const plan = await planned(tx, sites, asked)
      if (plan.kind !== 'plan') return plan
      const shown = { fields: plan.changes.map(({ field }) => field) }
      const bound = toApprove(asked.siteKey, plan)
      return {
        kind: 'asked',
        ...(await askApproval({ tx, jobs }, act, bound, { shown, reason: asked.reason })),
      }
    }),
})

/** The changes of an approval, as they are sent to be done. */
export const approvedChanges = v.array(v.object({ field: v.picklist(HOUSE_FIELDS), after: saying }))

interface Plan {
  readonly kind: 'plan'
  readonly site: Site
  readonly changes: ReadonlyArray<{
    readonly field: HouseField
    readonly before: Saying
    readonly after: Saying
  }>
}

async function planned(
  tx: Tx,
  sites: SiteDirectory,
  { siteKey, changes }: Asked,
): Promise<Plan | Extract<ChangedHouse, { kind: 'conflicts' | 'faults' }>> {
  const site = sites.find(siteKey)
  if (site === undefined) throw new Error(`there is no site ${siteKey}`)
  const twice = changes.filter(({ field }, turn) => changes.findIndex(one => one.field === field) < turn)
  // The rules are asked of one value of a field, and each is written.
  if (twice.length > 0)
    return { kind: 'faults', faults: twice.map(({ field }) => ({ field, rule: 'twice' })) }
  await lockSettings(tx, siteKey)
  const values = await readHouseValues(tx, siteKey)
  const conflicts: HouseField[] = []
  const merged = changes.map(({ field, before: read, after }) => {
    const before = values.has(field) ? { value: values.get(field) } : null
    const usual = valueIn(site, field).value
    const now = (saying: Saying): unknown => (saying === null ? usual : saying.value)
    if (read === undefined || isSame(read, before)) return { field, before, after }
    const one = mergeValues(now(read), now(after), now(before))
    if (one === 'conflict') conflicts.push(field)
    return { field, before, after: one === 'conflict' ? after : { value: one.value } }
  })
  if (conflicts.length > 0)
    return { kind: 'conflicts', conflicts: await conflictsOf(tx, siteKey, conflicts, values) }
  const next = new Map(values)
  for (const { field, after } of merged)
    if (after === null) next.delete(field)
    else next.set(field, after.value)
  const made = withValues(site, next)
  if ('faults' in made) return { kind: 'faults', faults: made.faults }
  return { kind: 'plan', site, changes: merged.filter(one => !isSame(one.before, one.after)) }
}

async function conflictsOf(
  read: Read,
  siteKey: string,
  fields: readonly HouseField[],
  values: ReadonlyMap<HouseField, unknown>,
): Promise<readonly Conflict[]> {
  const lines = await readLastChanges(read, siteKey)
  return fields.flatMap(field => {
    const line = lines.get(field)
    // Somebody names a value that it never had.
    if (line === undefined) return []
    return [{ field, theirs: values.has(field) ? { value: values.get(field) } : null, ...line }]
  })
}

/** By field, the last person who changed it. */
export function readLastChanges(read: Read, siteKey: string): Promise<ReadonlyMap<string, LastAction>> {
  return lastActions(read, { siteKey, verbs: [PUT_HOUSE], subjects: HOUSE_FIELDS })
}

function toApprove(siteKey: string, { changes }: Plan) {
  return {
    siteKey,
    verb: PUT_HOUSE,
    subject: changes.map(({ field }) => field).join(' '),
    asked: changes.map(({ field, after }) => ({ field, after })),
    digest: digestOfSeen(changes.map(({ field, before }) => ({ field, before }))),
  }
}

async function write(
  tx: Tx,
  act: Act,
  { siteKey, reason: why, agreed }: Asked & { readonly agreed: Agreed },
  { site, changes }: Plan,
): Promise<void> {
  for (const { field, before, after } of changes) {
    if (after === null)
      await tx.deleteFrom('settings').where('site_key', '=', siteKey).where('key', '=', field).execute()
    else {
      const value = JSON.stringify(after.value)
      await tx
        .insertInto('settings')
        .values({ site_key: siteKey, key: field, value })
        .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value }))
        .execute()
    }
    // The line is kept for ever, and a representative is a person.
    const said = field === 'legal.representative' ? {} : { before, after }
    await recordAction(tx, act, {
      subject: field,
      details: { ...said, ...agreed },
      reason: why,
    })
  }
  await writeTextsOfSite(tx, servedSite(site, await readHouseValues(tx, siteKey)))
}
