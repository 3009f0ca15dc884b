import type { SiteDefinition } from '../define-site.ts'
import type { FieldFault } from './site-json.ts'

/** Stands in a new site wherever its venue has to write something. */
export const TO_FILL_IN = 'FILL IN'

/** Names that nobody can own, kept for examples and tests (RFC 2606, RFC 6761). */
const NOBODYS = /[@.](?:example|invalid|localhost|test|example\.(?:com|net|org))$/i

/** Values that no visitor may read: nobody has written them yet, or they are invented. */
export function inventedValues(definition: SiteDefinition): readonly FieldFault[] {
  return leavesOf(definition).flatMap(({ field, text }) => {
    const rule = ruleBrokenBy(field, text)
    return rule === undefined ? [] : [{ field, rule }]
  })
}

function ruleBrokenBy(field: string, text: string): string | undefined {
  if (text.includes(TO_FILL_IN)) return 'is still to be filled in'
  if (field === 'issuer.registrationNumber' && /^T0{6}/.test(text)) return 'is not a number of the tax office'
  const isAddress = field === 'mail.contact' || field === 'legal.email'
  return isAddress && NOBODYS.test(text)
    ? 'is at a name that nobody can own: nobody would read the mails'
    : undefined
}

interface Leaf {
  readonly field: string
  readonly text: string
}

function leavesOf(value: unknown, field = ''): readonly Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, field === '' ? name : `${field}.${name}`),
  )
}
