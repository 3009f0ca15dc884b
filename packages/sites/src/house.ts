import { IncompleteSite } from './check-site.ts'
import { definitionOf, redefine, type SiteDefinition } from './define-site.ts'
import type { Site } from './site.ts'
import { type FieldFault, readDefinition, askedAt, type Asked } from './venue/site-json.ts'

/** Fields of `site.json` that a venue changes while its store runs: what its database says lies above the folder. */
export const HOUSE_FIELDS = [
  'visiting.hours',
  'visiting.exceptions',
  'visiting.lastEntryMinutes',
  'visiting.quietHours',
  'visiting.minutes',
  'address',
  'visiting.map',
  'visiting.nearest',
  'visiting.ways',
  'visiting.parking',
  'visiting.signs',
  'visiting.accessNote',
  'visiting.groups',
  'visiting.questions',
  'legal.phone',
  'legal.phoneHours',
  'legal.email',
  'mail.contact',
  'mail.senderName',
  'legal.cancellation',
  'legal.visitConditions',
  'isOpen',
  'opensAt',
  'legal.seller',
  'legal.representative',
  'legal.address',
  'issuer.name',
  'issuer.address',
  'issuer.registrationNumber',
] as const

export type HouseField = (typeof HOUSE_FIELDS)[number]

export function isHouseField(name: string): name is HouseField {
  return HOUSE_FIELDS.some(field => field === name)
}

/** The law asks who sells: nobody changes that alone. */
export function wantsSecondPerson(field: HouseField): boolean {
  return (
    field.startsWith('issuer.') ||
    field === 'legal.seller' ||
    field === 'legal.representative' ||
    field === 'legal.address'
  )
}

/** The form of a value. */
export function askedOfField(field: HouseField): Asked {
  return askedAt(field.split('.'))
}

/** The value of a field, and whether the folder of the site says it; otherwise it is the product's. Undefined: nothing is said. */
export function valueIn(
  site: Site,
  field: HouseField,
): { readonly value: unknown; readonly isSaid: boolean } {
  const said = inside(definitionOf(site), field.split('.'))
  if (said !== undefined) return { value: said, isSaid: true }
  // Nothing stands in for a field that `visiting` leaves out; for the rest the product has words.
  const value =
    field.startsWith('visiting.') || field === 'opensAt' ? undefined : inside(site, field.split('.'))
  return { value, isSaid: false }
}

function inside(value: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return value
  return isObject(value) ? inside(value[name], deeper) : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type HouseValues = ReadonlyMap<HouseField, unknown>

/** The site with other values in the place of its own, or the rules that they break. */
export function withValues(
  site: Site,
  values: HouseValues,
): { readonly site: Site } | { readonly faults: readonly FieldFault[] } {
  const { texts, ...below } = definitionOf(site)
  let json: unknown = below
  for (const [field, value] of values) json = put(json, field.split('.'), value)
  const read = readDefinition(json)
  if ('faults' in read) return read
  const changed: SiteDefinition = texts === undefined ? read.value : { ...read.value, texts }
  try {
    return { site: redefine(site, changed) }
  } catch (error) {
    if (!(error instanceof IncompleteSite)) throw error
    return { faults: error.faults.map(fault => ({ field: fault.split(' ')[0] ?? '', rule: fault })) }
  }
}

function put(value: unknown, [name, ...deeper]: readonly string[], put_: unknown): unknown {
  if (name === undefined) return put_
  const around = isObject(value) ? value : {}
  return { ...around, [name]: put(around[name], deeper, put_) }
}

/**
 * The site as it is served: with those values of its database that still mean something. A value that a later release refuses is left out, so that it
 * keeps no store from being read; `sites diff` names it.
 */
export function servedSite(site: Site, values: HouseValues): Site {
  if (values.size === 0) return site
  const whole = withValues(site, values)
  if ('site' in whole) return whole.site
  const good = new Map<HouseField, unknown>()
  for (const [field, value] of values)
    if ('site' in withValues(site, new Map([...good, [field, value]]))) good.set(field, value)
  const left = withValues(site, good)
  return 'site' in left ? left.site : site
}
