import { addDays } from '@kippu/domain/jst-date'

import type { Cell } from './raw-sheet.ts'
import { BrokenArchive } from './read-zip.ts'
import { attributeOf, openedTags } from './xml-tokens.ts'

/** How a spreadsheet shows a number: as it is, as a day or a time or both, as hundredths, or with zeros before it. */
export type NumberFormat = 'plain' | 'calendar' | 'hours' | 'moment' | 'percent' | { readonly digits: number }

/** Formats that have a number and are written nowhere. */
const BUILT_IN: ReadonlyArray<readonly [first: number, last: number, format: NumberFormat]> = [
  [9, 10, 'percent'],
  [14, 17, 'calendar'],
  [18, 21, 'hours'],
  [22, 22, 'moment'],
  [27, 31, 'calendar'],
  [32, 35, 'hours'],
  [36, 36, 'calendar'],
  [45, 47, 'hours'],
  [50, 54, 'calendar'],
  [55, 56, 'hours'],
  [57, 58, 'calendar'],
]
const MOST_FORMATS = 100_000

/** The formats that cells name by their number. */
export function readFormats(xml: Iterable<string>): NumberFormat[] {
  const own = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  for (const { name, attributes } of openedTags(xml)) {
    const id = Number(attributeOf(attributes, 'numFmtId'))
    if (name === 'numFmt') own.set(id, formatOf(attributeOf(attributes, 'formatCode') ?? ''))
    if (name === 'cellXfs') isOfCells = true
    if (name === 'cellStyles' || name === 'dxfs') isOfCells = false
    if (name === 'xf' && isOfCells) formats.push(own.get(id) ?? builtIn(id))
    if (own.size + formats.length > MOST_FORMATS)
      throw new BrokenArchive('it has too many formats', '書式が多すぎます')
  }
  return formats
}

function builtIn(id: number): NumberFormat {
  return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'plain'
}

/** `yyyy"年"m"月"d"日"`, `[h]:mm`, `0%`, `00000` */
function formatOf(code: string): NumberFormat {
  const [first = ''] = code.split(';')
  const signs = first
    .replaceAll(/"[^"]*"|\\.|[_*]./gu, '')
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/giu, '')
    .replaceAll(/General|[E][+-]|AM\/PM|A\/P/giu, '')
  if (signs.includes('%')) return 'percent'
  const [hasTime, hasDay] = [/[hs]/iu.test(signs), /[ydge]|aaa|^m+$/iu.test(signs)]
  if (hasDay || hasTime) return hasDay && hasTime ? 'moment' : hasDay ? 'calendar' : 'hours'
  const zeros = /^0{2,}$/u.exec(signs)
  return zeros === null ? 'plain' : { digits: zeros[0].length }
}

/** Days of Excel begin on the last of 1899, because it takes 1900 for a leap year. */
const EPOCH = '1899-12-30'
const FROM_1904 = 1_462
/** Not all digits of larger ones are kept. */
const LOST_DIGITS = 1e15
/** A time as large as this is the time of a day. */
const FIRST_DAY = 20_000
const LAST_DAY = 2_958_465
const SECONDS = 86_400

/** A number as the spreadsheet shows it: nobody has typed a day, a time or hundredths as the number behind them. */
export function shownNumber(number: number, format: NumberFormat, is1904: boolean): Cell {
  if (number >= LOST_DIGITS || number <= -LOST_DIGITS) return number.toExponential()
  if (format === 'plain' || number < 0) return number
  if (format === 'percent') return `${Number((number * 100).toPrecision(12))}%`
  if (typeof format === 'object')
    return Number.isInteger(number) ? String(number).padStart(format.digits, '0') : number
  const isDay = format !== 'hours' || number >= FIRST_DAY
  const seconds = Math.round(number * SECONDS) + (isDay && is1904 ? FROM_1904 * SECONDS : 0)
  const [days, ofDay] = [Math.floor(seconds / SECONDS), format === 'calendar' ? 0 : seconds % SECONDS]
  if (days > LAST_DAY) return number
  if (!isDay || (days === 0 && format !== 'calendar')) return timeText(seconds)
  const day = addDays(EPOCH, days)
  return ofDay === 0 ? day : `${day} ${timeText(ofDay)}`
}

/** Seconds are said where there are some. */
function timeText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = [hours, minutes, ...(rest === 0 ? [] : [rest])]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}
