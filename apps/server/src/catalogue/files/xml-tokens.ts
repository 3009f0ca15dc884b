/** A part of an XML document; names are without their prefix. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** A document that ends too early, or says what no spreadsheet needs. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml'
}

/**
 * The tags and texts of the XML of a spreadsheet, one after the other: nothing of it is kept. There is no document type, and so no entity
 * but the five of XML and numbers: nothing is looked up anywhere.
 */
export function* xmlTokens(xml: string): Generator<XmlToken, void, void> {
  let depth = 0
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open !== at) {
      const end = open === -1 ? xml.length : open
      if (depth > 0) yield { kind: 'text', text: plainText(xml.slice(at, end)) }
      at = end
      continue
    }
    const end = endOf(xml, open)
    const token = tokenOf(xml, open, end)
    if (token?.kind === 'open' && !token.isEmpty) depth += 1
    if (token?.kind === 'close') depth -= 1
    if (token !== undefined) yield token
    at = end
  }
  if (depth !== 0) throw new BrokenXml('it ends too early')
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

function endOf(xml: string, open: number): number {
  const [close, length] = closingOf(xml, open)
  const found = xml.indexOf(close, open + 1)
  if (found === -1) throw new BrokenXml('it ends too early')
  return found + length
}

function closingOf(xml: string, open: number): readonly [string, number] {
  if (xml.startsWith('<!--', open)) return ['-->', 3]
  if (xml.startsWith(SECTION, open)) return [']]>', 3]
  if (xml.startsWith('<!', open)) throw new BrokenXml('it has a document type')
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
    if (known === undefined) throw new BrokenXml(`it has an unknown entity ${name}`)
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
