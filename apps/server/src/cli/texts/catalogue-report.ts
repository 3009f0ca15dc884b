import { inParts } from '@kippu/domain/in-parts'

import type { Fault } from '../../office/catalogue/files/raw-sheet.ts'
import type { ImportOutcome } from '../../office/catalogue/import-catalogue.ts'
import type { Impact, ImpactDay } from '../../office/catalogue/find-impact.ts'
import type { OddPrices, Plan, PlannedSheet } from '../../office/catalogue/planned.ts'
import type { Change, Scope, Sheet } from '../../office/catalogue/sheets/sheet.ts'
import { placeText } from '../../office/catalogue/place-of.ts'
import { countChanges } from '../../office/catalogue/write-changes.ts'
import { table } from './table.ts'

/** The encoding of each text file, so that somebody looks at its words. */
export function encodingsText({ encodings }: Pick<ImportOutcome, 'encodings'>): string[] {
  if (encodings.length === 0) return []
  return [encodings.map(({ file, encoding }) => `Read as ${encoding}: ${file}`).join('\n')]
}

/** Changes of one sheet that are shown one by one. */
const MOST_SHOWN = 20

export function planText({ sheets, scope }: Pick<Plan, 'sheets' | 'scope'>, impact: Impact): string {
  const parts = sheets.filter(({ changes, kept }) => changes.length + kept.length > 0)
  const head = ['SHEET', 'ADDED', 'CHANGED', 'REMOVED', 'SAME', 'KEPT']
  const counts = sheets.map(one => {
    const { added, changed, removed } = countChanges(one)
    return [one.sheet.name, added, changed, removed, one.same, one.kept.length].map(String)
  })
  return [
    table([head, ...counts]),
    ...parts.map(one => sheetText(one, scope)),
    ...stoppedText(impact, scope),
    ...promisesText(impact, scope),
    ...missingText(impact),
    impactText(impact, scope),
  ].join('\n\n')
}

export function planJson({ sheets, scope }: Pick<Plan, 'sheets' | 'scope'>, impact: Impact): object {
  return {
    sheets: sheets.map(one => ({
      sheet: one.sheet.name,
      ...countChanges(one),
      same: one.same,
      changes: Array.from(one.changes, change => changeText(one.sheet, scope, change)),
      kept: one.kept.map(({ row, why }) => `${placeText(one.sheet, scope, row)}: ${why}`),
    })),
    touched: {
      tickets: impact.tickets.map(day => namedDay(day, scope)),
      reservations: impact.reservations,
      reservation_count: impact.reservationCount,
      unpaid_orders: impact.unpaidOrders.map(day => namedDay(day, scope)),
    },
    added_stopped: impact.stopped.map(day => namedDay(day, scope)),
    missing_words: impact.missing,
    promises_too_much: impact.promises.map(uuid => scope.names.shown(uuid)),
  }
}

function sheetText({ sheet, changes, kept }: PlannedSheet, scope: Scope): string {
  const shown: readonly Change[] = inParts(changes, MOST_SHOWN).next().value ?? []
  const lines = shown.map(change => changeText(sheet, scope, change))
  const more =
    changes.length > MOST_SHOWN ? [`… and ${changes.length - MOST_SHOWN} more of ${sheet.name}`] : []
  const stay = kept
    .slice(0, MOST_SHOWN)
    .map(({ row, why }) => `= ${placeText(sheet, scope, row)} stays: ${why}`)
  const moreStay = kept.length > MOST_SHOWN ? [`… and ${kept.length - MOST_SHOWN} more that stay`] : []
  return [...lines, ...more, ...stay, ...moreStay].join('\n')
}

function changeText(sheet: Sheet, scope: Scope, { before, after }: Change): string {
  const row = after ?? before ?? []
  const place = placeText(sheet, scope, row)
  if (after === null) return `- ${place}`
  const shown = sheet.columns.flatMap((column, index) => {
    if (column.derived !== undefined || index < sheet.keys) return []
    const [now, then] = [after[index] ?? null, before?.[index] ?? null]
    if (now === then || (before === null && now === (column.empty ?? null))) return []
    if (column.isSecret === true) return [`${column.name} is another one`]
    const written = wordOf(column.kind.write(now, scope.names, after))
    if (before === null) return [`${column.name} ${written}`]
    return [`${column.name} ${wordOf(column.kind.write(then, scope.names, before))} → ${written}`]
  })
  return `${before === null ? '+' : '~'} ${place}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
}

const LONGEST_WORD = 60

function wordOf(cell: string | number | boolean | null): string {
  const word = String(cell ?? '(empty)').replaceAll('\n', ' ')
  return word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word
}

function stoppedText({ stopped }: Impact, { names }: Scope): string[] {
  if (stopped.length === 0) return []
  const rows = stopped.map(({ date, product, count }) => [date, names.shown(product), String(count)])
  return [
    [
      'The sale of these days is stopped, and so is what is added to them (sales resume opens it):',
      table([['DAY', 'PRODUCT', 'ADDED'], ...rows]),
    ].join('\n'),
  ]
}

function promisesText({ promises }: Impact, { names }: Scope): string[] {
  if (promises.length === 0) return []
  const shown = promises.map(uuid => names.shown(uuid)).join(', ')
  return [
    `The words of ${shown} promise to come in again, and each ticket admits once: change the words, or entry in products.`,
  ]
}

/** Nobody has to read Japanese who did not choose it, and the venue knows who reads what instead. */
function missingText({ missing }: Impact): string[] {
  if (missing.length === 0) return []
  const lines = missing
    .slice(0, MOST_SHOWN)
    .map(({ place, languages }) => `${place}: ${languages.join(', ')}`)
  const more = missing.length > MOST_SHOWN ? [`… and ${missing.length - MOST_SHOWN} more`] : []
  return [
    [
      'Without words in these languages, so their readers see English, or else the site’s first one:',
      ...lines,
      ...more,
    ].join('\n'),
  ]
}

export function oddPricesText({ total, first }: OddPrices): string[] {
  if (total === 0) return []
  const more = total > first.length ? [`… and ${total - first.length} more`] : []
  return [
    ['Prices that become nothing, a quarter or less, or four times or more:', ...first, ...more].join('\n'),
  ]
}

function impactText({ tickets, reservations, reservationCount, unpaidOrders }: Impact, scope: Scope): string {
  if (tickets.length === 0 && unpaidOrders.length === 0)
    return 'No sold ticket and no unpaid order is touched.'
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
  const more = reservationCount > reservations.length ? ` … ${reservationCount} in all` : ''
  const numbers = reservations.length === 0 ? [] : [`Reservations: ${reservations.join(' ')}${more}`]
  return [
    'It touches what is sold:',
    table([['DAY', 'PRODUCT', 'TICKETS', 'UNPAID ORDERS'], ...rows]),
    ...numbers,
  ].join('\n')
}

function namedDay({ product, date, count }: ImpactDay, { names }: Scope) {
  return { product: names.shown(product), date, count }
}

const MOST_FAULTS = 100

export function faultsText(faults: readonly Fault[], total: number): string {
  const shown = faults.slice(0, MOST_FAULTS).map(faultText)
  const more = total > shown.length ? [`… and ${total - shown.length} more`] : []
  return [
    `Refused: ${total} ${total === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    ...shown,
    ...more,
  ].join('\n')
}

function faultText({ file, sheet, line, column, text }: Fault): string {
  const isInside = sheet !== undefined && !file.includes(sheet)
  const place = [
    file,
    ...(isInside ? [sheet] : []),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [column]),
  ]
  return `${place.join(', ')}: ${text}`
}
