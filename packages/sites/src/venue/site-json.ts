import { parseOpenHours } from '@kippu/domain/calendar/opening-hours'
import { isIsoDate } from '@kippu/domain/jst-date'
import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { LAST_WAYS, VISITING_SIGNS } from '@kippu/domain/visiting'
import * as v from 'valibot'

import type { SiteDefinition } from '../define-site.ts'
import { WEEKDAYS } from '../visiting.ts'

/** `site.json` of a venue: a `SiteDefinition` whose every field is named and bounded. */

const MOST_WORDS = 4_000
/** No database keeps it: a NUL, or half of a letter. */
const STORABLE = /^[^\0\p{Cs}]*$/u
const words = v.pipe(
  v.string('is not a text'),
  v.check(text => text.trim() !== '', 'is empty'),
  v.regex(STORABLE, 'has a letter that cannot be kept'),
  v.maxLength(MOST_WORDS, `has more than ${MOST_WORDS} characters`),
)

const localized = v.strictObject({
  ja: words,
  en: words,
  kr: words,
  'zh-hans': words,
  'zh-hant': words,
  th: words,
})

const flag = v.boolean('is neither true nor false')
const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `is none of ${values.join(', ')}`)
const number = (least: number, most: number) =>
  v.pipe(
    v.number('is not a number'),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  )
const whole = (least: number, most: number) => v.pipe(number(least, most), v.integer('is not a whole number'))

/** Beside the logo in a header there is a menu, on a phone too. */
const size = v.strictObject({ width: whole(8, 240), height: whole(8, 240) })

const choice = v.strictObject({
  value: v.pipe(
    v.string('is not a text'),
    v.regex(/^[a-z0-9_]+$/, 'has more than small letters, digits and _'),
  ),
  label: localized,
})
const use = oneOf(['hidden', 'optional', 'required'])
const method = v.picklist(
  SITE_PAYMENT_METHODS,
  `is not a method of payment: ${SITE_PAYMENT_METHODS.join(', ')}`,
)
const methods = v.array(method, 'is not a list')
const ground = oneOf(['ground', 'surface', 'sunken', 'accent-soft'])
const share = v.strictObject({ part: number(0, 1), least: whole(0, 1_000_000_000) })
/** By RFC 5321; a longer text would be looked through once for each of its points. */
const LONGEST_ADDRESS = 254
const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/
const address = v.pipe(
  v.string('is not a text'),
  v.check(text => text.length <= LONGEST_ADDRESS && ADDRESS.test(text), 'is not a mail address'),
)
/** It stands in the header of mails. */
const senderNames = v.pipe(
  localized,
  v.check(names => Object.values(names).every(name => !/[\r\n]/.test(name)), 'has more than one line'),
)
const dateTime = v.pipe(
  v.string('is not a text'),
  v.check(
    text =>
      /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\+09:00$/.test(text) &&
      isIsoDate(text.slice(0, 10)),
    'is not a date-time such as 2027-03-20T10:00:00+09:00',
  ),
)
/** Pages and mails link to it: `javascript:` is an address too. */
const webAddress = v.pipe(
  v.string('is not a text'),
  v.check(
    text => URL.canParse(text) && /^https?:\/\//i.test(text) && STORABLE.test(text),
    'is not an address of the web',
  ),
)
const optional = v.exactOptional

/** English stands in for the languages that are left out. */
const spoken = v.strictObject({
  ja: words,
  en: words,
  kr: optional(words),
  'zh-hans': optional(words),
  'zh-hant': optional(words),
  th: optional(words),
})
const hours = v.pipe(
  v.string('is not a text'),
  v.check(
    text => parseOpenHours(text) !== undefined,
    'is not hours such as 10:00-18:00 or 05:00-09:30, 19:00-24:00',
  ),
)
const hoursOrClosed = v.nullable(hours)
const exceptionDay = v.pipe(
  v.string('is not a text'),
  v.check(
    // A year with a leap day, for the days of each year.
    text => isIsoDate(/^\d\d-\d\d$/.test(text) ? `2028-${text}` : text),
    'is not a day such as 2026-12-29, or 12-29 for each year',
  ),
)
const exception = v.pipe(
  v.strictObject({ from: exceptionDay, to: exceptionDay, hours: hoursOrClosed }),
  v.check(({ from, to }) => from.length === to.length, 'has a year at one end alone'),
  v.check(
    ({ from, to }) => from.length !== to.length || from.length === 'MM-dd'.length || from <= to,
    'ends before it begins',
  ),
)
const { setting, photographs, cloakroom, lift, wheelchair, pushchair, dogs, flashing } = VISITING_SIGNS
const visiting = v.pipe(
  v.strictObject({
    hours: optional(
      v.strictObject({
        sun: hoursOrClosed,
        mon: hoursOrClosed,
        tue: hoursOrClosed,
        wed: hoursOrClosed,
        thu: hoursOrClosed,
        fri: hoursOrClosed,
        sat: hoursOrClosed,
      }),
    ),
    lastEntryMinutes: optional(whole(0, 24 * 60)),
    exceptions: optional(v.array(exception, 'is not a list')),
    map: optional(v.nullable(webAddress)),
    nearest: optional(
      v.nullable(v.strictObject({ place: spoken, minutes: whole(1, 600), by: oneOf(LAST_WAYS) })),
    ),
    ways: optional(v.array(spoken, 'is not a list')),
    parking: optional(v.nullable(spoken)),
    minutes: optional(v.nullable(whole(1, 24 * 60))),
    signs: optional(
      v.strictObject({
        setting: optional(oneOf(setting)),
        photographs: optional(oneOf(photographs)),
        cloakroom: optional(oneOf(cloakroom)),
        lift: optional(oneOf(lift)),
        wheelchair: optional(oneOf(wheelchair)),
        pushchair: optional(oneOf(pushchair)),
        dogs: optional(oneOf(dogs)),
        flashing: optional(oneOf(flashing)),
      }),
    ),
    quietHours: optional(v.strictObject({ days: v.array(oneOf(WEEKDAYS), 'is not a list'), hours })),
    accessNote: optional(v.nullable(spoken)),
    questions: optional(v.array(v.strictObject({ question: spoken, answer: spoken }), 'is not a list')),
    groups: optional(v.nullable(spoken)),
  }),
  v.check(
    ({ hours, lastEntryMinutes, exceptions }) =>
      hours !== undefined || (lastEntryMinutes === undefined && exceptions === undefined),
    'has a last entry or exceptions, and no hours',
  ),
)

const definition = v.strictObject({
  key: v.string(),
  title: v.strictObject({ ja: words, default: words }),
  name: localized,
  tagline: localized,
  address: localized,
  look: optional(
    v.strictObject({
      opening: optional(oneOf(['night', 'gallery', 'poster', 'paper'])),
      products: optional(oneOf(['cards', 'posters', 'rows', 'stubs'])),
      scheme: optional(oneOf(['both', 'dark'])),
    }),
  ),
  isOpen: optional(flag),
  opensAt: optional(dateTime),
  orderLayout: optional(oneOf(['product_first', 'date_first'])),
  weekOffset: optional(v.picklist([0, 1], 'is neither 0 (Sunday) nor 1 (Monday)')),
  calendarColors: optional(flag),
  completeButton: optional(flag),
  requiresProduct: optional(flag),
  membership: optional(
    v.strictObject({
      loginType: optional(oneOf(['IdPass', 'Token'])),
      disabled: optional(flag),
      required: optional(flag),
      skipMailAuthentication: optional(flag),
    }),
  ),
  footer: optional(v.strictObject({ disabled: optional(flag), showBrand: optional(flag) })),
  ticketDisplay: optional(
    v.strictObject({
      help: optional(flag),
      type: optional(oneOf(['card', 'list'])),
      showHeaderLogo: optional(flag),
      headerColor: optional(v.strictObject({ pc: ground, sp: ground })),
    }),
  ),
  ticketApp: optional(
    v.nullable(v.strictObject({ name: localized, appStore: webAddress, googlePlay: webAddress })),
  ),
  paymentMethods: v.strictObject({
    web: methods,
    spot: optional(methods),
    pos: optional(methods),
    kiosk: optional(methods),
    OTA: optional(methods),
  }),
  allowsWithoutThreeDSecure: optional(flag),
  unprovenShares: optional(
    v.strictObject({
      day: optional(share),
      network: optional(share),
      mailDomain: optional(share),
      unpaidNetwork: optional(share),
      unpaidMailDomain: optional(share),
      doorCode: optional(share),
    }),
  ),
  signIn: optional(
    v.strictObject({
      residentArea: optional(
        oneOf(['text', 'prefectures', 'prefectures_and_countries', 'japan_and_others', 'regional']),
      ),
      regions: optional(v.array(choice, 'is not a list')),
      mailMagazine: optional(flag),
      teamlabMailMagazine: optional(flag),
      question1: optional(
        v.nullable(v.strictObject({ question: localized, answers: v.array(choice, 'is not a list') })),
      ),
      question2: optional(v.nullable(localized)),
      question3: optional(v.nullable(localized)),
      fields: optional(
        v.strictObject({
          fullname: optional(use),
          email: optional(use),
          phone: optional(use),
          resident_area: optional(use),
          age: optional(use),
          gender: optional(use),
          mail_magazine: optional(use),
          teamlab_mail_magazine: optional(use),
          address: optional(use),
          questionnaire1: optional(use),
          questionnaire2: optional(use),
          questionnaire3: optional(use),
        }),
      ),
    }),
  ),
  mail: v.strictObject({ senderName: senderNames, contact: address }),
  issuer: v.strictObject({
    name: words,
    address: words,
    registrationNumber: v.pipe(v.string('is not a text'), v.regex(/^T\d{13}$/, 'is not T and 13 digits')),
  }),
  legal: v.strictObject({
    seller: localized,
    representative: localized,
    address: optional(localized),
    phone: words,
    phoneHours: optional(localized),
    email: optional(address),
    cancellation: optional(localized),
    visitConditions: optional(localized),
  }),
  visiting: optional(visiting),
  logo: v.strictObject({ header: size, print: size }),
})

/** A field and the rule that it breaks. */
export interface FieldFault {
  readonly field: string
  readonly rule: string
}

/** The value that was read, or all of its faults. */
type Read<T> = { readonly value: T } | { readonly faults: readonly FieldFault[] }

export function readDefinition(json: unknown): Read<SiteDefinition> {
  const result = v.safeParse(definition, json)
  return result.success
    ? { value: result.output }
    : { faults: result.issues.map(issue => faultOf(definition, issue)) }
}

/** The form of a value, read from what it is checked with: all that a page needs to ask for it. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'number' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Asked>> }

export interface Asked {
  readonly shape: Shape
  /** Stands there where nothing is said. */
  readonly empty: 'refused' | 'null' | 'left out'
}

/** The form of the value at a place of `site.json`. @throws for a place that it does not have */
export function askedAt(place: readonly string[]): Asked {
  let schema: unknown = definition
  for (const name of place) schema = unwrapped(schema, withFields).entries[name]
  return askedOf(schema)
}

function unwrapped<S extends v.GenericSchema>(schema: unknown, kind: S): v.InferOutput<S> {
  return v.is(wrapping, schema) ? unwrapped(schema.wrapped, kind) : v.parse(kind, schema)
}

const choosing = v.looseObject({
  type: v.literal('picklist'),
  options: v.array(v.union([v.string(), v.number()])),
})
const typed = v.looseObject({ type: v.picklist(['string', 'boolean', 'number']) })

const nullable = v.looseObject({ type: v.literal('nullable') })

function askedOf(schema: unknown): Asked {
  if (!v.is(wrapping, schema)) return { shape: shapeOf(schema), empty: 'refused' }
  const { shape, empty } = askedOf(schema.wrapped)
  return { shape, empty: v.is(nullable, schema) || empty === 'null' ? 'null' : 'left out' }
}

function shapeOf(schema: unknown): Shape {
  if (v.is(withFields, schema)) {
    const fields = Object.entries(schema.entries).map(([name, inner]) => [name, askedOf(inner)] as const)
    return { kind: 'fields', fields: Object.fromEntries(fields) }
  }
  if (v.is(choosing, schema)) return { kind: 'choice', values: schema.options.map(String) }
  if (v.is(listing, schema)) return { kind: 'list', item: shapeOf(schema.item) }
  const kinds = { string: 'text', boolean: 'flag', number: 'number' } as const
  return { kind: kinds[v.parse(typed, schema).type] }
}

const textsOfKey = v.pipe(
  v.strictObject({
    ja: optional(words),
    en: optional(words),
    kr: optional(words),
    'zh-hans': optional(words),
    'zh-hant': optional(words),
    th: optional(words),
  }),
  v.check(texts => Object.keys(texts).length > 0, 'has no words'),
)
const texts = v.record(v.string(), textsOfKey, 'is not an object of text keys')

/** The words of `texts.json`, by key and language. */
export function readTextsJson(json: unknown): Read<v.InferOutput<typeof texts>> {
  const result = v.safeParse(texts, json)
  return result.success
    ? { value: result.output }
    : { faults: result.issues.map(issue => faultOf(texts, issue)) }
}

function faultOf(schema: unknown, issue: v.BaseIssue<unknown>): FieldFault {
  const field = v.getDotPath(issue) ?? ''
  if (issue.type !== 'strict_object') return { field, rule: issue.message }
  if (issue.expected === 'never') return { field, rule: unknownField(schema, field) }
  return { field, rule: issue.received === 'undefined' ? 'is missing' : 'is not an object' }
}

/** The names that mean something, for a name that does not. */
function unknownField(schema: unknown, field: string): string {
  const place = field.split('.').slice(0, -1)
  return `is not a field of ${place.length === 0 ? 'a site' : place.join('.')}: ${fieldsAt(schema, place).join(', ')}`
}

const withFields = v.looseObject({ entries: v.record(v.string(), v.unknown()) })
const withKeys = v.looseObject({ type: v.literal('record'), value: v.unknown() })
const wrapping = v.looseObject({ wrapped: v.unknown() })
const listing = v.looseObject({ item: v.unknown() })

/** The names that a place of a file may have, read from what it is checked with. */
function fieldsAt(schema: unknown, place: readonly string[]): readonly string[] {
  if (v.is(wrapping, schema)) return fieldsAt(schema.wrapped, place)
  const [name, ...deeper] = place
  if (v.is(withFields, schema))
    return name === undefined ? Object.keys(schema.entries) : fieldsAt(schema.entries[name], deeper)
  if (v.is(withKeys, schema)) return fieldsAt(schema.value, deeper)
  return v.is(listing, schema) ? fieldsAt(schema.item, deeper) : []
}
