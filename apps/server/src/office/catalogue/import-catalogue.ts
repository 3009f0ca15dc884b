import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { isCheckBroken, isReferredTo } from '../../platform/db/sql-states.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import {
  type Encoding,
  type Fault,
  Faults,
  type HeadingLanguage,
  inLanguage,
  languageOf,
  type RawSheet,
  UnreadableFile,
} from './files/raw-sheet.ts'
import { readFiles } from './files/read-file.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { keepImport } from './kept-import.ts'
import { type Hashes, passwordHashes, withHashes, withoutOwnPasswords } from './member-passwords.ts'
import { findFaultsTogether, planImport, type PlanRequest } from './plan.ts'
import { placeText } from './place-of.ts'
import type { Plan } from './planned.ts'
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

interface ImportRequest {
  readonly siteKey: string
  /** Files and folders. */
  readonly paths: readonly string[]
  readonly isWhole: boolean
  /** Without it nothing is written. */
  readonly isApplied: boolean
  /** A machine imports it each day: what a person imported last can still be taken back. */
  readonly isScheduled: boolean
  /** How many odd prices are meant, by somebody who has seen them. */
  readonly oddPrices: number
}

type Outcome =
  | { readonly kind: 'faults'; readonly faults: readonly Fault[]; readonly total: number }
  | {
      /** `asks`: nothing is written until somebody says that its odd prices are meant. */
      readonly kind: 'planned' | 'asks' | 'applied' | 'unchanged'
      readonly plan: Plan
      readonly impact: Impact
    }

export type ImportOutcome = Outcome & {
  /** Text files, and the encoding that each was taken to be in. */
  readonly encodings: ReadonlyArray<{ readonly file: string; readonly encoding: Encoding }>
  /** The language of the headings. */
  readonly language: HeadingLanguage
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
    ...site,
    paths: v.array(v.string()),
    isWhole: v.boolean(),
    isApplied: v.boolean(),
    isScheduled: v.boolean(),
    oddPrices: v.number(),
  }),
  run: importFiles,
})

async function importFiles(deps: CatalogueDeps, request: ImportRequest, act: Act): Promise<ImportOutcome> {
  const { db, clock } = deps
  const { siteKey, isWhole, isApplied, isScheduled, oddPrices } = request
  try {
    const raws = await readFiles(request.paths, isHeading)
    const named = raws.flatMap(raw => sheetNamed(raw.name) ?? [])
    for (const permission of permissionsOf(named)) actFor(act, permission)
    const asked = { siteKey, raws, isWhole, nowMs: clock.now() }
    const outcome = isApplied
      ? await applyImport(deps, { ...asked, isScheduled, oddPrices }, act)
      : await db.read(read => dryRun(read, asked))
    return { ...outcome, encodings: encodingsOf(raws), language: ofAll(raws) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { fault, language } = error
    return { kind: 'faults', faults: [fault], total: 1, encodings: [], language }
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

async function dryRun(read: Read, asked: PlanRequest): Promise<Outcome> {
  const planned = await planImport(read, asked)
  if (planned.faults.total > 0) return faulty(planned.faults)
  const plan = await withoutOwnPasswords(planned)
  return { kind: hasChanges(plan) ? 'planned' : 'unchanged', plan, impact: await findImpact(read, plan) }
}

interface AppliedRequest extends PlanRequest, Pick<ImportRequest, 'isScheduled' | 'oddPrices'> {}

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
      return {
        kind: 'faults',
        faults: [{ file: error.span, text: inLanguage(ofAll(asked.raws), ALWAYS_CHANGED) }],
        total: 1,
      }
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
  if (!hasChanges(plan)) return { kind: 'unchanged', plan, impact: await findImpact(tx, plan) }
  if (plan.oddPrices.total !== asked.oddPrices)
    return { kind: 'asks', plan, impact: await findImpact(tx, plan) }
  // Before the locks, as much as can be: buyers wait for them.
  const id = await keepImport(tx, act, { siteKey, sheets, language: ofAll(asked.raws), isScheduled })
  const impact = await findImpact(tx, plan)
  await lockChangedSpans(tx, siteKey, sheets)
  const overtaken = await findOvertaken(tx, plan.scope, sheets)
  if (overtaken !== undefined) throw new Overtaken(placeText(overtaken.sheet, plan.scope, overtaken.row))
  // Shares have no check of the database: they are looked at once more, with nothing sold any longer.
  await findFaultsTogether(tx, plan, asked.raws)
  if (plan.faults.total > 0) throw new Overtaken(shares.name)
  await writeChanges(tx, { siteKey, now }, sheets)
  await recordChanges(tx, act, { subject: String(id), sheets })
  return { kind: 'applied', plan, impact }
}

function faulty({ kept, total }: Faults): Outcome {
  return { kind: 'faults', faults: kept, total }
}

function hasChanges({ sheets }: Pick<Plan, 'sheets'>): boolean {
  return sheets.some(({ changes }) => changes.length > 0)
}
