import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import { placeholdersIn } from '@kippu/domain/text-template'
import type { Site } from '@kippu/sites/site'
import { textsOf } from '@kippu/texts/texts'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import { digestOfSeen } from '../../platform/staff/approvals.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { lockSettings } from '../../sites/content/change-setting.ts'
import { readServedSite } from '../../sites/house/house-values.ts'
import { siteTextsOf } from '../../sites/seed/site-texts.ts'

export interface WordsDeps {
  readonly db: Database
  readonly sites: SiteDirectory
}

/** A text in one language. */
interface Place {
  readonly key: string
  readonly lang: Language
}

export interface Draft extends Place {
  /** The draft as the person read it; null: there was none. */
  readonly before: string | null
  /** Null: there is none any more. */
  readonly text: string | null
}

export type WordFault = Place & {
  readonly rule: 'unknown' | 'of the house' | 'blank' | 'too long' | 'lost' | 'gained'
  /** The placeholder that was lost or gained. */
  readonly name?: string
}

export interface WordConflict extends Place {
  readonly theirs: string | null
  readonly by: string
  readonly at: Date
}

export type Drafted =
  | { readonly kind: 'done' }
  | { readonly kind: 'faults'; readonly faults: readonly WordFault[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly WordConflict[] }

const MOST_CHARACTERS = 2_000

/** Texts that the house says of itself, and those that the law asks of a seller: they are changed there. */
const OF_THE_HOUSE =
  /^site_(?:seller|representative|address|phone|phone_hours|email|registration_number|cancellation|visit_conditions|transmission)$/

export function isOfTheHouse(key: string): boolean {
  return OF_THE_HOUSE.test(key)
}

const place = { key: v.string(), lang: v.picklist(LANGUAGES) }

const DRAFT = 'words draft'

/** Keeps words as drafts, which no visitor reads. All of them or none. */
export const draftWords = staffVerb({
  name: DRAFT,
  permission: 'words:write',
  reach: 'site',
  input: v.object({
    ...site,
    drafts: v.array(v.object({ ...place, before: v.nullable(v.string()), text: v.nullable(v.string()) })),
  }),
  run: (
    { db, sites }: WordsDeps,
    { siteKey, drafts }: { readonly siteKey: string; readonly drafts: readonly Draft[] },
    act: Act,
  ): Promise<Drafted> =>
    db.transaction(async tx => {
      await lockWords(tx, act, siteKey)
      const usual = await usualWords(tx, sites, siteKey)
      const faults = drafts.flatMap(draft => faultsOf(draft, usual(draft.lang)))
      if (faults.length > 0) return { kind: 'faults', faults }
      const kept = await keptDrafts(tx, siteKey)
      const overtaken = drafts.filter(
        ({ key, lang, before }) => (kept.get(nameOf({ key, lang })) ?? null) !== before,
      )
      if (overtaken.length > 0)
        return { kind: 'conflicts', conflicts: await conflictsOf(tx, siteKey, overtaken, kept) }
      for (const { key, lang, text } of drafts) {
        await tx
          .updateTable('texts')
          .set({ next_text: text, next_at: null })
          .where('site_key', '=', siteKey)
          .where('lang', '=', lang)
          .where('key', '=', key)
          .execute()
        await recordAction(tx, act, { subject: nameOf({ key, lang }), details: { text } })
      }
      return { kind: 'done' }
    }),
})

function nameOf({ key, lang }: Place): string {
  return `${key}.${lang}`
}

function faultsOf({ key, lang, text }: Draft, usual: Readonly<Record<string, string>>): readonly WordFault[] {
  const before = usual[key]
  const fault = (rule: WordFault['rule'], name?: string): WordFault[] => [
    { key, lang, rule, ...(name !== undefined && { name }) },
  ]
  if (isOfTheHouse(key)) return fault('of the house')
  if (before === undefined) return fault('unknown')
  if (text === null) return []
  if (text.trim() === '') return fault('blank')
  if (text.length > MOST_CHARACTERS) return fault('too long')
  const [had, has] = [placeholdersIn(before), placeholdersIn(text)]
  const lost = had.find(name => !has.includes(name))
  if (lost !== undefined) return fault('lost', lost)
  const gained = has.find(name => !had.includes(name))
  return gained === undefined ? [] : fault('gained', gained)
}

/** Drafts that have no moment yet, and those whose moment is to come. */
async function keptDrafts(read: Read, siteKey: string): Promise<ReadonlyMap<string, string>> {
  const rows = await read
    .selectFrom('texts')
    .select(['key', 'lang', 'next_text'])
    .where('site_key', '=', siteKey)
    .where('next_text', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ key, lang, next_text: text }) =>
      text === null ? [] : [[`${key}.${lang}`, text] as const],
    ),
  )
}

async function conflictsOf(
  read: Read,
  siteKey: string,
  places: readonly Place[],
  kept: ReadonlyMap<string, string>,
): Promise<readonly WordConflict[]> {
  const rows = await read
    .selectFrom('staff_actions')
    .distinctOn('subject')
    .select(['subject', 'staff as by', 'at'])
    .where('site_key', '=', siteKey)
    .where(sql<boolean>`subject = any(${list('text', places.map(nameOf))}::text[])`)
    .orderBy('subject')
    .orderBy('id', 'desc')
    .execute()
  return places.flatMap(({ key, lang }) => {
    const line = rows.find(({ subject }) => subject === nameOf({ key, lang }))
    // Somebody names a draft that nobody wrote.
    if (line === undefined) return []
    return [{ key, lang, theirs: kept.get(nameOf({ key, lang })) ?? null, by: line.by, at: line.at }]
  })
}

/** The words of a site without those of its house, by language. */
export async function usualWords(
  read: Read,
  sites: SiteDirectory,
  siteKey: string,
): Promise<(lang: Language) => Readonly<Record<string, string>>> {
  const found = sites.find(siteKey)
  if (found === undefined) throw new Error(`there is no site ${siteKey}`)
  const served: Site = await readServedSite(read, found)
  return lang => ({ ...textsOf(lang), ...siteTextsOf(served, lang), ...served.texts[lang] })
}

/** One after the other; words whose moment has come are the text from here on. */
async function lockWords(tx: Tx, { clock }: Act, siteKey: string): Promise<void> {
  await lockSettings(tx, siteKey)
  await tx
    .updateTable('texts')
    .set(eb => ({ text: eb.ref('next_text').$notNull(), source: 'site', next_text: null, next_at: null }))
    .where('site_key', '=', siteKey)
    .where('next_at', '<=', new Date(clock.now()))
    .execute()
}

/** All drafts of a site that have no moment yet. */
export interface OpenDraft extends Place {
  readonly text: string
}

export async function readOpenDrafts(read: Read, siteKey: string): Promise<readonly OpenDraft[]> {
  const rows = await read
    .selectFrom('texts')
    .select(['key', 'lang', 'next_text as text'])
    .where('site_key', '=', siteKey)
    .where('next_text', 'is not', null)
    .where('next_at', 'is', null)
    .orderBy('key')
    .orderBy('lang')
    .execute()
  return rows.flatMap(({ key, lang, text }) =>
    isLanguage(lang) && text !== null ? [{ key, lang, text }] : [],
  )
}

/** Stands for the drafts that somebody saw. */
export function digestOfDrafts(drafts: readonly OpenDraft[]): string {
  return digestOfSeen(drafts.map(({ key, lang, text }) => [key, lang, text]))
}

export type Published =
  | { readonly kind: 'done'; readonly words: number }
  | { readonly kind: 'changed' | 'past' }

/** Publishes all drafts of a site together: at once, or at a moment. */
export const publishWords = staffVerb({
  name: 'words publish',
  permission: 'words:write',
  reach: 'site',
  input: v.object({ ...site, at: v.nullable(v.date()), seen: v.string(), reason }),
  run: (
    { db }: Pick<WordsDeps, 'db'>,
    asked: {
      readonly siteKey: string
      readonly at: Date | null
      readonly seen: string
      readonly reason: string
    },
    act: Act,
  ): Promise<Published> =>
    db.transaction(async tx => {
      const { siteKey, at, seen, reason: why } = asked
      const now = act.clock.now()
      if (at !== null && at.getTime() <= now) return { kind: 'past' }
      await lockWords(tx, act, siteKey)
      const drafts = await readOpenDrafts(tx, siteKey)
      if (drafts.length === 0 || digestOfDrafts(drafts) !== seen) return { kind: 'changed' }
      await tx
        .updateTable('texts')
        .set({ next_at: at ?? new Date(now) })
        .where('site_key', '=', siteKey)
        .where('next_text', 'is not', null)
        .where('next_at', 'is', null)
        .execute()
      for (const draft of drafts)
        await recordAction(tx, act, {
          subject: nameOf(draft),
          details: { text: draft.text, at },
          reason: why,
        })
      await lockWords(tx, act, siteKey)
      return { kind: 'done', words: drafts.length }
    }),
})

/** Takes one text back: its draft or its moment is no more; where it is published, it is as the folder or the product says it. False where there is nothing of the house. */
export const takeWordsBack = staffVerb({
  name: 'words back',
  permission: 'words:write',
  reach: 'site',
  input: v.object({ ...site, ...place, reason }),
  run: (
    { db, sites }: WordsDeps,
    { siteKey, key, lang, reason: why }: Place & { readonly siteKey: string; readonly reason: string },
    act: Act,
  ): Promise<boolean> =>
    db.transaction(async tx => {
      await lockWords(tx, act, siteKey)
      const row = await tx
        .selectFrom('texts')
        .select(['text', 'source', 'next_text'])
        .where('site_key', '=', siteKey)
        .where('lang', '=', lang)
        .where('key', '=', key)
        .executeTakeFirst()
      const usual = (await usualWords(tx, sites, siteKey))(lang)[key]
      if (row === undefined || usual === undefined || isOfTheHouse(key)) return false
      const isPlan = row.next_text !== null
      if (!isPlan && row.source !== 'site') return false
      await tx
        .updateTable('texts')
        .set(isPlan ? { next_text: null, next_at: null } : { text: usual, source: 'bundled' })
        .where('site_key', '=', siteKey)
        .where('lang', '=', lang)
        .where('key', '=', key)
        .execute()
      const before = isPlan ? row.next_text : row.text
      await recordAction(tx, act, { subject: nameOf({ key, lang }), details: { before }, reason: why })
      return true
    }),
})
