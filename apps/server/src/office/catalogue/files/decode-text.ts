import { isUtf8 } from 'node:buffer'

import { type Encoding, UnreadableFile, type Words } from './raw-sheet.ts'

interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
}

/**
 * The text of a file in UTF-8, in UTF-16 with its mark, or in Shift_JIS, and which of them it is. Most bytes of other
 * encodings would be letters of Shift_JIS too, so it is taken only for what reads as Japanese.
 * @throws UnreadableFile at the first line that is damaged, or in another encoding.
 */
export function decodeText(file: string, bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes)
  if (encoding === undefined) {
    const line = lineOfBytes(bytes, byte => byte >= 0x80)
    throw new UnreadableFile({ file, line, text: FOREIGN })
  }
  if (!encoding.startsWith('utf-16') && bytes.includes(0))
    throw new UnreadableFile({ file, line: lineOfBytes(bytes, byte => byte === 0), text: NO_TEXT })
  const text = new TextDecoder(encoding).decode(bytes)
  const line = encoding === 'shift_jis' ? firstLineOfUtf8(bytes) : undefined
  if (line !== undefined) throw new UnreadableFile({ file, line, text: MIXED }, headOf(text))
  const wrong = /\u{fffd}|(?![\t\n\r])\p{Cc}/u.exec(text)
  if (wrong !== null)
    throw new UnreadableFile(
      { file, line: lineAt(text, wrong.index), text: wordsOf(wrong[0], encoding) },
      headOf(text),
    )
  return { text, encoding: NAMES[encoding] }
}

const NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  shift_jis: 'Shift_JIS',
} as const

function encodingOf(bytes: Uint8Array): keyof typeof NAMES | undefined {
  const [first = 0, second = 0, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (bytes.includes(0) || isUtf8(bytes) || isDamagedUtf8(bytes)) return 'utf-8'
  return readsAsJapanese(bytes) ? 'shift_jis' : undefined
}

/** Whether most bytes that are not ASCII are whole letters of UTF-8, or all are but a last one that was cut off. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [whole, broken, isCut] = [0, 0, false]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const length = utf8Length(byte)
    let taken = 1
    while (taken < length && isTrail(bytes[at + taken])) taken += 1
    if (length > 1 && taken === length) whole += length
    else if (length > 1 && at + taken === bytes.length && byte >= 0xe0) isCut = true
    else broken += taken
    at += taken - 1
  }
  // By chance some letters of other encodings are whole ones of this.
  return broken === 0 ? whole > 0 || isCut : whole > 3 * broken
}

function utf8Length(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1
}

function isTrail(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf
}

/** Half-width kana with which no word begins, and marks and small kana behind others than theirs. */
const WRONG_KANA = /^[ｧ-ｯｰﾞﾟ]|[^ｳｶ-ﾄﾊ-ﾎ]ﾞ|[^ﾊ-ﾎ]ﾟ|[^ｷｼﾁﾆﾋﾐﾘﾞﾟ][ｬｭｮ]/u

/**
 * Whether bytes of Shift_JIS are Japanese: more kana and common kanji than rare ones, single ones within words of Latin
 * letters, and half-width kana that no word of Japanese has. Of these the letters of other encodings are made.
 */
function readsAsJapanese(bytes: Uint8Array): boolean {
  const text = new TextDecoder('shift_jis').decode(bytes)
  commonLetters ??= listCommonLetters()
  let [common, other] = [0, 0]
  for (const { 0: run, index } of text.matchAll(/[\u{80}-\u{10ffff}]+/gu)) {
    for (const [kana] of run.matchAll(/[｡-ﾟ]+/gu)) other += WRONG_KANA.test(kana) ? 1 : 0.25
    const isInWord = /[A-Za-z]/.test(text.slice(Math.max(0, index - 1), index + run.length + 1))
    for (const letter of run.replaceAll(/[｡-ﾟ]+/gu, '')) {
      const isAfterLatin = commonLetters.get(letter)
      if (isAfterLatin === undefined || (isAfterLatin && isInWord && letter === run)) other += 1
      else common += 1
    }
  }
  return common > other
}

/** Kana, signs and common kanji, and whether the second byte of each is a Latin letter. */
let commonLetters: ReadonlyMap<string, boolean> | undefined

function listCommonLetters(): ReadonlyMap<string, boolean> {
  const decoder = new TextDecoder('shift_jis')
  const letters = new Map<string, boolean>()
  for (let lead = 0x81; lead <= 0x98; lead += 1)
    for (let trail = 0x40; trail <= 0xfc; trail += 1) {
      // Letters of EUC-JP begin with these two bytes as well.
      const isOfEuc = (lead === 0x8e || lead === 0x8f) && trail >= 0xa1
      if (isOfEuc || (lead === 0x98 && trail > 0x72)) continue
      letters.set(decoder.decode(Uint8Array.of(lead, trail)), /[A-Za-z]/.test(String.fromCharCode(trail)))
    }
  letters.delete('\u{fffd}')
  return letters
}

/** Bytes of other encodings are letters of this one by chance, but not a whole line of Japanese in three bytes each. */
function firstLineOfUtf8(bytes: Uint8Array): number | undefined {
  let line = 0
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start)
    const part = bytes.subarray(start, end === -1 ? bytes.length : end)
    line += 1
    if (part.filter(byte => byte >= 0x80).length >= 6 && isUtf8(part)) return line
    start = end === -1 ? bytes.length : end + 1
  }
  return undefined
}

const LINE_FEED = 10

function lineOfBytes(bytes: Uint8Array, isMeant: (byte: number) => boolean): number {
  return bytes.subarray(0, bytes.findIndex(isMeant)).filter(byte => byte === LINE_FEED).length + 1
}

const FOREIGN: Words = [
  'neither UTF-8 nor Shift_JIS from here on: save it as CSV (UTF-8)',
  'ここからは UTF-8 でも Shift_JIS でもありません。CSV（UTF-8）で保存してください',
]
const MIXED: Words = [
  'a line in UTF-8 among others in Shift_JIS: save all of it as CSV (UTF-8)',
  'Shift_JIS の中に UTF-8 の行があります。全体を CSV（UTF-8）で保存してください',
]
const NO_TEXT: Words = [
  'this is not a text file: save it as CSV (UTF-8)',
  'テキストファイルではありません。CSV（UTF-8）で保存してください',
]

function wordsOf(wrong: string, encoding: keyof typeof NAMES): Words {
  if (wrong === '\u{0}') return NO_TEXT
  if (wrong === '\u{fffd}')
    return [
      `damaged ${NAMES[encoding]} from here on: save it again, or ask for the whole file`,
      `ここから ${NAMES[encoding]} が壊れています。もう一度保存するか、完全なファイルをもらってください`,
    ]
  const code = wrong.codePointAt(0) ?? 0
  // Encodings of mails switch from one set of letters to another by these.
  if (code === 0x1b || code === 0x0e || code === 0x0f) return FOREIGN
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return [`a character that no text has (${name})`, `文字として使えない文字（${name}）があります`]
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function headOf(text: string): string[] {
  return text.slice(0, 2_000).split('\n', 1)
}
