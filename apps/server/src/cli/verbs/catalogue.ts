import { copyMonth } from '../../office/catalogue/copy-month.ts'
import { EXPORT_FORMATS, exportCatalogue } from '../../office/catalogue/export-catalogue.ts'
import { askImport } from '../../office/catalogue/ask-import.ts'
import {
  type FaultsFound,
  type FilesRead,
  importCatalogue,
  type SheetsAsked,
} from '../../office/catalogue/import-catalogue.ts'
import { HEADING_LANGUAGES, inLanguage } from '../../office/catalogue/files/raw-sheet.ts'
import { listImports } from '../../office/catalogue/list-imports.ts'
import { oddPriceText } from '../../office/catalogue/second-person.ts'
import { undoImport } from '../../office/catalogue/undo-import.ts'
import {
  encodingsText,
  faultsText,
  notUndoneText,
  oddPricesText,
  planJson,
  planText,
  stayingText,
} from '../texts/catalogue-report.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenProduct } from '../parse/chosen-product.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { askedReport } from '../texts/asked-report.ts'
import { table } from '../texts/table.ts'

/** The catalogue of a site as sheets (docs/catalogue.md). */
export const catalogue: Command = {
  usage: `catalogue import <site> <files or folders> [--apply] [--complete] [--scheduled] [--odd-prices <number>] [--ask --reason … | --approval <id>]
       npm run kippu -- catalogue copy-month <site> <product> <from> <to> [--apply]
       npm run kippu -- catalogue imports <site>
       npm run kippu -- catalogue undo <site> [<import>] [--partly] [--apply]
       npm run kippu -- catalogue export <site> <folder> [--format csv|xlsx|json] [--headings en|ja]`,
  summary:
    'products, days, time spans, coupons, members and words from spreadsheets; without --apply it says what would change',
  options: {
    apply: { type: 'boolean', help: 'change it; all or nothing' },
    complete: {
      type: 'boolean',
      help: 'the sheets are whole: what they leave out is removed, or not sold any longer where it is sold',
    },
    scheduled: {
      type: 'boolean',
      help: 'a machine imports it: undo still takes back what a person imported last',
    },
    'odd-prices': {
      type: 'string',
      help: 'so many prices become nothing, a quarter or less, or four times or more, and are meant',
    },
    ask: {
      type: 'boolean',
      help: 'asks a second person for odd prices of days that are sold, who agrees in the console',
    },
    approval: { type: 'string', help: 'of the second person: the id that --ask said' },
    reason: { type: 'string', help: 'why, in your words; for the second person' },
    partly: {
      type: 'boolean',
      help: 'undo: rows that something stands in the way of stay, and the others are taken back',
    },
    format: { type: 'string', help: `${EXPORT_FORMATS.join(', ')}; without it, csv` },
    headings: { type: 'string', help: `of an export: ${HEADING_LANGUAGES.join(', ')}; without it, en` },
  },
  async run(deps, typed) {
    const [verb, site, ...words] = typed.positionals
    const report = VERBS.get(verb ?? '')
    if (report === undefined) throw new UsageError('say import, copy-month, imports, undo or export')
    return report(deps, typed, [site, words])
  },
}

type Verb = (deps: CommandDeps, typed: CommandArguments, words: Words) => Promise<Report>

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['import', importReport],
  ['copy-month', copyMonthReport],
  ['imports', importsReport],
  ['undo', undoReport],
  ['export', exportReport],
])

type Words = readonly [site: string | undefined, more: readonly string[]]

async function importReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, paths]: Words,
): Promise<Report> {
  if (paths.length === 0) throw new UsageError('catalogue import takes a site, and files or folders')
  return sheetsReport(deps, typed, {
    siteKey: chosenSite(deps, site),
    paths,
    isWhole: typed.isSet('complete'),
  })
}

/** A month of a product as a small sheet that makes another month like it, as the console copies it. */
async function copyMonthReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, words]: Words,
): Promise<Report> {
  const [product, from, to, ...more] = words
  if (product === undefined || !isMonth(from) || !isMonth(to) || more.length > 0)
    throw new UsageError('catalogue copy-month takes a site, a product, and two months as 2026-12')
  const siteKey = chosenSite(deps, site)
  const copy = await copyMonth(deps, {
    siteKey,
    product: await chosenProduct(deps, siteKey, product),
    from,
    to,
  })
  switch (copy.kind) {
    case 'nothing':
      return refusedReport('the site has no such product', 'not_found')
    case 'out of reach':
      return refusedReport('a month is copied to another one, from this month on and up to 18 months ahead')
    case 'copied': {
      const file = { name: 'month.json', bytes: Buffer.from(copy.content) }
      const report = await sheetsReport(deps, typed, { siteKey, files: [file], isWhole: false })
      const kept = `Days that are there already, and stay as they are: ${copy.kept}`
      return { ...report, text: copy.kept === 0 ? report.text : `${kept}\n\n${report.text}` }
    }
  }
}

function isMonth(word: string | undefined): word is string {
  return word !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(word)
}

async function sheetsReport(
  deps: CommandDeps,
  typed: CommandArguments,
  sheets: SheetsAsked,
): Promise<Report> {
  if (typed.isSet('ask')) {
    const asked = await askImport(deps, { ...sheets, reason: reasonOf(typed) })
    if (asked.kind === 'faults') return faultsReport(asked)
    return asked.kind === 'asked' ? askedReport(asked) : refusedReport('it needs no second person')
  }
  const outcome = await importCatalogue(deps, {
    ...sheets,
    isApplied: typed.isSet('apply'),
    isScheduled: typed.isSet('scheduled'),
    oddPrices: countOf(typed.text('odd-prices') ?? '0'),
    approval: typed.text('approval'),
  })
  if (outcome.kind === 'faults') return faultsReport(outcome)
  if (outcome.kind === 'refused')
    return refusedReport(`${outcome.why}: ask with --ask, and use what they agree to with --approval`)
  const { plan, impact, kind, language } = outcome
  const { total } = plan.oddPrices
  const apply = total === 0 ? '--apply' : `--apply --odd-prices ${total}`
  const end = {
    planned: [`Nothing was changed. With ${apply} it is.`, `何も変更していません。${apply} で変更します。`],
    asks: [
      `Refused: are these prices meant? Nothing was changed. With ${apply} it is.`,
      `取り込めません: この価格でよろしいですか。何も変更していません。${apply} で変更します。`,
    ],
    applied: [
      'Changed. What visitors see is new within a second.',
      '変更しました。お客様の画面には1秒以内に反映されます。',
    ],
    changed: ['It has changed since it was seen.', '確認した後に内容が変わりました。'],
    unchanged: [
      'The store has all of it already: nothing was changed.',
      'すべて登録済みです。何も変更していません。',
    ],
  } as const
  return {
    text: [
      ...encodingsText(outcome),
      planText({ ...plan, language }, impact),
      ...oddPricesText(plan.oddPrices, language),
      inLanguage(language, end[kind]),
    ].join('\n\n'),
    json: {
      state: kind,
      encodings: outcome.encodings,
      odd_prices: { total, first: plan.oddPrices.first.map(oddPriceText) },
      ...planJson(plan, impact),
    },
    isFailure: kind === 'asks',
  }
}

function faultsReport(outcome: FaultsFound & FilesRead): Report {
  const { faults, total, encodings } = outcome
  const text = [...encodingsText(outcome), faultsText(outcome)].join('\n')
  return { text, json: { faults, total, encodings }, isFailure: true }
}

async function importsReport(deps: CommandDeps, _: CommandArguments, [site, more]: Words): Promise<Report> {
  if (more.length > 0) throw new UsageError('catalogue imports takes a site alone')
  const imports = await listImports(deps, { siteKey: chosenSite(deps, site) })
  const rows = imports.map(({ id, at, staff, via, sheets, undoneAt, canBeTakenBack }) => [
    String(id),
    at.toISOString(),
    `${staff} (${via})`,
    sheets
      .map(({ sheet, added, changed, removed }) => `${sheet} +${added} ~${changed} -${removed}`)
      .join(', '),
    undoneAt === null ? (canBeTakenBack ? '' : 'stays') : `taken back ${undoneAt.toISOString()}`,
  ])
  return { text: table([['IMPORT', 'AT', 'BY', 'ROWS', ''], ...rows]), json: imports }
}

function countOf(word: string): number {
  if (!/^\d{1,7}$/.test(word)) throw new UsageError('--odd-prices takes how many prices are meant')
  return Number(word)
}

async function undoReport(deps: CommandDeps, typed: CommandArguments, [site, more]: Words): Promise<Report> {
  const [id, ...others] = more
  if (others.length > 0) throw new UsageError('catalogue undo takes a site, and the number of an import')
  if (id !== undefined && !/^\d{1,9}$/.test(id)) throw new UsageError(`${id} is not the number of an import`)
  const outcome = await undoImport(deps, {
    siteKey: chosenSite(deps, site),
    id: id === undefined ? undefined : Number(id),
    isPartial: typed.isSet('partly'),
    isApplied: typed.isSet('apply'),
  })
  switch (outcome.kind) {
    case 'nothing':
      return refusedReport(
        'the site has no such import that can be taken back: see catalogue imports',
        'not_found',
      )
    case 'refused': {
      return { text: notUndoneText(outcome), json: { refused: outcome.reasons }, isFailure: true }
    }
    case 'planned':
    case 'changed':
    case 'applied': {
      const { plan, impact, at, staff, kind, language, reasons } = outcome
      const time = at.toISOString()
      const what = inLanguage(language, [
        `The import of ${time} by ${staff}:`,
        `${staff} による ${time} の取り込み:`,
      ])
      const end = inLanguage(language, kind === 'applied' ? UNDONE : NOT_YET_UNDONE)
      return {
        text: [what, planText({ ...plan, language }, impact), ...stayingText(reasons, language), end].join(
          '\n\n',
        ),
        json: { state: kind, ...planJson(plan, impact), stay: reasons },
      }
    }
  }
}

const UNDONE = ['Taken back.', '元に戻しました。'] as const
const NOT_YET_UNDONE = [
  'Nothing was changed. With --apply it is taken back.',
  '何も変更していません。--apply で元に戻します。',
] as const

async function exportReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, words]: Words,
): Promise<Report> {
  const [folder, ...more] = words
  if (folder === undefined || more.length > 0)
    throw new UsageError('catalogue export takes a site and a folder')
  const format = oneOf('format', EXPORT_FORMATS, typed.text('format') ?? 'csv')
  const headings = oneOf('headings', HEADING_LANGUAGES, typed.text('headings') ?? 'en')
  const outcome = await exportCatalogue(deps, { siteKey: chosenSite(deps, site), folder, format, headings })
  if (outcome.kind === 'exists')
    return refusedReport(`${outcome.file} is there already: name an empty folder`)
  const { files, sheets } = outcome
  const counts = sheets.map(({ sheet, rows }) => `${sheet} ${rows}`).join(', ')
  return { text: `Written: ${files.join(', ')}\nRows: ${counts}`, json: { files, sheets } }
}

function oneOf<T extends string>(option: string, known: readonly T[], word: string): T {
  const found = known.find(one => one === word)
  if (found === undefined) throw new UsageError(`--${option} is one of ${known.join(', ')}`)
  return found
}
