import { MOST_NOTICES, type NoticeSeverity, type NoticeTexts } from '@kippu/domain/notice'
import { sql } from 'kysely'

import type { Deps } from '../deps.ts'
import type { Actor } from '../staff/actor.ts'
import { recordAction } from '../staff/record-action.ts'
import { listOpenNotices } from './queries.ts'

export interface NewNotice {
  readonly siteKey: string
  readonly severity: NoticeSeverity
  /** In ms since 1970. */
  readonly from: number
  readonly until: number
  readonly texts: NoticeTexts
}

export type PutNotice =
  | { readonly id: number }
  /** It would be over at once, or end before it begins. */
  | { readonly fault: 'over' }
  /** The site has as many open notices as a screen can bear. */
  | { readonly fault: 'too_many' }

/** Puts a notice on every screen of a site, from its moment on, a second later at most. */
export async function putNotice(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock'> & { readonly actor: Actor },
  { siteKey, severity, from, until, texts }: NewNotice,
): Promise<PutNotice> {
  const now = clock.now()
  if (until <= now || until <= from) return { fault: 'over' }
  return db.transaction(async tx => {
    // Two operators who put a notice at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtext(${`notices of ${siteKey}`}))`.execute(tx)
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
    const action = { permission: 'notices:write', siteKey, verb: 'notices put', subject: String(id) } as const
    await recordAction(tx, { clock, actor }, { ...action, details: { severity, from, until } })
    return { id }
  })
}
