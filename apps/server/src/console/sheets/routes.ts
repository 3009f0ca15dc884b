import {
  askSheetApproval,
  copyMonthCall,
  importSheet,
  listSheetImports,
  listSheets,
  previewSheet,
  previewTakingBack,
  readSheet,
  takeImportBack,
} from '@kippu/contract/console/sheets'
import { sumOf } from '@kippu/domain/sum'
import type { FastifyInstance } from 'fastify'

import { askImport } from '../../office/catalogue/ask-import.ts'
import { copyMonth } from '../../office/catalogue/copy-month.ts'
import { readCatalogue } from '../../office/catalogue/export-catalogue.ts'
import { importCatalogue, type SheetsAsked } from '../../office/catalogue/import-catalogue.ts'
import { listImports } from '../../office/catalogue/list-imports.ts'
import { listSheetKinds } from '../../office/catalogue/list-sheets.ts'
import type { Plan } from '../../office/catalogue/planned.ts'
import type { NotAgreed } from '../../office/catalogue/second-person.ts'
import { members } from '../../office/catalogue/sheets/members.ts'
import { undoImport } from '../../office/catalogue/undo-import.ts'
import type { OpenApproval } from '../../platform/staff/approvals.ts'
import { approvalAsked } from '../approval-asked.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'
import { isFresh, type Session } from '../sign-in/sessions.ts'
import { shownFaults, shownOddPrices, shownPlan } from './shown-plan.ts'

/** The catalogue as sheets: uploaded or pasted, seen, imported, taken back. */
export function sheetRoutes(app: FastifyInstance, parts: StaffParts): void {
  // A look at rows of people shows them as they are.
  const assertMaySee = ({ sheets }: Pick<Plan, 'sheets'>, session: Session): void => {
    if (sheets.some(({ sheet }) => sheet.isPersonal === true) && !isFresh(session, parts.deps.clock))
      throw new ConsoleRefusal('passkey needed again')
  }
  serveStaff(app, parts, listSheets, async ({ params }, { by }) => ({
    sheets: (await listSheetKinds(by, { siteKey: params.site })).map(kind => ({
      name: kind.name,
      name_ja: kind.nameJa,
      is_personal: kind.isPersonal,
      columns: kind.columns.map(({ name, nameJa, isKey }) => ({ name, name_ja: nameJa, is_key: isKey })),
    })),
  }))
  serveStaff(app, parts, readSheet, async ({ params, query }, { by, session }) => {
    // They are people.
    if (params.sheet === members.name && !isFresh(session, parts.deps.clock))
      throw new ConsoleRefusal('passkey needed again')
    const { format, lang: headings } = query
    const { files } = await readCatalogue(by, {
      siteKey: params.site,
      sheets: [params.sheet],
      format,
      headings,
    })
    const [file] = files
    if (file === undefined) throw new ConsoleRefusal('not found')
    const [, content] = file
    return { file: `${params.sheet}.${format}`, base64: Buffer.from(content).toString('base64') }
  })
  serveStaff(app, parts, copyMonthCall, async ({ params, query }, { by }) => {
    const copy = await copyMonth(by, { siteKey: params.site, ...query })
    switch (copy.kind) {
      case 'nothing':
        throw new ConsoleRefusal('not found')
      case 'out of reach':
        throw new ConsoleRefusal('invalid request', { fields: [{ field: 'to', rule: 'in reach' }] })
      case 'copied':
        return { content: copy.content, kept: copy.kept }
    }
  })
  serveStaff(app, parts, previewSheet, async (received, { by, session }) => {
    const outcome = await importCatalogue(by, {
      ...askedOf(received),
      isApplied: false,
      isScheduled: false,
      oddPrices: 0,
    })
    if (outcome.kind === 'faults') return shownFaults(outcome)
    // Nothing else comes of a look.
    if (outcome.kind !== 'planned' && outcome.kind !== 'unchanged')
      throw new ConsoleRefusal('changed meanwhile')
    const { plan, impact, kind, second, language, encodings } = outcome
    assertMaySee(plan, session)
    return {
      kind,
      ...shownPlan(plan, impact, language),
      odd_prices: shownOddPrices(plan, language),
      needs_second_person: second !== null,
      approval: shownApproval(second?.approval ?? null),
      encodings: [...encodings],
    }
  })
  serveStaff(app, parts, importSheet, async (received, { by }) => {
    const { seen, odd_prices: oddPrices, approval } = received.query
    const outcome = await importCatalogue(by, {
      ...askedOf(received),
      isApplied: true,
      isScheduled: false,
      oddPrices,
      seen,
      approval,
    })
    switch (outcome.kind) {
      case 'faults':
        return shownFaults(outcome)
      case 'changed':
        throw new ConsoleRefusal('changed meanwhile')
      case 'refused':
        throw notAgreed(outcome.why)
      case 'planned':
      case 'asks':
        return { kind: 'asks' as const, rows: 0 }
      case 'applied':
      case 'unchanged':
        return { kind: outcome.kind, rows: rowsOf(outcome.plan) }
    }
  })
  serveStaff(app, parts, askSheetApproval, async (received, { by }) => {
    const { seen, reason } = received.query
    const answer = await askImport(by, { ...askedOf(received), seen, reason })
    if (answer.kind !== 'asked') throw new ConsoleRefusal('changed meanwhile')
    return approvalAsked(answer)
  })
  serveStaff(app, parts, listSheetImports, async ({ params }, { by }) => ({
    imports: (await listImports(by, { siteKey: params.site })).map(one => ({
      id: one.id,
      at: moment(one.at),
      staff: one.staff,
      via: one.via,
      sheets: one.sheets.map(({ nameJa: name_ja, ...counts }) => ({ ...counts, name_ja })),
      undone_at: moment(one.undoneAt),
      can_be_taken_back: one.canBeTakenBack,
    })),
  }))
  serveStaff(
    app,
    parts,
    previewTakingBack,
    async ({ params, query: { lang: language } }, { by, session }) => {
      const back = { ...importIn(params), isPartial: true, language }
      const outcome = await undoImport(by, { ...back, isApplied: false })
      if (outcome.kind === 'nothing') throw new ConsoleRefusal('not found')
      const { reasons } = outcome
      if (outcome.kind !== 'refused') assertMaySee(outcome.plan, session)
      return {
        plan: outcome.kind === 'refused' ? null : shownPlan(outcome.plan, outcome.impact, language),
        stay: reasons.slice(0, MOST_STAYING),
        stay_count: reasons.length,
      }
    },
  )
  serveStaff(app, parts, takeImportBack, async ({ params, body: { seen, lang: language } }, { by }) => {
    const outcome = await undoImport(by, {
      ...importIn(params),
      isPartial: true,
      isApplied: true,
      seen,
      language,
    })
    if (outcome.kind === 'nothing') throw new ConsoleRefusal('not found')
    if (outcome.kind !== 'applied') throw new ConsoleRefusal('changed meanwhile')
    return { rows: rowsOf(outcome.plan) }
  })
}

/** Rows of an import that stay, of thousands. */
const MOST_STAYING = 200

interface Uploaded {
  readonly params: { readonly site: string }
  readonly query: { readonly file: string; readonly lang: 'en' | 'ja'; readonly whole: 'yes' | 'no' }
  readonly body: unknown
}

function askedOf({
  params,
  query: { file: name, lang: language, whole },
  body: bytes,
}: Uploaded): SheetsAsked {
  if (!(bytes instanceof Uint8Array)) throw new ConsoleRefusal('invalid request')
  return { siteKey: params.site, files: [{ name, bytes }], isWhole: whole === 'yes', language }
}

function importIn(params: { readonly site: string; readonly import: string }) {
  if (!/^\d{1,9}$/.test(params.import)) throw new ConsoleRefusal('not found')
  return { siteKey: params.site, id: Number(params.import) }
}

function rowsOf({ sheets }: Pick<Plan, 'sheets'>): number {
  return sumOf(sheets.map(({ changes }) => changes.length))
}

function shownApproval(approval: OpenApproval | null) {
  if (approval === null) return null
  const { id, decidedBy, waitsUntil } = approval
  return { id, decided_by: decidedBy, waits_until: moment(waitsUntil) }
}

function notAgreed(why: NotAgreed): ConsoleRefusal {
  return why === 'a second person is needed'
    ? new ConsoleRefusal('second person needed')
    : new ConsoleRefusal('approval not valid', { why })
}
