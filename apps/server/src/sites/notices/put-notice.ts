import { MOST_NOTICES, NOTICE_SEVERITIES, type NoticeSeverity, type NoticeTexts } from '@kippu/domain/notice'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { listOpenNotices } from './queries.ts'
import { takeOff } from './withdraw-notice.ts'
import { lockName } from '../../platform/db/lock-name.ts'

interface NewNotice {
  readonly siteKey: string
  readonly severity: NoticeSeverity
  /** In ms since 1970. */
  readonly from: number
  readonly until: number
  readonly texts: NoticeTexts
  /** The open notice in whose place it comes. */
  readonly replaces?: number | undefined
}

export type PutNotice =
  | { readonly id: number }
  /** It would be over at once, or end before it begins. */
  | { readonly fault: 'over' }
  /** The site has as many open notices as a screen can bear. */
  | { readonly fault: 'too_many' }
  /** The one that it should replace is open no more. */
  | { readonly fault: 'gone' }

/** Puts a notice on every screen of a site, from its moment on, a second later at most. */
export const putNotice = staffVerb({
  name: 'notices put',
  permission: 'notices:write',
  reach: 'site',
  input: v.object({
    ...site,
    severity: v.picklist(NOTICE_SEVERITIES),
    from: v.number(),
    until: v.number(),
    texts: v.objectWithRest({ ja: v.string(), en: v.string() }, v.string()),
    replaces: v.optional(v.number()),
  }),
  run: insertNotice,
})

async function insertNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, severity, from, until, texts, replaces }: NewNotice,
  act: Act,
): Promise<PutNotice> {
  const now = clock.now()
  if (until <= now || until <= from) return { fault: 'over' }
  return db.transaction(async tx => {
    // Two operators who put a notice at once are counted one after the other.
    await lockName(tx, `notices ${siteKey}`)
    if (replaces !== undefined && !(await takeOff(tx, { siteKey, id: replaces, now: new Date(now) })))
      return { fault: 'gone' }
    const open = await listOpenNotices(tx, siteKey, new Date(now))
    if (open.length >= MOST_NOTICES) return { fault: 'too_many' }
    const { id } = await tx
      .insertInto('notices')
      .values({
        site_key: siteKey,
        severity,
        shown_from: new Date(from),
        shown_until: new Date(until),
        texts: JSON.stringify(texts),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(tx, act, { subject: String(id), details: { severity, from, until, replaces } })
    return { id }
  })
}
