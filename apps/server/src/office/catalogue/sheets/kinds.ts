import { isLanguage, LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'

import { readDate, readMoment, readTime, timeText } from './moments.ts'
import { isCode } from './names.ts'
import { type Kind, textOf, wordsOf, WrongCell } from './sheet.ts'

const plain: Kind['write'] = value => value

/** Longer words are neither a day nor a time nor a number, and would be read for minutes. */
const LONGEST = 200

export function brief(kind: Kind): Kind {
  return {
    ...kind,
    read: (written, context) =>
      written.length > LONGEST
        ? new WrongCell(`it has ${written.length} characters, and ${LONGEST} are the most`)
        : kind.read(written, context),
  }
}

/** Text of one line or, with `hasLines`, of several. */
export function text(most: number, { hasLines = false } = {}): Kind {
  return {
    read: written => {
      const lines = written.replaceAll(/\r\n?/gu, '\n')
      if (lines.includes('\u{0}')) return new WrongCell('it has a character that no text has')
      if (lines.length > most)
        return new WrongCell(`it has ${lines.length} characters, and ${most} are the most`)
      if (!hasLines && lines.includes('\n')) return new WrongCell('it has several lines')
      return lines
    },
    write: plain,
  }
}

/** A whole number, written with thousands or a currency sign as well. */
export function whole(least: number, most: number): Kind {
  return brief({
    read: written => {
      const digits = folded(written)
        .replace(/^([-−▲]?)\s*[¥\\]?/u, '$1')
        .replace(/\s*円$/u, '')
      const number = Number(digits.replaceAll(/,(?=\d{3}(?!\d))/gu, '').replace(/^[−▲]/u, '-'))
      if (digits === '' || !Number.isSafeInteger(number))
        return new WrongCell(`“${written}” is not a whole number`)
      if (number < least || number > most)
        return new WrongCell(`${number} is not between ${least} and ${most}`)
      return number
    },
    write: plain,
  })
}

export const yen = whole(0, 10_000_000)

const YES = new Set(['yes', 'y', 'true', '1', 'はい', '○', '〇', '有', '可'])
const NO = new Set(['no', 'n', 'false', '0', 'いいえ', '×', 'x', '✕', '無', '否'])

export const yesNo: Kind = {
  read: written => {
    const word = folded(written).toLowerCase()
    if (YES.has(word)) return true
    return NO.has(word) ? false : new WrongCell(`“${written}” is neither yes nor no`)
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
      new WrongCell(`“${written}” is none of: ${Object.keys(words).join(', ')}`),
    write: plain,
  }
}

export const date = brief({
  read: written => readDate(folded(written)) ?? new WrongCell(`“${written}” is not a day: 2026-12-24`),
  write: plain,
})

/** A time of day in minutes after midnight. */
export const time = brief({
  read: written => readTime(folded(written)) ?? new WrongCell(`“${written}” is not a time: 9:30`),
  write: value => (typeof value === 'number' ? timeText(value) : null),
})

export const moment = brief({
  read: written =>
    readMoment(folded(written), undefined) ?? new WrongCell(`“${written}” is not a time: 2026-12-24 9:30`),
  write: plain,
})

/** A moment that may be written as a time alone: it is on the day in the second column. */
export const momentOfDay = brief({
  read: (written, { row }) =>
    readMoment(folded(written), textOf(row[1]) || undefined) ??
    new WrongCell(`“${written}” is not a time: 9:30, or 2026-12-24 9:30`),
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
        return new WrongCell(`“${written}” are not days of the week: mon-fri, sat sun, 土日`)
      for (const day of range) days.add(day)
    }
    return [...days].toSorted((a, b) => a - b).join(' ')
  },
  write: value => {
    const days = wordsOf(value).map(day => WEEKDAYS[Number(day)] ?? '')
    return days.length === 0 ? null : days.join(' ')
  },
})

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
      return new WrongCell(`“${unknown}” is not a channel: ${SALES_CHANNELS.join(', ')}`)
    const lower = asked.map(word => word.toLowerCase())
    return SALES_CHANNELS.filter(channel => lower.includes(channel.toLowerCase())).join(' ')
  },
  write: plain,
}

export const channel = choice(Object.fromEntries(SALES_CHANNELS.map(word => [word, []])))

export const language: Kind = {
  read: written => {
    const word = folded(written).toLowerCase()
    return isLanguage(word) ? word : new WrongCell(`“${written}” is not a language: ${LANGUAGES.join(', ')}`)
  },
  write: plain,
}

/** A name of the venue's own, for its sheets alone. */
export const code: Kind = {
  read: written => {
    const word = folded(written)
    if (isCode(word)) return word
    return new WrongCell(
      `“${written}” is not a code: up to 40 letters a–z, digits, - and _, such as forest-day`,
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
    return /^#[\da-f]{6}$/.test(word) ? word : new WrongCell(`“${written}” is not a colour: #d98a1f`)
  },
  write: plain,
}

/** A product of the site, by its code or UUID. */
export const product: Kind = {
  read: (written, { names }) => {
    const word = folded(written)
    return names.product(word)?.uuid ?? new WrongCell(`the site has no product “${written}”`)
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
