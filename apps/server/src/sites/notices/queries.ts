import { LANGUAGES } from '@kippu/domain/language'
import { MOST_NOTICES, NOTICE_SEVERITIES, type NoticeSeverity, type NoticeTexts } from '@kippu/domain/notice'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'

export interface StoredNotice {
  readonly id: number
  readonly severity: NoticeSeverity
  readonly shownFrom: Date
  readonly shownUntil: Date
  readonly texts: NoticeTexts
  readonly withdrawnAt: Date | null
}

const texts = v.object({
  ...v.entriesFromList(LANGUAGES, v.optional(v.string())),
  ja: v.string(),
  en: v.string(),
})
const severity = v.picklist(NOTICE_SEVERITIES)

/** Notices of a site that nobody withdrew and whose time is not over, those to come too: warnings first, then the newest. */
export async function listOpenNotices(read: Read, siteKey: string, now: Date): Promise<StoredNotice[]> {
  const rows = await read
    .selectFrom('notices')
    .select(COLUMNS)
    .where('site_key', '=', siteKey)
    .where('withdrawn_at', 'is', null)
    .where('shown_until', '>', now)
    .orderBy('severity', 'desc')
    .orderBy('shown_from', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NOTICES)
    .execute()
  return rows.map(stored)
}

/** The latest notices of a site, whatever became of them. */
export async function listLatestNotices(read: Read, siteKey: string, most: number): Promise<StoredNotice[]> {
  const rows = await read
    .selectFrom('notices')
    .select(COLUMNS)
    .where('site_key', '=', siteKey)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(stored)
}

const COLUMNS = ['id', 'severity', 'shown_from', 'shown_until', 'texts', 'withdrawn_at'] as const

interface NoticeRow {
  readonly id: number
  readonly severity: string
  readonly shown_from: Date
  readonly shown_until: Date
  readonly texts: unknown
  readonly withdrawn_at: Date | null
}

function stored(row: NoticeRow): StoredNotice {
  return {
    id: row.id,
    severity: v.parse(severity, row.severity),
    shownFrom: row.shown_from,
    shownUntil: row.shown_until,
    texts: v.parse(texts, row.texts),
    withdrawnAt: row.withdrawn_at,
  }
}
