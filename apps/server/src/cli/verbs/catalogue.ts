import { EXPORT_FORMATS, exportCatalogue } from '../../office/catalogue/export-catalogue.ts'
import { importCatalogue } from '../../office/catalogue/import-catalogue.ts'
import { HEADING_LANGUAGES, inLanguage } from '../../office/catalogue/files/raw-sheet.ts'
import { undoImport } from '../../office/catalogue/undo-import.ts'
import {
  encodingsText,
  faultsText,
  notUndoneText,
  oddPricesText,
  planJson,
  planText,
} from '../texts/catalogue-report.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'

/** The catalogue of a site as sheets (docs/catalogue.md). */
export const catalogue: Command = {
  usage: `catalogue import <site> <files or folders> [--apply] [--complete] [--scheduled] [--odd-prices <number>]
       npm run kippu -- catalogue undo <site> [--apply]
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
    format: { type: 'string', help: `${EXPORT_FORMATS.join(', ')}; without it, csv` },
    headings: { type: 'string', help: `of an export: ${HEADING_LANGUAGES.join(', ')}; without it, en` },
  },
  async run(deps, typed) {
    const [verb, site, ...words] = typed.positionals
    const report = VERBS.get(verb ?? '')
    if (report === undefined) throw new UsageError('say import, undo or export')
    return report(deps, typed, [site, words])
  },
}

type Verb = (deps: CommandDeps, typed: CommandArguments, words: Words) => Promise<Report>

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['import', importReport],
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
  const outcome = await importCatalogue(deps, {
    siteKey: chosenSite(deps, site),
    paths,
    isWhole: typed.isSet('complete'),
    isApplied: typed.isSet('apply'),
    isScheduled: typed.isSet('scheduled'),
    oddPrices: countOf(typed.text('odd-prices') ?? '0'),
  })
  if (outcome.kind === 'faults') {
    const { faults, total } = outcome
    const text = [...encodingsText(outcome), faultsText(outcome)].join('\n')
    return { text, json: { faults, total, encodings: outcome.encodings }, isFailure: true }
  }
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
      odd_prices: plan.oddPrices,
      ...planJson(plan, impact),
    },
    isFailure: kind === 'asks',
  }
}

function countOf(word: string): number {
  if (!/^\d{1,7}$/.test(word)) throw new UsageError('--odd-prices takes how many prices are meant')
  return Number(word)
}

async function undoReport(deps: CommandDeps, typed: CommandArguments, [site, more]: Words): Promise<Report> {
  if (more.length > 0) throw new UsageError('catalogue undo takes a site alone')
  const outcome = await undoImport(deps, { siteKey: chosenSite(deps, site), isApplied: typed.isSet('apply') })
  switch (outcome.kind) {
    case 'nothing':
      return refusedReport(
        'the site has no import that can be taken back: only the last one can',
        'not_found',
      )
    case 'refused': {
      return { text: notUndoneText(outcome), json: { refused: outcome.reasons }, isFailure: true }
    }
    case 'planned':
    case 'applied': {
      const { plan, impact, at, staff, kind, language } = outcome
      const time = at.toISOString()
      const what = inLanguage(language, [
        `The import of ${time} by ${staff}:`,
        `${staff} による ${time} の取り込み:`,
      ])
      const end = inLanguage(language, kind === 'applied' ? UNDONE : NOT_YET_UNDONE)
      return {
        text: [what, planText({ ...plan, language }, impact), end].join('\n\n'),
        json: { state: kind, ...planJson(plan, impact) },
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
