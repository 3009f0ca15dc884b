import type { Read } from '../db/database.ts'

/** The last person who did something to a thing, and when. */
export interface LastAction {
  readonly by: string
  readonly at: Date
}

/** By subject, the last person who did one of the verbs to it. */
export async function lastActions(
  read: Read,
  {
    siteKey,
    verbs,
    subjects,
  }: { readonly siteKey: string; readonly verbs: readonly string[]; readonly subjects: readonly string[] },
): Promise<ReadonlyMap<string, LastAction>> {
  const rows = await read
    .selectFrom('staff_actions')
    .distinctOn('subject')
    .select(['subject', 'staff as by', 'at'])
    .where('site_key', '=', siteKey)
    .where('verb', 'in', [...verbs])
    .where('subject', 'in', [...subjects])
    .orderBy('subject')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ subject, by, at }) => [subject, { by, at }]))
}
