import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { atSite, reason, site } from '../../platform/staff/inputs.ts'
import { lastActions, type LastAction } from '../../platform/staff/last-actions.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { lockSettings } from './change-setting.ts'
import { listLanguages } from './queries.ts'

interface LanguageState {
  readonly id: Language
  readonly isOffered: boolean
  readonly isDefault: boolean
  /** Orders under way whose visitors read it. */
  readonly orders: number
  /** Bought visits to come whose visitors get their mails in it. */
  readonly visits: number
}

export interface LanguagesOfSite {
  /** Those that are offered in the order of the menu, then the others. */
  readonly languages: readonly LanguageState[]
  readonly changed: LastAction | null
}

interface Parts {
  readonly db: Database
}

const PUT = 'languages put'
const SUBJECT = 'languages'

/** The languages of a site, whom each touches, and who changed them. */
export const readLanguages = staffVerb({
  name: 'languages',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async ({ db }: Parts, { siteKey }: { readonly siteKey: string }): Promise<LanguagesOfSite> => {
    const [offered, readers, lines] = await db.read(async read => [
      await listLanguages(read, siteKey),
      await readReaders(read, siteKey),
      await lastActions(read, { siteKey, verbs: [PUT], subjects: [SUBJECT] }),
    ])
    const known = languagesIn(offered)
    const off = LANGUAGES.filter(id => !known.includes(id))
    return {
      changed: lines.get(SUBJECT) ?? null,
      languages: [...known, ...off].map(id => ({
        id,
        isOffered: known.includes(id),
        isDefault: offered.some(row => row.id === id && row.is_default),
        orders: readers.get(id)?.orders ?? 0,
        visits: readers.get(id)?.visits ?? 0,
      })),
    }
  },
})

interface AskedLanguages {
  readonly siteKey: string
  /** As they were read; undefined: whatever they are now. */
  readonly before?: readonly Language[] | undefined
  /** All that are offered from now on, in the order of the menu. */
  readonly after: readonly Language[]
  readonly reason: string
}

export type PutLanguages =
  | { readonly kind: 'done'; readonly before: readonly Language[] }
  | { readonly kind: 'changed'; readonly theirs: readonly Language[]; readonly last: LastAction | null }
  | { readonly kind: 'fault'; readonly rule: 'twice' | 'its default is missing' }

/**
 * Offers these languages in this order, and no other; new pages have them within a second. An order keeps its language: its mails come in it, as long as
 * the store knows it, and its pages in the default of the site.
 */
export const putLanguages = staffVerb({
  name: PUT,
  permission: 'sites:write',
  reach: 'site',
  input: v.object({
    ...site,
    before: v.optional(v.array(v.picklist(LANGUAGES))),
    after: v.array(v.picklist(LANGUAGES)),
    reason,
  }),
  run: ({ db }: Parts, { siteKey, before, after, reason: why }: AskedLanguages, act: Act) =>
    db.transaction(async (tx): Promise<PutLanguages> => {
      if (new Set(after).size < after.length) return { kind: 'fault', rule: 'twice' }
      await lockSettings(tx, siteKey)
      const rows = await listLanguages(tx, siteKey)
      const now = languagesIn(rows)
      if (before !== undefined && before.join() !== now.join()) {
        const lines = await lastActions(tx, { siteKey, verbs: [PUT], subjects: [SUBJECT] })
        return { kind: 'changed', theirs: now, last: lines.get(SUBJECT) ?? null }
      }
      const usual = rows.find(row => row.is_default)?.id
      if (!after.some(id => id === usual)) return { kind: 'fault', rule: 'its default is missing' }
      if (after.join() === now.join()) return { kind: 'done', before: now }
      await tx.deleteFrom('languages').where('site_key', '=', siteKey).where('id', 'not in', after).execute()
      await tx
        .insertInto('languages')
        .values(after.map((id, position) => ({ site_key: siteKey, id, is_default: id === usual, position })))
        .onConflict(conflict =>
          conflict.columns(['site_key', 'id']).doUpdateSet(eb => ({ position: eb.ref('excluded.position') })),
        )
        .execute()
      await recordAction(tx, act, { subject: SUBJECT, details: { before: now, after }, reason: why })
      return { kind: 'done', before: now }
    }),
})

function languagesIn(rows: ReadonlyArray<{ readonly id: string }>): readonly Language[] {
  return rows.flatMap(({ id }) => (isLanguage(id) ? [id] : []))
}

/** By language, the orders that are not over yet. */
async function readReaders(
  read: Read,
  siteKey: string,
): Promise<ReadonlyMap<string, { readonly orders: number; readonly visits: number }>> {
  const { rows } = await sql<{ lang: string; orders: number; visits: number }>`
    select lang, sum(orders)::integer as orders, sum(visits)::integer as visits from (
      select lang, count(*) as orders, 0 as visits from orders
       where site_key = ${siteKey} and check_at is not null and completed_at is null group by lang
      union all
      select o.lang, 0, count(*) from time_spans s
        join orders o on o.time_span_id = s.id
        join reservations r on r.order_id = o.id and r.status = 'active'
       where s.site_key = ${siteKey} and s.ends_at > now() group by o.lang
    ) as readers group by lang`.execute(read)
  return new Map(rows.map(({ lang, ...counts }) => [lang, counts]))
}
