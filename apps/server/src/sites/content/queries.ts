import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import type {
  FieldTemplatesTable,
  LanguagesTable,
  SettingsTable,
  TextsTable,
} from '../../platform/db/schema.ts'

/** Languages of a site in display order. */
export function listLanguages(
  read: Read,
  siteKey: string,
): Promise<Pick<LanguagesTable, 'id' | 'is_default'>[]> {
  return read
    .selectFrom('languages')
    .select(['id', 'is_default'])
    .where('site_key', '=', siteKey)
    .orderBy('position')
    .execute()
}

/** Fields of the buyer form in display order. */
export function listFieldTemplates(
  read: Read,
  siteKey: string,
): Promise<Pick<FieldTemplatesTable, 'field_name' | 'is_display' | 'is_require'>[]> {
  return read
    .selectFrom('field_templates')
    .select(['field_name', 'is_display', 'is_require'])
    .where('site_key', '=', siteKey)
    .orderBy('position')
    .execute()
}

export function listSettings(read: Read, siteKey: string): Promise<Pick<SettingsTable, 'key' | 'value'>[]> {
  return read
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('site_key', '=', siteKey)
    .orderBy('key')
    .execute()
}

/** The words of a site at a moment. */
export function listTexts(
  read: Read,
  siteKey: string,
  lang: string,
  at: Date,
): Promise<Pick<TextsTable, 'key' | 'text'>[]> {
  return read
    .selectFrom('texts')
    .select(['key', sql<string>`case when next_at <= ${at} then next_text else text end`.as('text')])
    .where('site_key', '=', siteKey)
    .where('lang', '=', lang)
    .orderBy('key')
    .execute()
}

export interface DayRange {
  /** Both included. */
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Colours of the days from `from` to `to`, both included. */
export function listCalendarColors(
  read: Read,
  siteKey: string,
  { from, to }: DayRange,
): Promise<{ date: string; color_code: string }[]> {
  return read
    .selectFrom('calendar_colors')
    .select(['visit_date as date', 'color_code'])
    .where('site_key', '=', siteKey)
    .where('visit_date', '>=', from)
    .where('visit_date', '<=', to)
    .orderBy('visit_date')
    .execute()
}
