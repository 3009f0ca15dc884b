import type { Words } from './raw-sheet.ts'

/** A part of an XML document; names are without their prefix. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** A document that ends too early, or says what no spreadsheet needs. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml'
  readonly words: Words

  constructor(...words: Words) {
    super(words[0])
    this.words = words
  }
}

/** In characters, as they are written. A cell has at most 32,767. */
const LONGEST_TOKEN = 200_000

/**
 * The tags and texts of the XML of a spreadsheet, one after the other, from its pieces: nothing of it is kept. There is no document type, and so
 * no entity but the five of XML and numbers: nothing is looked up anywhere.
 */
export function* xmlTokens(pieces: Iterable<string>): Generator<XmlToken, void, void> {
  let depth = 0
  let rest = ''
  for (const piece of pieces) {
    const xml = rest + piece
    let at = 0
    for (let end = endOf(xml, at); end !== undefined; end = endOf(xml, at)) {
      const token = xml[at] === '<' ? tokenOf(xml, at, end) : textOf(xml.slice(at, end), depth)
      if (token?.kind === 'open' && !token.isEmpty) depth += 1
      if (token?.kind === 'close') depth -= 1
      if (token !== undefined) yield token
      at = end
    }
    rest = xml.slice(at)
    if (rest.length > LONGEST_TOKEN)
      throw new BrokenXml('one of its cells is too long', '長すぎるセルがあります')
  }
  if (depth !== 0 || rest.startsWith('<')) throw new BrokenXml('it ends too early', '途中で終わっています')
}

type OpenTag = Extract<XmlToken, { readonly kind: 'open' }>

/** One after the other: a workbook of any size is never a list of its tags. */
export function* openedTags(xml: Iterable<string>): Generator<OpenTag, void, void> {
  for (const token of xmlTokens(xml)) if (token.kind === 'open') yield token
}

function textOf(text: string, depth: number): XmlToken | undefined {
  return depth > 0 ? { kind: 'text', text: plainText(text) } : undefined
}

/** The value of an attribute, undefined where there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const match = patternOf(name).exec(attributes)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : plainText(value)
}

const PATTERNS = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  const known = PATTERNS.get(name)
  if (known !== undefined) return known
  const pattern = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u')
  PATTERNS.set(name, pattern)
  return pattern
}

const SECTION = '<![CDATA['

/** Where the tag or the text that begins here ends; undefined when its end has not come yet. */
function endOf(xml: string, at: number): number | undefined {
  if (xml[at] !== '<') {
    const open = xml.indexOf('<', at)
    return open === -1 ? undefined : open
  }
  // So many tell the one kind from the other.
  if (xml.length - at < SECTION.length && !xml.includes('>', at)) return undefined
  const [close, length] = closingOf(xml, at)
  const found = xml.indexOf(close, at + 1)
  return found === -1 ? undefined : found + length
}

function closingOf(xml: string, open: number): readonly [close: string, length: number] {
  if (xml.startsWith('<!--', open)) return ['-->', 3]
  if (xml.startsWith(SECTION, open)) return [']]>', 3]
  if (xml.startsWith('<!', open)) throw new BrokenXml('it has a document type', '文書型宣言があります')
  return xml.startsWith('<?', open) ? ['?>', 2] : ['>', 1]
}

function tokenOf(xml: string, open: number, end: number): XmlToken | undefined {
  if (xml.startsWith(SECTION, open)) return { kind: 'text', text: xml.slice(open + SECTION.length, end - 3) }
  const second = xml[open + 1]
  if (second === '!' || second === '?') return undefined
  if (second === '/') return { kind: 'close', name: localName(xml.slice(open + 2, end - 1).trim()) }
  const isEmpty = xml[end - 2] === '/'
  const inside = xml.slice(open + 1, isEmpty ? end - 2 : end - 1)
  const space = inside.search(/\s/u)
  const name = localName(space === -1 ? inside : inside.slice(0, space))
  return { kind: 'open', name, attributes: space === -1 ? '' : inside.slice(space), isEmpty }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function plainText(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&]{1,12});/gu, (_, name: string) => {
    const known = NAMED.get(name) ?? numbered(name)
    if (known === undefined)
      throw new BrokenXml(`it has an unknown entity ${name}`, `知らない実体 ${name} があります`)
    return known
  })
}

const LARGEST_CHARACTER = 0x10ffff

function numbered(name: string): string | undefined {
  const digits = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/iu.exec(name)
  if (digits === null) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  return code > LARGEST_CHARACTER ? undefined : String.fromCodePoint(code)
}
