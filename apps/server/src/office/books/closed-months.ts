import type { Database, Read } from '../../platform/db/database.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

export interface ClosedMonth {
  readonly month: string
  readonly booking: string
  readonly closedAt: Date
  readonly closedBy: string
  readonly entries: number
}

/** {@link listClosed}, for staff. */
export const readClosed = staffVerb({
  name: 'months',
  permission: 'money:read',
  reach: 'site',
  input: atSite,
  run: ({ db }: { readonly db: Database }, { siteKey }: { readonly siteKey: string }) =>
    db.read(read => listClosed(read, siteKey)),
})

/** The closed months of a site, the oldest first. */
export function listClosed(read: Read, siteKey: string): Promise<ClosedMonth[]> {
  return read
    .selectFrom('closed_months')
    .select(['month', 'booking', 'closed_at as closedAt', 'closed_by as closedBy', 'entries'])
    .where('site_key', '=', siteKey)
    .orderBy('month')
    .execute()
}

export async function findClosed(
  read: Read,
  { siteKey, month }: { readonly siteKey: string; readonly month: string },
): Promise<ClosedMonth | undefined> {
  const all = await listClosed(read, siteKey)
  return all.find(one => one.month === month)
}
