import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import { isHouseField } from '@kippu/sites/house'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import {
  askApproval,
  type AskedApproval,
  digestOfSeen,
  hasStaff,
  type ListedApproval,
  readOpenApprovals,
  spendApproval,
  type ToApprove,
} from '../../platform/staff/approvals.ts'
import { atSite, reason, site, uuid } from '../../platform/staff/inputs.ts'
import { lastActions, type LastAction } from '../../platform/staff/last-actions.ts'
import { recordAction, recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import { listSettings } from './queries.ts'
import { lockName } from '../../platform/db/lock-name.ts'

interface NamedSetting {
  readonly siteKey: string
  /** As in the catalogue of settings. */
  readonly name: string
}

export interface ListedSetting {
  readonly name: string
  /** Null: the store does what it does by itself. */
  readonly value: string | null
  readonly help: string
}

/** A setting with who set it last, and when. */
export interface SettingRow extends ListedSetting {
  readonly changed: LastAction | null
}

export interface SettingsOfSite {
  readonly rows: readonly SettingRow[]
  /** Changes that wait for a second person, or for the one who asked. */
  readonly asking: ReadonlyArray<ListedApproval & { readonly change: v.InferOutput<typeof askedOfSetting> }>
}

interface Parts {
  readonly db: Database
}

const named = { ...site, name: v.string() }

/** Every setting that there is, with what the site has. */
export const listSiteSettings = staffVerb({
  name: 'settings list',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async ({ db }: Parts, { siteKey }: { readonly siteKey: string }, act: Act) => {
    const all = await db.read(read => readSettings(read, siteKey))
    await recordShown(db, act, all)
    return all
  },
})

/** The settings that there are, each with whose value it is, and the changes that wait. */
export const readSettingsOfSite = staffVerb({
  name: 'settings list',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async (
    { db }: Parts,
    { siteKey }: { readonly siteKey: string },
    act: Act,
  ): Promise<SettingsOfSite> => {
    const [all, lines, open] = await db.read(async read => [
      await readSettings(read, siteKey),
      await readLast(read, siteKey),
      await readOpenApprovals(read, siteKey, new Date(act.clock.now())),
    ])
    await recordShown(db, act, all)
    return {
      rows: all.map(one => ({ ...one, changed: lines.get(one.name) ?? null })),
      asking: open
        .filter(({ verb }) => verb === SET)
        .map(one => ({ ...one, change: v.parse(askedOfSetting, one.asked) })),
    }
  },
})

/** By setting, the last person who set it or took it away. */
function readLast(read: Read, siteKey: string): Promise<ReadonlyMap<string, LastAction>> {
  return lastActions(read, { siteKey, verbs: [SET, UNSET], subjects: [...SITE_SETTINGS.keys()] })
}

/** One of them; undefined where there is none of this name. */
export const showSiteSetting = staffVerb({
  name: 'settings show',
  permission: 'sites:write',
  reach: 'site',
  input: v.object(named),
  run: async ({ db }: Parts, { siteKey, name }: NamedSetting, act: Act) => {
    const all = await db.read(read => readSettings(read, siteKey))
    const found = all.find(one => one.name === name)
    if (found !== undefined) await recordShown(db, act, [found])
    return found
  },
})

/** Rows of no known name come last: they mean nothing. */
async function readSettings(read: Read, siteKey: string): Promise<readonly ListedSetting[]> {
  const rows = await listSettings(read, siteKey)
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const known = Array.from(SITE_SETTINGS, ([name, { help }]) => ({
    name,
    value: values.get(name) ?? null,
    help,
  }))
  // The fields of the house are changed by `sites set`.
  const others = rows.filter(({ key }) => !SITE_SETTINGS.has(key) && !isHouseField(key))
  return [
    ...known,
    ...others.map(({ key, value }) => ({ name: key, value, help: 'means nothing: unset it' })),
  ]
}

/** Some settings are about people: the log keeps who has them shown. */
async function recordShown(db: Database, act: Act, shown: readonly ListedSetting[]): Promise<void> {
  for (const { name, value } of shown)
    if (value !== null && SITE_SETTINGS.get(name)?.isPersonal === true)
      await recordAlone(db, act, { subject: name })
}

/** The value before, null where there was none; why it may not be set; or the value that it got since it was seen. */
export type SettingChange =
  | { readonly before: string | null }
  | { readonly fault: string }
  | { readonly meanwhile: string | null; readonly last: LastAction | null }

const SET = 'settings set'
const UNSET = 'settings unset'
const value = v.nullable(v.string())
const change = { ...named, reason, approval: v.optional(uuid), seen: v.optional(v.object({ value })) }
const askedOfSetting = v.object({ name: v.string(), value })

/** A bound that is raised is too much for one person. */
export const NEEDS_SECOND = 'a second person is needed'

interface AskedChange extends NamedSetting {
  readonly reason: string
  /** Another person has agreed to it. */
  readonly approval?: string | undefined
  /** As the person saw it; undefined: whatever it is now. */
  readonly seen?: { readonly value: string | null } | undefined
}

/** Null takes the setting away. */
type NewValue = AskedChange & { readonly value: string | null }

/** Sets a setting of a site; running processes read it within a second. */
export const setSetting = staffVerb({
  name: SET,
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...change, value: v.string() }),
  run: writeValue,
})

/** Takes a setting away, so that the store does what it does by itself. */
export const unsetSetting = staffVerb({
  name: UNSET,
  permission: 'sites:write',
  reach: 'site',
  input: v.object(change),
  run: (parts: Parts, asked: AskedChange, act: Act) => writeValue(parts, { ...asked, value: null }, act),
})

/** Asks a second person for a bound that is raised, or taken away where it is lower than the store's own. */
export const askSetting = staffVerb({
  name: `${SET} ask`,
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...named, reason, value: v.nullable(v.string()) }),
  run: async (
    { db, jobs }: Parts & { readonly jobs: JobQueue },
    asked: NewValue,
    act: Act,
  ): Promise<AskedApproval | { readonly fault: string }> => {
    const fault = faultOf(asked, act)
    if (fault !== undefined) return { fault }
    return db.transaction(async tx => {
      const before = await lockValue(tx, asked)
      const { name, value: after, reason: why } = asked
      // An approval keeps its value, and other values may name people.
      if (!isRaised(name, before, after)) return { fault: `${name} needs no second person` }
      const shown = { name, before: boundOf(name, before), after: boundOf(name, after) }
      return askApproval({ tx, jobs }, act, toApprove(asked, before), { shown, reason: why })
    })
  },
})

function toApprove({ siteKey, name, value }: NewValue, before: string | null): ToApprove {
  return { siteKey, verb: SET, subject: name, asked: { name, value }, digest: digestOfSeen({ before }) }
}

/** The bound that a value is, or no value; null for a setting that bounds nobody. */
function boundOf(name: string, value: string | null): number | null {
  const bound = SITE_SETTINGS.get(name)?.bound
  return bound === undefined ? null : Number(value ?? bound)
}

function isRaised(name: string, before: string | null, after: string | null): boolean {
  return Number(boundOf(name, after)) > Number(boundOf(name, before))
}

/** @throws NotPermitted where owners alone set it. */
function faultOf({ name, value }: NewValue, act: Act): string | undefined {
  if (isHouseField(name)) return `${name} is a field of the house: sites set and sites unset`
  const setting = SITE_SETTINGS.get(name)
  if (setting?.bound !== undefined) actFor(act, 'staff:write')
  if (value === null) return undefined
  if (setting === undefined) return `there is no setting ${name}`
  const rule = setting.faultOf(value)
  return rule === undefined ? undefined : `${name} ${rule}`
}

async function writeValue({ db }: Parts, asked: NewValue, act: Act): Promise<SettingChange> {
  const fault = faultOf(asked, act)
  if (fault !== undefined) return { fault }
  const { siteKey, name, value } = asked
  return db.transaction(async tx => {
    const before = await lockValue(tx, asked)
    if (asked.seen !== undefined && asked.seen.value !== before)
      return { meanwhile: before, last: (await readLast(tx, siteKey)).get(name) ?? null }
    if (value === null && before === null) return { fault: `the site does not set ${name}` }
    const agreed = await agreedTo(tx, asked, { before, act })
    if (typeof agreed === 'string') return { fault: agreed }
    if (value === null)
      await tx.deleteFrom('settings').where('site_key', '=', siteKey).where('key', '=', name).execute()
    else
      await tx
        .insertInto('settings')
        .values({ site_key: siteKey, key: name, value })
        .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value }))
        .execute()
    // Values that name people are left out: the line is kept for ever.
    const isPersonal = SITE_SETTINGS.get(name)?.isPersonal ?? true
    const details = { ...(!isPersonal && { before, after: value }), ...agreed }
    await recordAction(tx, act, { subject: name, details, reason: asked.reason })
    return { before }
  })
}

/** The second person, as the line has them, or why nobody has agreed. An approval that is named is used, whatever the bound is by now. */
async function agreedTo(
  tx: Tx,
  asked: NewValue,
  { before, act }: { readonly before: string | null; readonly act: Act },
): Promise<Readonly<Record<string, unknown>> | string> {
  const { name, value, approval } = asked
  if ((approval === undefined && !isRaised(name, before, value)) || !(await hasStaff(tx))) return {}
  if (approval === undefined) return NEEDS_SECOND
  const used = await spendApproval(tx, act, approval, toApprove(asked, before))
  return typeof used === 'string' ? used : { approval, approved_by: used.by }
}

/** All that the database says of a site beside its catalogue is changed by one after the other. */
export async function lockSettings(tx: Tx, siteKey: string): Promise<void> {
  await lockName(tx, `settings ${siteKey}`)
}

/** The value of the setting: two who change one at once do it one after the other, also where there is no row yet. */
async function lockValue(tx: Tx, { siteKey, name }: NamedSetting): Promise<string | null> {
  await lockSettings(tx, siteKey)
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('site_key', '=', siteKey)
    .where('key', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}
