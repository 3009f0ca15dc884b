import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { atSite, reason, site } from '../../platform/staff/inputs.ts'
import { recordAction, recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import { listSettings } from './queries.ts'

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
  const others = rows.filter(({ key }) => !SITE_SETTINGS.has(key))
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

/** The value before, null where there was none; or why it may not be set. */
export type SettingChange = { readonly before: string | null } | { readonly fault: string }

/** Sets a setting of a site; running processes read it within a second. */
export const setSetting = staffVerb({
  name: 'settings set',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...named, value: v.string(), reason }),
  run: writeValue,
})

async function writeValue(
  { db }: Parts,
  asked: NamedSetting & { readonly value: string; readonly reason: string },
  act: Act,
): Promise<SettingChange> {
  const { siteKey, name, value } = asked
  const setting = SITE_SETTINGS.get(name)
  if (setting === undefined) return { fault: `there is no setting ${name}` }
  const rule = setting.faultOf(value)
  if (rule !== undefined) return { fault: `${name} ${rule}` }
  if (setting.isForOwners === true) actFor(act, 'staff:write')
  return db.transaction(async tx => {
    const before = await lockValue(tx, { siteKey, name })
    await tx
      .insertInto('settings')
      .values({ site_key: siteKey, key: name, value })
      .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value }))
      .execute()
    await recordChange(tx, act, { name, reason: asked.reason, before, after: value })
    return { before }
  })
}

/** Takes a setting away, so that the store does what it does by itself. */
export const unsetSetting = staffVerb({
  name: 'settings unset',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({ ...named, reason }),
  run: deleteValue,
})

async function deleteValue(
  { db }: Parts,
  { siteKey, name, reason: why }: NamedSetting & { readonly reason: string },
  act: Act,
): Promise<SettingChange> {
  if (SITE_SETTINGS.get(name)?.isForOwners === true) actFor(act, 'staff:write')
  return db.transaction(async tx => {
    const before = await lockValue(tx, { siteKey, name })
    if (before === null) return { fault: `the site does not set ${name}` }
    await tx.deleteFrom('settings').where('site_key', '=', siteKey).where('key', '=', name).execute()
    await recordChange(tx, act, { name, reason: why, before, after: null })
    return { before }
  })
}

/** The value of the setting: two who change one at once do it one after the other, also where there is no row yet. */
async function lockValue(tx: Tx, { siteKey, name }: NamedSetting): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtext('settings'), hashtext(${siteKey}))`.execute(tx)
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('site_key', '=', siteKey)
    .where('key', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

interface Change {
  readonly name: string
  readonly reason: string
  readonly before: string | null
  readonly after: string | null
}

/** Values that name people are left out: the line is kept for ever. */
async function recordChange(
  tx: Tx,
  act: Act,
  { name: subject, reason: why, before, after }: Change,
): Promise<void> {
  const isPersonal = SITE_SETTINGS.get(subject)?.isPersonal ?? true
  const details = isPersonal ? {} : { before, after }
  await recordAction(tx, act, { subject, details, reason: why })
}
