import { inParts } from '@kippu/domain/in-parts'

import {
  type Fault,
  type HeadingLanguage,
  inLanguage,
  type Words,
} from '../../office/catalogue/files/raw-sheet.ts'
import type { FaultsFound, FilesRead } from '../../office/catalogue/import-catalogue.ts'
import type { Impact, ImpactDay } from '../../office/catalogue/find-impact.ts'
import type { OddPrices, Plan, PlannedSheet } from '../../office/catalogue/planned.ts'
import { oddPriceText } from '../../office/catalogue/second-person.ts'
import type { Change, Scope, Sheet } from '../../office/catalogue/sheets/sheet.ts'
import { shownChange } from '../../office/catalogue/show-change.ts'
import { placeText } from '../../office/catalogue/place-of.ts'
import type { UndoOutcome } from '../../office/catalogue/undo-import.ts'
import { countChanges } from '../../office/catalogue/write-changes.ts'
import { table } from './table.ts'

/** Says things in the language of the headings of the sheets. */
type Say = (...words: Words) => string

const inWordsOf =
  (language: HeadingLanguage): Say =>
  (...words) =>
    inLanguage(language, words)

/** The encoding of each text file, so that somebody looks at its words. */
export function encodingsText({ encodings, language }: FilesRead): string[] {
  if (encodings.length === 0) return []
  const say = inWordsOf(language)
  const lines = encodings.map(({ file, encoding }) =>
    say(`Read as ${encoding}: ${file}`, `${encoding} として読みました: ${file}`),
  )
  return [lines.join('\n')]
}

/** The plan, and those who read it. */
interface Reported extends Pick<Plan, 'sheets' | 'scope'> {
  readonly language: HeadingLanguage
}

/** Changes of one sheet that are shown one by one. */
const MOST_SHOWN = 20

export function planText({ sheets, scope, language }: Reported, impact: Impact): string {
  const say = inWordsOf(language)
  const parts = sheets.filter(({ changes, kept }) => changes.length + kept.length > 0)
  const head = [
    say('SHEET', 'シート'),
    say('ADDED', '追加'),
    say('CHANGED', '変更'),
    say('REMOVED', '削除'),
    say('SAME', '同じ'),
    say('KEPT', '残す'),
  ]
  const counts = sheets.map(one => {
    const { added, changed, removed } = countChanges(one)
    return [one.sheet.name, added, changed, removed, one.same, one.kept.length].map(String)
  })
  return [
    table([head, ...counts]),
    ...parts.map(one => sheetText(one, scope, language)),
    ...stoppedText(impact, scope, say),
    ...promisesText(impact, scope, say),
    ...missingText(impact, say),
    impactText(impact, scope, say),
  ].join('\n\n')
}

export function planJson({ sheets, scope }: Pick<Plan, 'sheets' | 'scope'>, impact: Impact): object {
  return {
    sheets: sheets.map(one => ({
      sheet: one.sheet.name,
      ...countChanges(one),
      same: one.same,
      changes: Array.from(one.changes, change => changeText(one.sheet, scope, { ...change, language: 'en' })),
      kept: one.kept.map(({ row, why }) => `${placeText(one.sheet, scope, row)}: ${why[0]}`),
    })),
    touched: {
      tickets: impact.tickets.map(day => namedDay(day, scope)),
      reservations: impact.reservations,
      reservation_count: impact.reservationCount,
      unpaid_orders: impact.unpaidOrders.map(day => namedDay(day, scope)),
    },
    added_stopped: impact.stopped.map(day => namedDay(day, scope)),
    missing_words: impact.missing.map(({ place, languages }) => ({ place, languages })),
    promises_too_much: impact.promises.map(uuid => scope.names.shown(uuid)),
  }
}

function sheetText({ sheet, changes, kept }: PlannedSheet, scope: Scope, language: HeadingLanguage): string {
  const say = inWordsOf(language)
  const shown: readonly Change[] = inParts(changes, MOST_SHOWN).next().value ?? []
  const lines = shown.map(change => changeText(sheet, scope, { ...change, language }))
  const more =
    changes.length > MOST_SHOWN
      ? [
          say(
            `… and ${changes.length - MOST_SHOWN} more of ${sheet.name}`,
            `… ほか ${sheet.name} の ${changes.length - MOST_SHOWN} 件`,
          ),
        ]
      : []
  const stay = kept.slice(0, MOST_SHOWN).map(({ row, why: [en, ja] }) => {
    const place = placeText(sheet, scope, row)
    return `= ${say(`${place} stays: ${en}`, `${place} は残ります: ${ja}`)}`
  })
  const others = kept.length - MOST_SHOWN
  const moreStay = others > 0 ? [say(`… and ${others} more that stay`, `… ほか ${others} 件が残ります`)] : []
  return [...lines, ...more, ...stay, ...moreStay].join('\n')
}

function changeText(
  sheet: Sheet,
  scope: Scope,
  { before, after, language }: Change & { readonly language: HeadingLanguage },
): string {
  const say = inWordsOf(language)
  const wordOf = (cell: string | number | boolean | null) =>
    shortened(String(cell ?? say('(empty)', '（空）')))
  const { kind, place, cells } = shownChange(sheet, scope, { before, after }, language)
  const shown = cells.map(({ heading, isSecret, ...cell }) => {
    if (isSecret) return say(`${heading} is another one`, `${heading} が変わります`)
    const written = wordOf(cell.after)
    return kind === 'added' ? `${heading} ${written}` : `${heading} ${wordOf(cell.before)} → ${written}`
  })
  return `${SIGNS[kind]} ${place}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
}

const SIGNS = { added: '+', changed: '~', removed: '-' } as const

const LONGEST_WORD = 60

function shortened(text: string): string {
  const word = text.replaceAll('\n', ' ')
  return word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word
}

function stoppedText({ stopped }: Impact, { names }: Scope, say: Say): string[] {
  if (stopped.length === 0) return []
  const rows = stopped.map(({ date, product, count }) => [date, names.shown(product), String(count)])
  return [
    [
      say(
        'The sale of these days is stopped, and so is what is added to them (sales resume opens it):',
        '次の日は販売を停止しています。追加した枠も停止します（sales resume で再開します）:',
      ),
      table([[...dayHead(say), say('ADDED', '追加')], ...rows]),
    ].join('\n'),
  ]
}

const dayHead = (say: Say) => [say('DAY', '日付'), say('PRODUCT', '商品')]

function promisesText({ promises }: Impact, { names }: Scope, say: Say): string[] {
  if (promises.length === 0) return []
  const shown = promises.map(uuid => names.shown(uuid)).join(', ')
  return [
    say(
      `The words of ${shown} promise to come in again, and each ticket admits once: change the words, or entry in products.`,
      `${shown} の説明は再入場できると書いていますが、チケットは1回だけ入場できます。説明か products の entry を変えてください。`,
    ),
  ]
}

/** Nobody has to read Japanese who did not choose it, and the venue knows who reads what instead. */
function missingText({ missing }: Impact, say: Say): string[] {
  if (missing.length === 0) return []
  const lines = missing
    .slice(0, MOST_SHOWN)
    .map(({ place, languages }) => `${place}: ${languages.join(', ')}`)
  const more = moreText(missing.length - MOST_SHOWN, say)
  return [
    [
      say(
        'Without words in these languages, so their readers see English, or else the site’s first one:',
        '次の言語の文言がありません。その言語の方には英語か、サイトの最初の言語が表示されます:',
      ),
      ...lines,
      ...more,
    ].join('\n'),
  ]
}

function moreText(count: number, say: Say): string[] {
  return count > 0 ? [say(`… and ${count} more`, `… ほか ${count} 件`)] : []
}

export function oddPricesText({ total, first }: OddPrices, language: HeadingLanguage): string[] {
  if (total === 0) return []
  const say = inWordsOf(language)
  const what = say(
    'Prices that become nothing, a quarter or less, or four times or more:',
    '0円、4分の1以下、または4倍以上になる価格:',
  )
  return [[what, ...first.map(oddPriceText), ...moreText(total - first.length, say)].join('\n')]
}

function impactText(
  { tickets, reservations, reservationCount, unpaidOrders }: Impact,
  scope: Scope,
  say: Say,
): string {
  if (tickets.length === 0 && unpaidOrders.length === 0)
    return say(
      'No sold ticket and no unpaid order is touched.',
      '販売済みのチケットにも未払いの注文にも影響しません。',
    )
  const days = new Map<string, [ImpactDay, number, number]>()
  for (const day of tickets) days.set(`${day.date} ${day.product}`, [day, day.count, 0])
  for (const day of unpaidOrders) {
    const known = days.get(`${day.date} ${day.product}`)
    days.set(`${day.date} ${day.product}`, [day, known?.[1] ?? 0, day.count])
  }
  const rows = [...days.values()].map(([day, sold, unpaid]) => [
    day.date,
    scope.names.shown(day.product),
    String(sold),
    String(unpaid),
  ])
  const more =
    reservationCount > reservations.length
      ? say(` … ${reservationCount} in all`, ` … 全 ${reservationCount} 件`)
      : ''
  const numbers =
    reservations.length === 0 ? [] : [`${say('Reservations', '予約')}: ${reservations.join(' ')}${more}`]
  const head = [...dayHead(say), say('TICKETS', 'チケット'), say('UNPAID ORDERS', '未払いの注文')]
  return [
    say('It touches what is sold:', '販売済みのものに影響します:'),
    table([head, ...rows]),
    ...numbers,
  ].join('\n')
}

function namedDay({ product, date, count }: ImpactDay, { names }: Scope) {
  return { product: names.shown(product), date, count }
}

/** Why the last import stays, a line for each row that is in the way. */
export function notUndoneText({
  reasons,
  language,
}: Extract<UndoOutcome, { readonly kind: 'refused' }>): string {
  const say = inWordsOf(language)
  const shown = reasons.slice(0, MOST_SHOWN)
  const refused = say('Refused: the import can’t be taken back.', 'この取り込みは元に戻せません。')
  return [refused, ...shown, ...moreText(reasons.length - shown.length, say)].join('\n')
}

/** The rows of an import that stay when the others are taken back. */
export function stayingText(reasons: readonly string[], language: HeadingLanguage): string[] {
  if (reasons.length === 0) return []
  const say = inWordsOf(language)
  const shown = reasons.slice(0, MOST_SHOWN)
  const stay = say('These rows stay as they are:', '次の行はそのまま残ります:')
  return [[stay, ...shown, ...moreText(reasons.length - shown.length, say)].join('\n')]
}

const MOST_FAULTS = 100

export function faultsText({ faults, total, language }: FaultsFound & Pick<FilesRead, 'language'>): string {
  const say = inWordsOf(language)
  const shown = faults.slice(0, MOST_FAULTS).map(fault => faultText(fault, say))
  const refused = say(
    `Refused: ${total} ${total === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    `取り込めません: 誤りが ${total} 件あります。何も変更していません。`,
  )
  return [refused, ...shown, ...moreText(total - shown.length, say)].join('\n')
}

function faultText({ file, sheet, line, column, text }: Fault, say: Say): string {
  const isInside = sheet !== undefined && !file.includes(sheet)
  const place = [
    file,
    ...(isInside ? [sheet] : []),
    ...(line === undefined ? [] : [say(`line ${line}`, `${line} 行目`)]),
    ...(column === undefined ? [] : [column]),
  ]
  return `${place.join(', ')}: ${text}`
}
