import { createHash, randomBytes } from 'node:crypto'

import { inParts } from '@kippu/domain/in-parts'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import type { Act } from '../../platform/staff/staff-verb.ts'
import type { HeadingLanguage } from './files/raw-sheet.ts'
import type { PlannedSheet } from './planned.ts'
import {
  type Change,
  type Changes,
  columnsOf,
  isSameRow,
  type Row,
  type Sheet,
  type Value,
} from './sheets/sheet.ts'

/** Rows sent, stored and read together, so that the changes of a season are never one text in memory. */
const PART = 10_000

const value = v.union([v.string(), v.number(), v.boolean(), v.null()])
const storedPart = v.object({
  sheet: v.string(),
  columns: v.array(v.string()),
  /** Each row before and after. */
  rows: v.optional(v.array(v.tuple([v.nullable(v.array(value)), v.nullable(v.array(value))])), []),
  /** A person leaves less: the key of the row, the earlier values of what changed, and a digest of the new row. */
  people: v.optional(
    v.array(
      v.object({
        key: v.array(value),
        before: v.nullable(v.array(v.tuple([v.number(), value]))),
        after: v.nullable(v.string()),
      }),
    ),
    [],
  ),
})

type StoredPart = v.InferOutput<typeof storedPart>

/** A row that an import changed, as it is taken back. */
export interface KeptRow {
  /** Its key, at least. */
  readonly named: Row
  /** Whether it is still as the import left it. */
  readonly isAsLeft: (now: Row | null) => boolean
  /** As it was before; null: it was not there. */
  readonly before: (now: Row | null) => Row | null
}

export interface KeptPart {
  readonly sheet: string
  readonly columns: readonly string[]
  rows(sheet: Sheet): readonly KeptRow[]
}

export interface KeptImport {
  readonly id: number
  readonly at: Date
  readonly staff: string
  /** The language of the headings of its sheets. */
  readonly language: HeadingLanguage
  readonly parts: number
}

interface ToKeep {
  readonly siteKey: string
  readonly sheets: readonly PlannedSheet[]
  readonly language: HeadingLanguage
  /** A machine imports it: what a person imported last can still be taken back, and this cannot. */
  readonly isScheduled: boolean
}

/** Keeps what an import changes, so that it can be taken back, until it is forgotten (office/retention/rules.ts). */
export async function keepImport(
  tx: Tx,
  act: Act,
  { siteKey, sheets, language, isScheduled }: ToKeep,
): Promise<number> {
  if (isScheduled) return addImport(tx, act, { siteKey, language, changes: null })
  const id = await addImport(tx, act, { siteKey, language, changes: '[]' })
  for (const { sheet, changes } of sheets)
    for (const rows of inParts(storedRows(sheet, changes), PART)) {
      const part = partText(sheet, rows)
      await sql`update catalogue_imports set changes = changes || ${part}::jsonb where id = ${id}`.execute(tx)
    }
  return id
}

async function addImport(
  tx: Tx,
  { clock, actor }: Act,
  { siteKey, language, changes }: Pick<ToKeep, 'siteKey' | 'language'> & { readonly changes: '[]' | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('catalogue_imports')
    .values({
      site_key: siteKey,
      at: new Date(clock.now()),
      staff: actor.name,
      language,
      changes,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** As text, one after the other: what is stored together is never in memory as rows. */
function* storedRows(sheet: Sheet, changes: Changes): Generator<string, void, void> {
  for (const change of changes) {
    const { before, after } = change
    const kept: StoredPart['rows'][number] = [
      before === null ? null : [...columnsOf(sheet, before)],
      after === null ? null : [...after],
    ]
    yield JSON.stringify(sheet.isPersonal === true ? personOf(sheet, change) : kept)
  }
}

function partText({ name, columns, isPersonal }: Sheet, rows: readonly string[]): string {
  const [sheet, names] = [name, columns.map(column => column.name)].map(value => JSON.stringify(value))
  return `[{"sheet":${sheet},"columns":${names},"${isPersonal === true ? 'people' : 'rows'}":[${rows.join(',')}]}]`
}

/**
 * A person's row keeps no more than taking back needs: the values that changed, and a digest for seeing whether they
 * changed again.
 */
function personOf(sheet: Sheet, { before, after }: Change): StoredPart['people'][number] {
  const was: Row | null = before === null ? null : columnsOf(sheet, before)
  return {
    key: (after ?? was ?? []).slice(0, sheet.keys),
    before:
      was?.flatMap((one, index): Array<[number, Value]> =>
        after !== null && one === after[index] ? [] : [[index, one]],
      ) ?? null,
    after: after === null ? null : digestOf(sheet, after, randomBytes(16).toString('hex')),
  }
}

function digestOf(sheet: Sheet, row: Row, salt: string): string {
  const hash = createHash('sha256').update(JSON.stringify([salt, ...columnsOf(sheet, row)]))
  return `${salt}:${hash.digest('hex')}`
}

/**
 * An import of a site that can be taken back; undefined where it cannot any more. Without its id it is the last one of a person; the one before it is
 * not meant where that one is taken back already, so that asking twice takes back one.
 */
export async function findKept(
  read: Read,
  siteKey: string,
  id: number | undefined,
): Promise<KeptImport | undefined> {
  const rows = read
    .selectFrom('catalogue_imports')
    .select(['id', 'at', 'staff', 'language', sql<number | null>`jsonb_array_length(changes)`.as('parts')])
    .where('site_key', '=', siteKey)
    .where(eb => eb.or([eb('changes', 'is not', null), eb('undone_at', 'is not', null)]))
    .orderBy('id', 'desc')
  const found = await (id === undefined ? rows.limit(1) : rows.where('id', '=', id)).executeTakeFirst()
  return found === undefined || found.parts === null ? undefined : { ...found, parts: found.parts }
}

export async function readPart(read: Read, { id }: KeptImport, turn: number): Promise<KeptPart> {
  const { part } = await read
    .selectFrom('catalogue_imports')
    .select(sql<unknown>`changes -> ${turn}::integer`.as('part'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { sheet: name, columns, rows, people } = v.parse(storedPart, part)
  return {
    sheet: name,
    columns,
    rows: sheet => [
      ...rows.map(row => keptRow(sheet, row)),
      ...people.map(person => keptPerson(sheet, person)),
    ],
  }
}

function keptRow(sheet: Sheet, [before, after]: StoredPart['rows'][number]): KeptRow {
  return {
    named: after ?? before ?? [],
    isAsLeft: now => (now === null || after === null ? now === after : isSameRow(sheet, after, now)),
    before: () => before,
  }
}

function keptPerson(sheet: Sheet, { key, before, after }: StoredPart['people'][number]): KeptRow {
  return {
    named: key,
    isAsLeft: now => {
      if (now === null || after === null) return now === after
      return digestOf(sheet, now, after.slice(0, after.indexOf(':'))) === after
    },
    before: now => {
      if (before === null) return null
      const row: Value[] = now === null ? [] : [...columnsOf(sheet, now)]
      for (const [index, one] of before) row[index] = one
      return row
    },
  }
}
