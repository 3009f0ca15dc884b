import * as v from 'valibot'

import { isoDate, jstDateTime } from '../shapes.ts'
import { approvalAsked, reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

/** Bytes of a file that the console takes; a larger one is imported by the command. */
export const MOST_UPLOADED = 8 * 1024 * 1024

/** Rows that somebody pastes or types; more are a file. */
export const MOST_PASTED_ROWS = 31

const READERS = ['en', 'ja'] as const

const column = v.object({
  name: v.string(),
  name_ja: v.string(),
  /** It names the row. */
  is_key: v.boolean(),
})

const sheetKind = v.object({
  name: v.string(),
  name_ja: v.string(),
  columns: v.array(column),
  /** Its rows are people. */
  is_personal: v.boolean(),
})
export type SheetKind = v.InferOutput<typeof sheetKind>

/** The sheets that the person may change. */
export const listSheets = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/sheets',
  who: 'sheets:write',
  response: v.object({ sheets: v.array(sheetKind) }),
})

/** A sheet as it is now: uploaded as it is, it changes nothing. */
export const readSheet = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/sheets/{sheet}/file',
  who: 'sheets:write',
  query: v.strictObject({ format: v.picklist(['csv', 'xlsx']), lang: v.picklist(READERS) }),
  response: v.object({ file: v.string(), base64: v.string() }),
})

const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

/** A month of a product as a sheet that makes another month like it; it is seen and imported as any sheet is. */
export const copyMonthCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/month-copy',
  who: 'catalogue:write',
  query: v.strictObject({ product: v.pipe(v.string(), v.uuid()), from: month, to: month }),
  response: v.object({
    /** JSON. */
    content: v.string(),
    /** Days that the month has already: they stay as they are. */
    kept: v.number(),
  }),
})

const cell = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const change = v.object({
  kind: v.picklist(['added', 'changed', 'removed']),
  /** The row as the venue calls it. */
  row: v.string(),
  cells: v.array(
    v.object({
      column: v.string(),
      before: cell,
      after: cell,
      /** Nothing of it is shown. */
      is_secret: v.boolean(),
    }),
  ),
})
export type SheetChange = v.InferOutput<typeof change>

const day = v.object({ product: v.string(), date: isoDate, count: v.number() })

/** The outcome of an import, or of taking one back. */
const plan = v.object({
  /** Names what was seen; it is done only while it is so. */
  seen: v.string(),
  sheets: v.array(
    v.object({
      sheet: v.string(),
      added: v.number(),
      changed: v.number(),
      removed: v.number(),
      /** Rows that are so already. */
      same: v.number(),
      /** The first ones. */
      changes: v.array(change),
      /** Rows that a whole sheet leaves out, or that a rule would change, and that stay, and why: the first ones. */
      kept: v.array(v.object({ row: v.string(), why: v.string() })),
      kept_count: v.number(),
      /** Those that a rule would change, and that somebody edited: the first ones. */
      by_hand: v.array(v.object({ row: v.string(), why: v.string() })),
      by_hand_count: v.number(),
    }),
  ),
  /** Sold tickets to come that it touches, and orders under way. */
  tickets: v.array(day),
  reservations: v.array(v.string()),
  reservation_count: v.number(),
  unpaid_orders: v.array(day),
  /** Days whose sale is stopped: rows that are added to them are not sold until it is resumed. */
  stopped: v.array(day),
  /** Products whose words promise to come in again, though each ticket admits once. */
  promises: v.array(v.string()),
  /** The first ones. */
  missing_words: v.array(v.object({ row: v.string(), languages: v.array(v.string()) })),
  missing_words_count: v.number(),
})
export type SheetPlan = v.InferOutput<typeof plan>

const read = {
  /** Text files, and the encoding that they were taken to be in. */
  encodings: v.array(v.object({ file: v.string(), encoding: v.string() })),
}

const faults = v.object({
  kind: v.literal('faults'),
  /** The first ones. */
  faults: v.array(
    v.object({
      file: v.string(),
      sheet: v.nullable(v.string()),
      line: v.nullable(v.number()),
      column: v.nullable(v.string()),
      text: v.string(),
    }),
  ),
  total: v.number(),
  ...read,
})
export type SheetFaults = v.InferOutput<typeof faults>

const planned = v.object({
  kind: v.picklist(['planned', 'unchanged']),
  ...plan.entries,
  /** Prices that become nothing, a quarter or less, or four times or more. */
  odd_prices: v.object({
    total: v.number(),
    /** The first ones. */
    first: v.array(v.object({ row: v.string(), before: v.nullable(v.number()), after: v.number() })),
    /** The new ones, each once, the first ones. */
    prices: v.array(v.number()),
  }),
  /** Such prices of days that are sold are too much for one person. */
  needs_second_person: v.boolean(),
  /** Asked for by the same person, for exactly this. */
  approval: v.nullable(
    v.object({
      id: v.string(),
      /** Null while nobody has agreed. */
      decided_by: v.nullable(v.string()),
      /** Nobody else may agree: it may be done from then on. */
      waits_until: v.nullable(jstDateTime),
    }),
  ),
  ...read,
})
export type PlannedImport = v.InferOutput<typeof planned>

/** A file of the browser; at the store its bytes. */
const file = v.custom<unknown>(bytes => bytes instanceof Uint8Array)

const meant = {
  /** Its name: a CSV is called after its sheet. */
  file: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  lang: v.picklist(READERS),
  /** `yes`: what the file leaves out is gone. */
  whole: v.picklist(['yes', 'no']),
}

/** Nothing is done. */
export const previewSheet = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sheet-previews',
  who: 'sheets:write',
  upload: true,
  query: v.strictObject(meant),
  body: file,
  response: v.variant('kind', [faults, planned]),
})

const seen = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** All or nothing, and only as it was seen: sent twice, it is done once. */
export const importSheet = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sheet-imports',
  who: 'sheets:write',
  fresh: true,
  upload: true,
  query: v.strictObject({
    ...meant,
    seen,
    /** How many of them are meant. */
    odd_prices: v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)),
    approval: v.optional(v.pipe(v.string(), v.uuid())),
  }),
  body: file,
  response: v.variant('kind', [
    faults,
    v.object({
      /** `asks`: so many prices are odd, and another number of them was meant. */
      kind: v.picklist(['applied', 'unchanged', 'asks']),
      rows: v.number(),
    }),
  ]),
})

/** Asks another person for the odd prices of sold days. */
export const askSheetApproval = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sheet-approvals',
  who: 'sheets:write',
  fresh: true,
  upload: true,
  query: v.strictObject({ ...meant, seen, reason: reasonText }),
  body: file,
  response: approvalAsked,
})

const listed = v.object({
  id: v.number(),
  at: jstDateTime,
  staff: v.string(),
  via: v.string(),
  sheets: v.array(
    v.object({
      sheet: v.string(),
      name_ja: v.string(),
      added: v.number(),
      changed: v.number(),
      removed: v.number(),
    }),
  ),
  undone_at: v.nullable(jstDateTime),
  can_be_taken_back: v.boolean(),
})
export type ListedImport = v.InferOutput<typeof listed>

/** Those of the last fourteen days, the newest first. */
export const listSheetImports = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/sheet-imports',
  who: 'sheets:write',
  response: v.object({ imports: v.array(listed) }),
})

/** Shows how taking an import back would end; nothing is done. */
export const previewTakingBack = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/sheet-imports/{import}/back',
  who: 'sheets:write',
  query: v.strictObject({ lang: v.picklist(READERS) }),
  response: v.object({
    /** Null where nothing of it can be taken back. */
    plan: v.nullable(plan),
    /** Rows that stay as they are, and why: the first ones. */
    stay: v.array(v.string()),
    stay_count: v.number(),
  }),
})
export type TakingBack = v.InferOutput<(typeof previewTakingBack)['response']>

/** Row by row where nothing stands in the way; sent twice, it is done once. */
export const takeImportBack = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sheet-imports/{import}/back',
  who: 'sheets:write',
  fresh: true,
  body: v.strictObject({ seen, lang: v.picklist(READERS) }),
  response: v.object({ rows: v.number() }),
})
