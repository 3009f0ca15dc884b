import type { Deps } from '../../platform/deps.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { listLatestNotices, type StoredNotice } from './queries.ts'

/** Enough to find what was said in the last months. */
const MOST_LISTED = 50

export interface ListedNotice extends StoredNotice {
  readonly state: 'to_come' | 'shown' | 'over' | 'withdrawn'
}

/** The latest notices of a site, the newest first, for its operators. */
export const listNotices = staffVerb({
  name: 'notices',
  permission: 'notices:write',
  reach: 'site',
  input: atSite,
  run: readLatest,
})

async function readLatest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey }: { readonly siteKey: string },
): Promise<ListedNotice[]> {
  const now = clock.now()
  const notices = await db.read(read => listLatestNotices(read, siteKey, MOST_LISTED))
  return notices.map(notice => ({ ...notice, state: stateOf(notice, now) }))
}

function stateOf({ withdrawnAt, shownFrom, shownUntil }: StoredNotice, now: number): ListedNotice['state'] {
  if (withdrawnAt !== null) return 'withdrawn'
  if (shownUntil.getTime() <= now) return 'over'
  return shownFrom.getTime() > now ? 'to_come' : 'shown'
}
