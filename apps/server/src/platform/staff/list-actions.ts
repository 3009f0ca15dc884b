import type { Read } from '../db/database.ts'

export interface ListedAction {
  readonly at: Date
  readonly staff: string
  readonly verb: string
  readonly subject: string
  readonly details: unknown
  readonly reason: string | null
  readonly via: string
}

export interface ActionFilter {
  readonly siteKey: string
  readonly staff?: string
  /** Any of these. */
  readonly subjects?: readonly string[]
  readonly most: number
}

/** The actions at a site, the newest first. */
export async function listActions(
  read: Read,
  { siteKey, staff, subjects, most }: ActionFilter,
): Promise<ListedAction[]> {
  let query = read
    .selectFrom('staff_actions')
    .select(['at', 'staff', 'verb', 'subject', 'details', 'reason', 'via'])
    .where('site_key', '=', siteKey)
  if (staff !== undefined) query = query.where('staff', '=', staff)
  if (subjects !== undefined) query = query.where('subject', 'in', [...subjects])
  return query.orderBy('id', 'desc').limit(most).execute()
}
