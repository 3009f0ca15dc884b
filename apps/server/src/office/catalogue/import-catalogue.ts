import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { isCheckBroken, isReferredTo } from '../../platform/db/sql-states.ts'
import { site, uuid } from '../../platform/staff/inputs.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { digestOfPlan } from './digest-of-plan.ts'
import {
  type Encoding,
  type Fault,
  Faults,
  HEADING_LANGUAGES,
  type HeadingLanguage,
  inLanguage,
  languageOf,
  type RawSheet,
  UnreadableFile,
} from './files/raw-sheet.ts'
import { readFiles, readSheets } from './files/read-file.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { keepImport } from './kept-import.ts'
import { type Hashes, passwordHashes, withHashes, withoutOwnPasswords } from './member-passwords.ts'
import { findFaultsTogether, planImport, type PlanRequest } from './plan.ts'
import { placeText } from './place-of.ts'
import type { Plan } from './planned.ts'
import { agreedTo, type NotAgreed, type SecondPerson, secondPersonOf } from './second-person.ts'
import { isHeading, sheetNamed } from './sheets/all-sheets.ts'
import { shares } from './sheets/shares.ts'
import {
  findOvertaken,
  lockChangedSpans,
  lockImports,
  permissionsOf,
  recordChanges,
  writeChanges,
} from './write-changes.ts'

/** A file that came with its bytes. */
export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The sheets of an import, and how they are meant. */
export interface SheetsAsked {
  readonly siteKey: string
  /** Files and folders of this machine. */
  readonly paths?: readonly string[] | undefined
  readonly files?: readonly SentFile[] | undefined
  readonly isWhole: boolean
  /** The reader’s; that of the headings where nobody says it. */
  readonly language?: HeadingLanguage | undefined
}

interface ImportRequest extends SheetsAsked {
  /** Without it nothing is written. */
  readonly isApplied: boolean
  /** A machine imports it each day: what a person imported last can still be taken back. */
  readonly isScheduled: boolean
  /** How many odd prices are meant, by somebody who has seen them. */
  readonly oddPrices: number
  /** The digest of what was seen: nothing else is done. */
  readonly seen?: string | undefined
  /** Another person has agreed to it. */
  readonly approval?: string | undefined
}

export interface FaultsFound {
  readonly kind: 'faults'
  readonly faults: readonly Fault[]
  readonly total: number
}

interface Planned {
  readonly plan: Plan
  readonly impact: Impact
}

/** Without anything written. `second`: it needs a second person. */
interface Previewed extends Planned {
  readonly kind: 'planned' | 'unchanged'
  readonly second: SecondPerson | null
}

type Outcome =
  | FaultsFound
  | Previewed
  /**
   * `asks`: nothing is written until somebody says that its odd prices are meant. `changed`: it is another matter by now than what
   * was seen, and nothing is written.
   */
  | ({ readonly kind: 'asks' | 'changed' | 'applied' } & Planned)
  /** Nobody else has agreed to exactly this. */
  | ({ readonly kind: 'refused'; readonly why: NotAgreed } & Planned)

/** All that was said of the files themselves. */
export interface FilesRead {
  /** Text files, and the encoding that each was taken to be in. */
  readonly encodings: ReadonlyArray<{ readonly file: string; readonly encoding: Encoding }>
  /** The reader’s, or that of the headings. */
  readonly language: HeadingLanguage
}

export type ImportOutcome = Outcome & FilesRead

export const sheetsAsked = {
  ...site,
  paths: v.optional(v.array(v.string())),
  files: v.optional(v.array(v.object({ name: v.string(), bytes: v.instance(Uint8Array) }))),
  isWhole: v.boolean(),
  language: v.optional(v.picklist(HEADING_LANGUAGES)),
}

/**
 * Reads sheets and says what they would change; or changes it, all or nothing. Imports of a site come one after the other.
 * @throws NotPermitted when the actor may not change one of the sheets.
 */
export const importCatalogue = staffVerb({
  name: 'catalogue import',
  permission: 'sheets:write',
  reach: 'site',
  input: v.object({
    ...sheetsAsked,
    isApplied: v.boolean(),
    isScheduled: v.boolean(),
    oddPrices: v.number(),
    seen: v.optional(v.string()),
    approval: v.optional(uuid),
  }),
  run: (deps: CatalogueDeps, request: ImportRequest, act: Act): Promise<ImportOutcome> =>
    withSheets(act, request, asked =>
      request.isApplied
        ? applyImport(deps, { ...request, ...asked }, act)
        : deps.db.read(read => dryRun(read, act, asked)),
    ),
})

/** Reads the sheets of a request, and does something with them. @throws NotPermitted when the actor may not change one of them. */
export async function withSheets<T>(
  act: Act,
  { siteKey, paths = [], files = [], isWhole, language }: SheetsAsked,
  work: (asked: PlanRequest) => Promise<T>,
): Promise<(T | FaultsFound) & FilesRead> {
  try {
    const raws = [
      ...(await readFiles(paths, isHeading)),
      ...files.flatMap(({ name, bytes }) => readSheets(name, bytes, isHeading)),
    ]
    const named = raws.flatMap(raw => sheetNamed(raw.name) ?? [])
    for (const permission of permissionsOf(named)) actFor(act, permission)
    const done = await work({ siteKey, raws, isWhole, nowMs: act.clock.now(), language })
    return { ...done, encodings: encodingsOf(raws), language: language ?? ofAll(raws) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const spoken = language ?? error.language
    return { ...faultsFound([error.faultIn(spoken)], 1), encodings: [], language: spoken }
  }
}

/** The language of the headings of most sheets. */
function ofAll(raws: readonly RawSheet[]): HeadingLanguage {
  const japanese = raws.filter(({ headings }) => languageOf(headings) === 'ja')
  return japanese.length * 2 > raws.length ? 'ja' : 'en'
}

function encodingsOf(raws: readonly RawSheet[]): ImportOutcome['encodings'] {
  const byFile = new Map<string, Encoding>()
  for (const { file, encoding } of raws) if (encoding !== undefined) byFile.set(file, encoding)
  return Array.from(byFile, ([file, encoding]) => ({ file, encoding }))
}

/** The plan of an import with what it touches. */
export async function dryRun(read: Read, act: Act, asked: PlanRequest): Promise<FaultsFound | Previewed> {
  const planned = await planImport(read, asked)
  if (planned.faults.total > 0) return faulty(planned.faults)
  const plan = await withoutOwnPasswords(planned)
  const impact = await findImpact(read, plan)
  const second = await secondPersonOf(read, act, { ...asked, plan, impact })
  return { kind: hasChanges(plan) ? 'planned' : 'unchanged', plan, impact, second }
}

interface AppliedRequest
  extends PlanRequest, Pick<ImportRequest, 'isScheduled' | 'oddPrices' | 'seen' | 'approval'> {}

const MOST_TRIES = 5

async function applyImport(deps: CatalogueDeps, asked: AppliedRequest, act: Act): Promise<Outcome> {
  const hashes = await passwordHashes(deps.db, asked)
  if (hashes instanceof Faults) return faulty(hashes)
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.db.transaction(tx => writeImport(tx, { asked, hashes }, act))
    } catch (error) {
      // Something was sold, or changed by somebody else, between the look at it and its lock: it is looked at again, without locks.
      const isOvertaken = error instanceof Overtaken || isReferredTo(error) || isCheckBroken(error)
      if (isOvertaken && tries < MOST_TRIES) continue
      if (!(error instanceof Overtaken)) throw error
      const text = inLanguage(asked.language ?? ofAll(asked.raws), ALWAYS_CHANGED)
      return faultsFound([{ file: error.span, text }], 1)
    }
  }
}

const ALWAYS_CHANGED = ['somebody changes it all the time', 'ほかの人が変更し続けています'] as const

/** Undoes the transaction: a time span is not as it was when the import was planned. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
  readonly span: string

  constructor(span: string) {
    super(`${span} was changed meanwhile`)
    this.span = span
  }
}

interface Applied {
  readonly asked: AppliedRequest
  readonly hashes: Hashes
}

async function writeImport(tx: Tx, { asked, hashes }: Applied, act: Act): Promise<Outcome> {
  const { siteKey, isScheduled } = asked
  const now = new Date(act.clock.now())
  await lockImports(tx, siteKey)
  const planned = await planImport(tx, asked)
  if (planned.faults.total > 0) return faulty(planned.faults)
  const sheets = withHashes(planned.sheets, hashes)
  const plan = { ...planned, sheets }
  if (!hasChanges(plan)) return { kind: 'unchanged', plan, impact: await findImpact(tx, plan), second: null }
  // Before the locks, as much as can be: buyers wait for them.
  const impact = await findImpact(tx, plan)
  if (asked.seen !== undefined && asked.seen !== digestOfPlan(plan)) return { kind: 'changed', plan, impact }
  if (plan.oddPrices.total !== asked.oddPrices) return { kind: 'asks', plan, impact }
  const agreed = await agreedTo(tx, act, { ...asked, plan, impact })
  if (typeof agreed === 'string') return { kind: 'refused', why: agreed, plan, impact }
  const id = await keepImport(tx, act, { siteKey, sheets, language: ofAll(asked.raws), isScheduled })
  await lockChangedSpans(tx, siteKey, sheets)
  const overtaken = await findOvertaken(tx, plan.scope, sheets)
  if (overtaken !== undefined) throw new Overtaken(placeText(overtaken.sheet, plan.scope, overtaken.row))
  // Shares have no check of the database: they are looked at once more, with nothing sold any longer.
  await findFaultsTogether(tx, plan, asked.raws)
  if (plan.faults.total > 0) throw new Overtaken(shares.name)
  await writeChanges(tx, { siteKey, now }, sheets)
  await recordChanges(tx, act, { subject: String(id), sheets, details: agreed })
  return { kind: 'applied', plan, impact }
}

function faulty({ kept, total }: Faults): FaultsFound {
  return faultsFound(kept, total)
}

function faultsFound(faults: readonly Fault[], total: number): FaultsFound {
  return { kind: 'faults', faults, total }
}

function hasChanges({ sheets }: Pick<Plan, 'sheets'>): boolean {
  return sheets.some(({ changes }) => changes.length > 0)
}
