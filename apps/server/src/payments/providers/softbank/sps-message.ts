import { XMLBuilder, XMLParser } from 'fast-xml-parser'

import { base64ShiftJis, fromShiftJis, toShiftJis } from './shift-jis.ts'
import { spsHash } from './sps-hash.ts'

/** One element of a request. The order of elements is part of the protocol, because the hash covers it. */
export type SpsElement =
  | { readonly name: string; readonly value: string }
  /** A name of goods: base64 in the message, plain in the hash. */
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly children: readonly SpsElement[] }

/** Elements of these names and values, in this order. */
export function elements(values: Readonly<Record<string, string>>): readonly SpsElement[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

const builder = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' })
// Numbers would lose their leading zeros, and a tracking id begins with them.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
})

/** The bytes of a request, with its hash as the last element. @throws RangeError for a text outside Shift_JIS. */
export function writeRequest(id: string, body: readonly SpsElement[], hashKey: string): Buffer {
  const signed = [...body, { name: 'sps_hashcode', value: spsHash(leaves(body), hashKey, 'Shift_JIS') }]
  const xml: unknown = builder.build([
    { '?xml': [{ '#text': '' }], ':@': { version: '1.0', encoding: 'Shift_JIS' } },
    { 'sps-api-request': signed.map(ordered), ':@': { id } },
  ])
  return toShiftJis(String(xml))
}

/** All values in document order, as the hash needs them. */
function leaves(body: readonly SpsElement[]): readonly string[] {
  return body.flatMap(element => {
    if ('children' in element) return leaves(element.children)
    return 'text' in element ? element.text : element.value
  })
}

function ordered(element: SpsElement): Readonly<Record<string, unknown>> {
  if ('children' in element) return { [element.name]: element.children.map(ordered) }
  const value = 'text' in element ? base64ShiftJis(element.text) : element.value
  return { [element.name]: [{ '#text': value }] }
}

/** An answer: its request's id, and its values by the path of their element (`res_pay_method_info.payment_status`). */
export interface SpsAnswer {
  readonly id: string
  readonly values: ReadonlyMap<string, string>
}

/** Parses an answer; undefined when it is malformed. */
export function readAnswer(bytes: Uint8Array): SpsAnswer | undefined {
  const document = parsed(fromShiftJis(bytes))
  const root = isGroup(document) ? document['sps-api-response'] : undefined
  if (!isGroup(root)) return undefined
  const id = root['@id']
  return { id: typeof id === 'string' ? id : '', values: new Map(flatten(root, '')) }
}

function parsed(xml: string): unknown {
  try {
    return parser.parse(xml, true)
  } catch {
    return undefined
  }
}

function flatten(
  group: Readonly<Record<string, unknown>>,
  path: string,
): readonly (readonly [string, string])[] {
  return Object.entries(group).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (typeof value === 'string') return [[`${path}${name}`, value]]
    return isGroup(value) ? flatten(value, `${path}${name}.`) : []
  })
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
