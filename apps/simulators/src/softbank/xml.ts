import { XMLParser } from 'fast-xml-parser'
import * as v from 'valibot'

import { decodeWindows31j, encodeWindows31j, isWindows31j } from '../core/windows-31j.ts'

/** An element of a request: a leaf with its text, or a group. */
export interface Element {
  readonly name: string
  readonly text: string
  readonly children: readonly Element[]
}

export interface Request {
  readonly id: string
  readonly elements: readonly Element[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
})

const nodes = v.array(v.record(v.string(), v.unknown()))
const attributes = v.object({ ':@': v.object({ id: v.string() }) })
const declaration = /^<\?xml version=["']1\.0["'] encoding=["']Shift_JIS["']\s*\?>/i

/** Reads a request. Gives `undefined` unless it is XML 1.0 in Shift_JIS with the gateway's root element. */
export function readRequest(body: Buffer): Request | undefined {
  const text = decodeWindows31j(body)
  if (!declaration.test(text) || !isWindows31j(body)) return undefined
  const root = parse(text)?.find(node => 'sps-api-request' in node)
  const read = v.safeParse(attributes, root)
  if (root === undefined || !read.success) return undefined
  return { id: read.output[':@'].id, elements: elementsOf(root['sps-api-request']) }
}

function parse(text: string): v.InferOutput<typeof nodes> | undefined {
  try {
    return v.parse(nodes, parser.parse(text, true))
  } catch {
    return undefined
  }
}

function elementsOf(content: unknown): readonly Element[] {
  return v.parse(nodes, content).flatMap(node => {
    const name = Object.keys(node).find(key => key !== ':@' && key !== '#text')
    if (name === undefined) return []
    const inner = v.parse(nodes, node[name])
    const text = inner.map(piece => (typeof piece['#text'] === 'string' ? piece['#text'] : '')).join('')
    return [{ name, text, children: elementsOf(inner) }]
  })
}

/** Texts by name, or groups of them. */
export interface Answer {
  readonly [name: string]: string | Answer
}

/** The bytes of an answer, in the gateway's layout. */
export function writeAnswer(id: string, answer: Answer): Buffer {
  return encodeWindows31j(
    `<?xml version='1.0' encoding='Shift_JIS' ?>\n  <sps-api-response id="${escapeXml(id)}">\n${lines(answer, 4)}  </sps-api-response>\n`,
  )
}

function lines(answer: Answer, indent: number): string {
  const space = ' '.repeat(indent)
  return Object.entries(answer)
    .map(([name, value]) => {
      if (value === '') return `${space}<${name}/>\n`
      if (typeof value === 'string') return `${space}<${name}>${escapeXml(value)}</${name}>\n`
      return `${space}<${name}>\n${lines(value, indent + 2)}${space}</${name}>\n`
    })
    .join('')
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
