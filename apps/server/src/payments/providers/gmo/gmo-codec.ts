import { decode31J, encode31J } from './windows-31j.ts'

/**
 * GMO's form encoding: requests are percent-encoded in Windows-31J, answers are not escaped at all.
 * `docs/payments/gmo.md` says more.
 */

export type GmoFields = Readonly<Record<string, string>>

/** Fields that hold an address, which contains `&` and `=` itself. */
const ADDRESSES: ReadonlySet<string> = new Set(['RedirectUrl', 'ChallengeUrl', 'StartURL'])

/** Fields that can follow an address in an answer. */
const KNOWN: ReadonlySet<string> = new Set([
  'ACS',
  'AccessID',
  'AccessPass',
  'Amount',
  'Approve',
  'ChallengeUrl',
  'CheckString',
  'ClientField1',
  'ClientField2',
  'ClientField3',
  'ErrCode',
  'ErrInfo',
  'Forward',
  'JobCd',
  'Method',
  'OrderID',
  'PayTimes',
  'RedirectUrl',
  'StartLimitDate',
  'StartURL',
  'Status',
  'Tax',
  'Tds2TransResult',
  'Tds2TransResultReason',
  'Token',
  'TranDate',
  'TranID',
])

/** The body of a request. `refused` names a field that Windows-31J cannot encode: then nothing may be sent. */
export function writeForm(fields: GmoFields): { readonly body: string } | { readonly refused: string } {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    const written = percentEncode(value)
    if (written === undefined) return { refused: name }
    pairs.push(`${name}=${written}`)
  }
  return { body: pairs.join('&') }
}

function percentEncode(value: string): string | undefined {
  const characters = Array.from(value, character =>
    /^[A-Za-z0-9._-]$/.test(character) ? character : percentBytes(encode31J(character)),
  )
  return characters.every(one => one !== undefined) ? characters.join('') : undefined
}

function percentBytes(bytes: Buffer | undefined): string | undefined {
  return bytes?.toString('hex').toUpperCase().replaceAll(/../g, '%$&')
}

/**
 * Reads an answer. Nothing in it is escaped: a `+` is a plus, and an address brings its own `&t=…`. So a piece whose
 * name is not a field of answers belongs to the address before it, and a piece without a name to whatever stands before
 * it.
 */
export function readAnswer(body: Buffer): GmoFields {
  const fields: Array<[name: string, value: string]> = []
  for (const piece of decode31J(body).trim().split('&')) {
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(piece) ?? []
    const last = fields.at(-1)
    const goesOn = name === undefined || (ADDRESSES.has(last?.[0] ?? '') && !KNOWN.has(name))
    if (!goesOn) fields.push([name, value])
    else if (last !== undefined) last[1] += `&${piece}`
  }
  return Object.fromEntries(fields)
}

/** Reads a form that GMO sends as a notification: percent-encoded, as a browser would. */
export function readForm(body: Buffer): GmoFields {
  const pairs = body.toString('latin1').split('&')
  return Object.fromEntries(
    pairs.flatMap(pair => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
      return name === '' ? [] : [[unescape31J(name), unescape31J(value)] as const]
    }),
  )
}

function unescape31J(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
  return decode31J(Buffer.from(bytes, 'latin1'))
}
