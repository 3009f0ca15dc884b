import { readTime } from '../core/japanese-time.ts'
import { decodeWindows31j, isWindows31j } from '../core/windows-31j.ts'
import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import { isHashOf } from './hash.ts'
import type { Leaf, Part, RequestForm } from './request-forms.ts'
import type { Element } from './xml.ts'

/** The values of a valid request by name, decoded from base64. No name is used in two places. */
export type RequestValues = Record<string, string>

/** The values, or `type` and `item` of the error code. */
export type RequestCheck = { values: RequestValues } | { readonly type: string; readonly item: string }

/** The most that the caller's clock may be ahead. */
const AHEAD_MS = 60_000
/** The lifetime of a request that names none. */
const LIMIT_SECONDS = 600

/**
 * Makes the checks that are the same for every request: elements and their order, values, hash, age, merchant.
 * @param clocks in ms since 1970; the request is fresh when it is fresh by one of them.
 */
export function checkRequest(
  form: RequestForm,
  elements: readonly Element[],
  clocks: readonly number[],
): RequestCheck {
  const leaves: { leaf: Leaf; value: string }[] = []
  const problem = walk(form.parts, elements, leaves)
  if (problem !== undefined) return problem
  const values = Object.fromEntries(leaves.map(({ leaf, value }) => [leaf.name, value]))
  const { sps_hashcode: hash = '', request_date: date = '', limit_second: limit } = values
  const hashed = leaves.filter(({ leaf }) => leaf.name !== 'sps_hashcode').map(({ value }) => value)
  if (values['merchant_id'] !== MERCHANT_ID || values['service_id'] !== SERVICE_ID)
    return { type: '14', item: '001' }
  if (!isHashOf(hash, hashed, 'Shift_JIS')) return { type: '09', item: '999' }
  const isFresh = clocks.some(now => {
    const age = now - readTime(date)
    return age <= Number(limit ?? LIMIT_SECONDS) * 1000 && age >= -AHEAD_MS
  })
  return isFresh ? { values } : { type: '10', item: '999' }
}

interface Problem {
  readonly type: string
  readonly item: string
}

/** Collects the leaves. Optional elements may be missing; the others come in the order of the form, each once. */
function walk(
  parts: readonly Part[],
  elements: readonly Element[],
  leaves: { leaf: Leaf; value: string }[],
): Problem | undefined {
  let place = 0
  for (const [number, part] of parts.entries()) {
    const item = String(number + 1).padStart(3, '0')
    const element = elements[place]
    if (element?.name !== part.name) {
      if (part.required) return { type: elements.some(({ name }) => name === part.name) ? '00' : '03', item }
      continue
    }
    place += 1
    const problem = 'parts' in part ? walk(part.parts, element.children, leaves) : take(part, element, leaves)
    if (problem !== undefined) return 'parts' in part ? problem : { ...problem, item }
  }
  // An element that the request does not have, or one that is out of order.
  return place < elements.length ? { type: '00', item: '999' } : undefined
}

function take(leaf: Leaf, element: Element, leaves: { leaf: Leaf; value: string }[]): Problem | undefined {
  if (element.children.length > 0) return { type: '00', item: '' }
  if (leaf.required && element.text === '') return { type: '03', item: '' }
  const value = leaf.form === 'base64' ? plain(element.text) : element.text
  if (value === undefined || (value !== '' && !fits(leaf, value))) return { type: '06', item: '' }
  if (value.length > leaf.most) return { type: '05', item: '' }
  leaves.push({ leaf, value })
  return undefined
}

function plain(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && isWindows31j(bytes) ? decodeWindows31j(bytes) : undefined
}

function fits({ form }: Leaf, value: string): boolean {
  switch (form) {
    case 'digits':
      return /^\d+$/.test(value)
    case 'time':
      return !Number.isNaN(readTime(value))
    case 'url':
      return URL.canParse(value)
    case 'text':
      return /^[\x20-\x7e]*$/.test(value)
    case 'base64':
      return true
  }
}
