import { mayDo } from '@kippu/domain/staff/grants'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { type Cell, HEADING_LANGUAGES, type HeadingLanguage } from './files/raw-sheet.ts'
import { writeCsv } from './files/write-csv.ts'
import { type WrittenSheet, writeXlsx } from './files/write-xlsx.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import { readNames } from './sheets/names.ts'
import { members as memberSheet } from './sheets/members.ts'
import { type Column, headingIn, isOfFiles, type Row, type Scope, type Sheet } from './sheets/sheet.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

interface ReadRequest {
  readonly siteKey: string
  /** Names of sheets; without them, all that the actor may change. */
  readonly sheets?: readonly string[] | undefined
  readonly format: ExportFormat
  readonly headings: HeadingLanguage
}

interface ExportRequest extends ReadRequest {
  /** It is created if it does not exist. */
  readonly folder: string
}

export interface ExportedSheet {
  readonly sheet: string
  readonly rows: number
}

export type ExportOutcome =
  | { readonly kind: 'written'; readonly files: readonly string[]; readonly sheets: readonly ExportedSheet[] }
  /** A file of this name exists already: nobody's work is overwritten. */
  | { readonly kind: 'exists'; readonly file: string }

/** The sheets of a site as files, so that an import of them changes nothing. What the actor may not change is left out. */
export const readCatalogue = staffVerb({
  name: 'catalogue export',
  permission: 'sheets:write',
  reach: 'site',
  input: v.object({
    ...site,
    sheets: v.optional(v.array(v.string())),
    format: v.picklist(EXPORT_FORMATS),
    headings: v.picklist(HEADING_LANGUAGES),
  }),
  run: readSheets,
})

interface ReadFiles {
  readonly files: ReadonlyArray<readonly [name: string, content: string | Uint8Array]>
  readonly sheets: readonly ExportedSheet[]
}

async function readSheets(
  { db }: Pick<CatalogueDeps, 'db'>,
  { siteKey, sheets: asked, format, headings }: ReadRequest,
  act: Act,
): Promise<ReadFiles> {
  const isMeant = ({ name, permission }: Pick<Sheet, 'name' | 'permission'>) =>
    mayDo(act.actor, permission) && (asked === undefined || asked.includes(name))
  const begin = headingsIn(headings)
  const sheets = SHEETS.filter(isMeant)
  const written = await db.read(read => writtenSheets(read, { siteKey, sheets, begin }))
  await recordMembers(db, act, written)
  return {
    files: filesOf(written, format),
    sheets: written.map(({ name, rows }) => ({ sheet: name, rows: rows.length })),
  }
}

/** Writes the sheets of a site into a folder. */
export async function exportCatalogue(
  by: Parameters<typeof readCatalogue>[0],
  { folder, ...asked }: ExportRequest,
): Promise<ExportOutcome> {
  const { files, sheets } = await readCatalogue(by, asked)
  await mkdir(folder, { recursive: true })
  const names: string[] = []
  for (const [name, content] of files) {
    const file = path.join(folder, name)
    try {
      // Members are people: only the owner of the file may read it.
      await writeFile(file, content, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
        return { kind: 'exists', file }
      throw error
    }
    names.push(file)
  }
  return { kind: 'written', files: names, sheets }
}

/** Members are people: the log keeps who exported them. */
async function recordMembers(
  db: CatalogueDeps['db'],
  act: Act,
  sheets: readonly WrittenSheet[],
): Promise<void> {
  const members = sheets.find(({ name }) => name === memberSheet.name)
  if (members === undefined) return
  await recordAlone(db, actFor(act, memberSheet.permission), {
    subject: memberSheet.name,
    details: { members: members.rows.length },
  })
}

type BeginSheet = (sheet: { readonly name: string; readonly columns: readonly Column[] }) => WrittenSheet

interface Written {
  readonly siteKey: string
  readonly sheets: readonly Sheet[]
  readonly begin: BeginSheet
}

async function writtenSheets(read: Read, { siteKey, sheets, begin }: Written): Promise<WrittenSheet[]> {
  const scope = { siteKey, names: await readNames(read, siteKey) }
  const written: WrittenSheet[] = []
  for (const sheet of sheets) {
    const rows = await sheet.current(read, scope)
    const kept = rows.filter(row => sheet.isExported?.(row) !== false)
    written.push({ ...begin(sheet), rows: kept.map(row => cellsOf(sheet, scope, row)) })
  }
  return written
}

/** Begins sheets with headings of a language; their own names stay English, as they are names of files. */
function headingsIn(language: HeadingLanguage): BeginSheet {
  return ({ name, columns }) => ({
    name,
    headings: columns.filter(isOfFiles).map(column => headingIn(language, column)),
    rows: [],
  })
}

interface RowsOfSheet extends Pick<Scope, 'names'> {
  readonly sheet: Sheet
  readonly rows: readonly Row[]
}

/** Rows as a file that is imported as an exported one is. */
export function jsonOfRows(all: readonly RowsOfSheet[]): string {
  const begin = headingsIn('en')
  const sheets = all.map(({ sheet, names, rows }) => ({
    ...begin(sheet),
    rows: rows.map(row => cellsOf(sheet, { names }, row)),
  }))
  return jsonText(sheets)
}

function cellsOf({ columns }: Sheet, { names }: Pick<Scope, 'names'>, row: Row): Cell[] {
  return columns.flatMap((column, index) =>
    isOfFiles(column) ? [column.kind.write(row[index] ?? null, names, row)] : [],
  )
}

function filesOf(
  sheets: readonly WrittenSheet[],
  format: ExportFormat,
): Array<readonly [string, string | Uint8Array]> {
  switch (format) {
    case 'csv':
      return sheets.map(({ name, headings, rows }) => [`${name}.csv`, writeCsv(headings, rows)])
    case 'xlsx':
      return [['catalogue.xlsx', writeXlsx(sheets)]]
    case 'json':
      return [['catalogue.json', jsonText(sheets)]]
  }
}

function jsonText(sheets: readonly WrittenSheet[]): string {
  return `${JSON.stringify(Object.fromEntries(sheets.map(jsonSheet)), null, 1)}\n`
}

function jsonSheet({ name, headings, rows }: WrittenSheet) {
  return [
    name,
    rows.map(cells => Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? null]))),
  ] as const
}
