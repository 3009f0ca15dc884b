import { removeInvisible } from '@kippu/domain/form/normalise'
import { datesBetween } from '@kippu/domain/jst-date'
import { isLanguage, LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'

import { languageOf } from '../files/raw-sheet.ts'
import { isSerial, readDate, readMoment, readTime, timeText } from './moments.ts'
import { isCode } from './names.ts'
import { type CellContext, type Kind, type SaidRow, textOf, wordsOf, WrongCell } from './sheet.ts'

const plain: Kind['write'] = value => value

/** Longer words are neither a day nor a time nor a number, and would be read for minutes. */
const LONGEST = 200

export function brief(kind: Kind): Kind {
  return {
    ...kind,
    read: (written, context) =>
      written.length > LONGEST
        ? new WrongCell(
            `it has ${written.length} characters, and ${LONGEST} are the most`,
            `${written.length} 文字あります。${LONGEST} 文字までです`,
          )
        : kind.read(written, context),
  }
}

/** Text of one line or, with `hasLines`, of several. */
export function text(most: number, { hasLines = false } = {}): Kind {
  return {
    read: written => {
      const lines = written.replaceAll(/\r\n?/gu, '\n')
      if (lines.includes('\u{0}'))
        return new WrongCell('it has a character that no text has', '文字として使えない文字があります')
      if (lines.length > most)
        return new WrongCell(
          `it has ${lines.length} characters, and ${most} are the most`,
          `${lines.length} 文字あります。${most} 文字までです`,
        )
      if (!hasLines && lines.includes('\n')) return new WrongCell('it has several lines', '改行があります')
      return lines
    },
    write: plain,
  }
}

/** The text of a key or of a number of people, as somebody typed it: a spreadsheet makes other numbers of long ones, and days of some. */
export function keyText(most: number): Kind {
  const plainText = text(most)
  return {
    read: (written, context) => {
      const word = removeInvisible(written).trim()
      return changedBySpreadsheet(word.normalize('NFKC'), context) ?? plainText.read(word, context)
    },
    write: plain,
  }
}

/** Why a text is not as it was typed, where that shows. */
export function changedBySpreadsheet(
  word: string,
  { isNumber }: Pick<CellContext, 'isNumber'>,
): WrongCell | undefined {
  if (/^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/iu.test(word)) return asText('a rounded number', '丸められた数値', word)
  if (/^\d{15}0{2,}$/u.test(word))
    return asText('a number whose last digits are lost', '末尾の桁が失われた数値', word)
  if (isNumber && !/^\d+$/u.test(word)) return asText('a number', '数値', word)
  const isDay =
    /^(?:\d{1,2}月\d{1,2}日|\d{1,2}[- ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[- ]\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[- ]\d{2})$/iu
  return isDay.test(word) || /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?: \d{1,2}:\d{2})?$/u.test(word)
    ? asText('a day', '日付', word)
    : undefined
}

/** A key that the store has with zeros before it. */
export function lostZeros(full: string): WrongCell {
  return new WrongCell(
    `the store has ${full}: did the spreadsheet lose its zeros? Format the column as text`,
    `ストアには ${full} があります。先頭の 0 が失われていませんか。列の書式を「文字列」にしてください`,
  )
}

function asText(en: string, ja: string, word: string): WrongCell {
  return new WrongCell(
    `the spreadsheet made ${en} of it (“${word}”): format the column as text, and type it again`,
    `表計算ソフトが${ja}にしています（「${word}」）。列の書式を「文字列」にして入力し直してください`,
  )
}

const WHOLE = /^([-−▲])?\s*[¥\\]?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?\s*円?$/u

/** A whole number, written with thousands or a currency sign as well; `%` where it is hundredths. */
export function whole(
  least: number,
  most: number,
  { isPercent }: { readonly isPercent?: IsPercent } = {},
): Kind {
  return brief({
    read: (written, context) => {
      const word = folded(written)
      const digits = isPercent?.(context.row) === true ? word.replace(/\s*%$/u, '') : word
      const [, sign, amount] = WHOLE.exec(digits) ?? []
      if (amount === undefined)
        return /^\d{1,3}(?:\.\d{3})+$/u.test(word)
          ? new WrongCell(
              `“${written}” may be ${word.replaceAll('.', '')}, or not whole: write it without the point`,
              `「${written}」は ${word.replaceAll('.', '')} とも小数とも読めます。点を付けずに書いてください`,
            )
          : new WrongCell(`“${written}” is not a whole number`, `「${written}」は整数ではありません`)
      const number = Number(`${sign === undefined ? '' : '-'}${amount.replaceAll(',', '')}`)
      if (number < least || number > most)
        return new WrongCell(
          `${number} is not between ${least} and ${most}`,
          `${number} は ${least} から ${most} の間ではありません`,
        )
      return number
    },
    write: plain,
  })
}

/** Whether the number is one of hundredths, by the cells before it. */
type IsPercent = (row: SaidRow) => boolean

export const yen = whole(0, 10_000_000)

const YES = new Set(['yes', 'y', 'true', '1', 'はい', '○', '〇', '有', '可'])
const NO = new Set(['no', 'n', 'false', '0', 'いいえ', '×', 'x', '✕', '無', '否'])

export const yesNo: Kind = {
  read: written => {
    const word = folded(written).toLowerCase()
    if (YES.has(word)) return true
    return NO.has(word)
      ? false
      : new WrongCell(
          `“${written}” is neither yes nor no`,
          `「${written}」は「はい」でも「いいえ」でもありません`,
        )
  },
  write: value => (value === true ? 'yes' : 'no'),
}

/** One of some words, each with other words for it. */
export function choice(words: Readonly<Record<string, readonly string[]>>): Kind {
  const known = new Map(
    Object.entries(words).flatMap(([word, others]) =>
      [word, ...others].map(one => [one.toLowerCase(), word]),
    ),
  )
  return {
    read: written =>
      known.get(folded(written).toLowerCase()) ??
      new WrongCell(
        `“${written}” is none of: ${Object.keys(words).join(', ')}`,
        `「${written}」は次のどれでもありません: ${Object.keys(words).join(', ')}`,
      ),
    write: plain,
  }
}

/** Bare numbers of a workbook whose days begin in 1904 are four years from what they seem to be. */
function dated(kind: Kind): Kind {
  return brief({
    ...kind,
    read: (written, context) =>
      context.is1904 && isSerial(folded(written))
        ? new WrongCell(
            `“${written}” is a number of a workbook whose days begin in 1904: format it as a day`,
            `「${written}」は1904年から日付を数えるブックの数値です。日付の書式にしてください`,
          )
        : kind.read(written, context),
  })
}

export const date = dated({
  read: written =>
    readDate(folded(written)) ??
    new WrongCell(
      `“${written}” is not a day: 2026-12-24`,
      `「${written}」は日付（2026-12-24）ではありません`,
    ),
  write: plain,
})

/** A time of day in minutes after midnight. */
export const time = brief({
  read: written =>
    readTime(folded(written)) ??
    new WrongCell(`“${written}” is not a time: 9:30`, `「${written}」は時刻（9:30）ではありません`),
  write: value => (typeof value === 'number' ? timeText(value) : null),
})

export const moment = dated({
  read: written =>
    readMoment(folded(written), undefined) ??
    new WrongCell(
      `“${written}” is not a time: 2026-12-24 9:30`,
      `「${written}」は日時（2026-12-24 9:30）ではありません`,
    ),
  write: plain,
})

/** A moment that may be written as a time alone: it is on the day in the second column. */
export const momentOfDay = dated({
  read: (written, { row }) =>
    readMoment(folded(written), textOf(row[1]) || undefined) ??
    new WrongCell(
      `“${written}” is not a time: 9:30, or 2026-12-24 9:30`,
      `「${written}」は時刻（9:30、または 2026-12-24 9:30）ではありません`,
    ),
  write: (value, _, row) => {
    const written = textOf(value)
    return written.startsWith(`${textOf(row[1])} `) ? written.slice(written.indexOf(' ') + 1) : written
  },
})

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const JAPANESE = '日月火水木金土'

/** Days of the week from 0, Sunday: `sat sun`, `mon-fri`, `土日`, `月-金`, `all`. */
export const weekdays = brief({
  read: written => {
    const word = folded(written).toLowerCase().replaceAll(/曜日?/gu, '')
    if (['all', 'daily', '毎日', '全日'].includes(word)) return '0 1 2 3 4 5 6'
    const days = new Set<number>()
    for (const part of partsOf(word)) {
      const range = rangeOf(part)
      if (range === undefined)
        return new WrongCell(
          `“${written}” are not days of the week: mon-fri, sat sun, 土日`,
          `「${written}」は曜日（月-金、土日、mon-fri）ではありません`,
        )
      for (const day of range) days.add(day)
    }
    return [...days].toSorted((a, b) => a - b).join(' ')
  },
  write: value => {
    const days = wordsOf(value).map(day => WEEKDAYS[Number(day)] ?? '')
    return days.length === 0 ? null : days.join(' ')
  },
})

const MOST_DATES = 400

/** Some days, in any order, and from one to another: `2026-12-31 2027-01-04~2027-01-08`. */
export const dates: Kind = {
  read: written => {
    const days = new Set<string>()
    for (const part of folded(written)
      .replaceAll(/\s*(?:[~〜]|\.\.)\s*/gu, '~')
      .split(/[\s,、;]+/u)
      .filter(Boolean)) {
      const [from, until = from] = part.split('~').map(readDate)
      if (from === undefined || until === undefined || until < from)
        return new WrongCell(
          `“${part}” is not a day, nor days from one to another: 2026-12-31, 2027-01-04~2027-01-08`,
          `「${part}」は日付（2026-12-31、2027-01-04~2027-01-08）ではありません`,
        )
      const all = datesBetween(from, until)
      if (days.size + all.length > MOST_DATES)
        return new WrongCell(`it has more than ${MOST_DATES} days`, `${MOST_DATES} 日を超えています`)
      for (const day of all) days.add(day)
    }
    return days.size === 0 ? null : [...days].toSorted().join(' ')
  },
  write: plain,
}

function partsOf(word: string): string[] {
  return word
    .replaceAll(/\s*[-~–〜]\s*/gu, '-')
    .split(/[\s,、・/;]+/u)
    .flatMap(part => (/^[日月火水木金土]+$/u.test(part) ? part.split('') : [part]))
    .filter(part => part !== '')
}

function rangeOf(part: string): readonly number[] | undefined {
  const [first, last, ...more] = part.split('-').map(dayOf)
  if (first === undefined || more.length > 0) return undefined
  if (!part.includes('-')) return [first]
  if (last === undefined) return undefined
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, turn) => (first + turn) % 7)
}

function dayOf(word: string): number | undefined {
  const japanese = word.length === 1 ? JAPANESE.indexOf(word) : -1
  if (japanese !== -1) return japanese
  const day = WEEKDAYS.indexOf(word.slice(0, 3))
  return day === -1 || !/^(?:[a-z]{3}|[a-z]+day)$/.test(word) ? undefined : day
}

/** Channels in the order of the contract. */
export const channels: Kind = {
  read: written => {
    const asked = folded(written)
      .split(/[\s,、;]+/u)
      .filter(Boolean)
    const unknown = asked.find(
      word => !SALES_CHANNELS.some(channel => channel.toLowerCase() === word.toLowerCase()),
    )
    if (unknown !== undefined)
      return new WrongCell(
        `“${unknown}” is not a channel: ${SALES_CHANNELS.join(', ')}`,
        `「${unknown}」は販路ではありません: ${SALES_CHANNELS.join(', ')}`,
      )
    const lower = asked.map(word => word.toLowerCase())
    return SALES_CHANNELS.filter(channel => lower.includes(channel.toLowerCase())).join(' ')
  },
  write: plain,
}

export const channel = choice(Object.fromEntries(SALES_CHANNELS.map(word => [word, []])))

export const language: Kind = {
  read: written => {
    const word = folded(written).toLowerCase()
    return isLanguage(word)
      ? word
      : new WrongCell(
          `“${written}” is not a language: ${LANGUAGES.join(', ')}`,
          `「${written}」は言語ではありません: ${LANGUAGES.join(', ')}`,
        )
  },
  write: plain,
}

/** A name of the venue's own, for its sheets alone. */
export const code: Kind = {
  read: (written, context) => {
    const word = folded(written)
    const changed = changedBySpreadsheet(word, context)
    if (changed !== undefined || isCode(word)) return changed ?? word
    return new WrongCell(
      `“${written}” is not a code: up to 40 letters a–z, digits, - and _, such as forest-day`,
      `「${written}」はコードではありません。英字・数字・-・_ の40文字まで（例: forest-day）です`,
    )
  },
  write: plain,
}

/** A code, or `#12` for what has none. */
export const ownCode: Kind = {
  read: (written, context) => {
    const word = folded(written)
    return /^#\d{1,9}$/.test(word) ? word : code.read(written, context)
  },
  write: plain,
}

export const color: Kind = {
  read: written => {
    const word = folded(written).toLowerCase()
    return /^#[\da-f]{6}$/.test(word)
      ? word
      : new WrongCell(`“${written}” is not a colour: #d98a1f`, `「${written}」は色（#d98a1f）ではありません`)
  },
  write: plain,
}

/** A product of the site, by its code or UUID, or by its name in the language of the headings where no other one has it. */
export const product: Kind = {
  read: (written, { names, headings }) => {
    const word = folded(written)
    const known = names.product(word)
    if (known !== undefined) return known.uuid
    const called = names.called(word, languageOf(headings))
    const [only] = called
    if (only === undefined)
      return new WrongCell(`the site has no product “${written}”`, `商品「${written}」はありません`)
    if (called.length === 1) return only.uuid
    const codes = called.map(({ uuid }) => names.shown(uuid))
    return new WrongCell(
      `${called.length} products are called “${written}”: write the code of one, ${codes.join(' or ')}`,
      `「${written}」という商品が${called.length}つあります。コード（${codes.join('、')}）で指定してください`,
    )
  },
  write: (value, names) => (value === null ? null : names.shown(textOf(value))),
}

export const products: Kind = {
  read: (written, context) => {
    const uuids = new Set<string>()
    for (const word of folded(written)
      .split(/[\s,、;]+/u)
      .filter(Boolean)) {
      const uuid = product.read(word, context)
      if (typeof uuid !== 'string') return uuid
      uuids.add(uuid)
    }
    return [...uuids].toSorted().join(' ')
  },
  write: (value, names) =>
    wordsOf(value)
      .map(uuid => names.shown(uuid))
      .join(' '),
}

/** Full-width letters and digits are the same as narrow ones, and spaces around them are none. */
export function folded(written: string): string {
  return written.normalize('NFKC').trim()
}
