import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import { sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'
import { type ActionDeps, recordAction, recordAlone } from '../staff/record-action.ts'
import { listSettings } from './queries.ts'

export interface NamedSetting {
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

/** Every setting that there is, with what the site has. Rows of no known name come last: they mean nothing. */
export async function listSiteSettings(read: Read, siteKey: string): Promise<readonly ListedSetting[]> {
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
export async function recordShown(
  deps: ActionDeps,
  {
    siteKey,
    verb,
    shown,
  }: { readonly siteKey: string; readonly verb: string; readonly shown: readonly ListedSetting[] },
): Promise<void> {
  for (const { name, value } of shown)
    if (value !== null && SITE_SETTINGS.get(name)?.isPersonal === true)
      await recordAlone(deps, { permission: 'sites:write', siteKey, verb, subject: name })
}

/** The value before, null where there was none; or why it may not be set. */
export type SettingChange = { readonly before: string | null } | { readonly fault: string }

/** Sets a setting of a site; running processes read it within a second. */
export async function setSetting(
  deps: ActionDeps,
  { siteKey, name, value, reason }: NamedSetting & { readonly value: string; readonly reason: string },
): Promise<SettingChange> {
  const setting = SITE_SETTINGS.get(name)
  if (setting === undefined) return { fault: `there is no setting ${name}` }
  const rule = setting.faultOf(value)
  if (rule !== undefined) return { fault: `${name} ${rule}` }
  return deps.db.transaction(async tx => {
    const before = await lockValue(tx, { siteKey, name })
    await tx
      .insertInto('settings')
      .values({ site_key: siteKey, key: name, value })
      .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value }))
      .execute()
    await recordChange(tx, deps, { siteKey, name, reason, verb: 'settings set', before, after: value })
    return { before }
  })
}

/** Takes a setting away, so that the store does what it does by itself. */
export async function unsetSetting(
  deps: ActionDeps,
  { siteKey, name, reason }: NamedSetting & { readonly reason: string },
): Promise<SettingChange> {
  return deps.db.transaction(async tx => {
    const before = await lockValue(tx, { siteKey, name })
    if (before === null) return { fault: `the site does not set ${name}` }
    await tx.deleteFrom('settings').where('site_key', '=', siteKey).where('key', '=', name).execute()
    await recordChange(tx, deps, { siteKey, name, reason, verb: 'settings unset', before, after: null })
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

interface Change extends NamedSetting {
  readonly verb: string
  readonly reason: string
  readonly before: string | null
  readonly after: string | null
}

/** Values that name people are left out: the line is kept for ever. */
async function recordChange(
  tx: Tx,
  deps: ActionDeps,
  { siteKey, name: subject, verb, reason, before, after }: Change,
): Promise<void> {
  const isPersonal = SITE_SETTINGS.get(subject)?.isPersonal ?? true
  const details = isPersonal ? {} : { before, after }
  await recordAction(tx, deps, { permission: 'sites:write', siteKey, verb, subject, details, reason })
}
