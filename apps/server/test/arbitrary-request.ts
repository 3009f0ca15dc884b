import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import fc, { type Arbitrary } from 'fast-check'
import type { GenericSchema } from 'valibot'

/** PlausibleValues values for a field, or for a path parameter, of this name: existing ids, dates, tokens. */
export type PlausibleValues = Readonly<Record<string, readonly unknown[]>>

/** A call of whichever contract. */
interface AnyCall {
  readonly method: string
  readonly path: string
  readonly query?: GenericSchema | undefined
  readonly body?: GenericSchema | undefined
}

/** One request, made from the contract and then perhaps broken. */
export interface ArbitraryRequest<C> {
  readonly call: C
  readonly url: string
  /** Undefined: no body is sent. */
  readonly body: string | undefined
  readonly contentType: string | undefined
}

/** Requests for every call of a contract: valid ones, and ones that are broken in one or more places. */
export function arbitraryRequest<C extends AnyCall>(
  calls: readonly C[],
  plausible: PlausibleValues,
): Arbitrary<ArbitraryRequest<C>> {
  return fc.oneof(...calls.map(call => requestFor(call, plausible)))
}

function requestFor<C extends AnyCall>(call: C, plausible: PlausibleValues): Arbitrary<ArbitraryRequest<C>> {
  const names = Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, param = '']) => param)
  const params = fc.record(Object.fromEntries(names.map(param => [param, paramFor(param, plausible)])))
  const query = broken(valueOf(schemaOf(call.query), 'query', plausible))
  const body = bodyFor(call, plausible)
  const contentType = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    fc.constantFrom(...WRONG_TYPES),
  )
  return fc.record({ params, query, body, contentType }).map(parts => ({
    call,
    url:
      call.path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
        encodeURIComponent(parts.params[param] ?? ''),
      ) + queryText(parts.query),
    body: parts.body,
    contentType: parts.body === undefined ? undefined : parts.contentType,
  }))
}

const WRONG_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'nonsense',
  undefined,
]

function paramFor(name: string, plausible: PlausibleValues): Arbitrary<string> {
  const known = (plausible[name] ?? []).map(String)
  const any = fc
    .string({ minLength: 1, maxLength: 300, unit: 'binary' })
    .filter(text => !/^\.{1,2}$/.test(text))
  return fc
    .oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: any }, UNSTORABLE)
    .map(text => text.toWellFormed())
}

/** Text that PostgreSQL can store nowhere. */
const UNSTORABLE = fc.constantFrom('\u0000', 'a\u0000b')

/** JSON text for a call with a body, and occasionally for one without. */
function bodyFor(call: AnyCall, plausible: PlausibleValues): Arbitrary<string | undefined> {
  if (call.method === 'GET') return fc.constant(undefined)
  const nothing = fc.constant(undefined)
  if (call.body === undefined)
    return fc.oneof({ weight: 8, arbitrary: nothing }, fc.constantFrom('{}', '{"a":1}', ''))
  const json = broken(valueOf(schemaOf(call.body), 'body', plausible)).map(textOf)
  return fc.oneof(
    { weight: 30, arbitrary: json },
    { weight: 1, arbitrary: nothing },
    fc.constantFrom(...BAD_TEXTS),
  )
}

const BAD_TEXTS = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  '\u0000',
  '{"quantity":1e400}',
  `{"a":"${'x'.repeat(64 * 1024)}"}`,
  `${'['.repeat(20_000)}`,
]

/** Values of the wrong type or range, or with contents that a database or a parser may fail on. */
const NASTY: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.5,
  2_147_483_648,
  2 ** 53 + 1,
  1e21,
  '',
  ' ',
  '0',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202E',
  '𠮷',
  "' or 1=1 --",
  '0000-01-01',
  '2026-02-30',
  '9999-12-31',
  '+275760-09-13',
  'a'.repeat(2_000),
  [],
  {},
  [[]],
  { a: 1 },
  '__proto__',
  'NaN',
]

/** Leaves a value unchanged half of the time, and otherwise breaks it in one to three places. */
function broken(value: Arbitrary<unknown>): Arbitrary<unknown> {
  const breaks = fc.array(
    fc.record({
      place: fc.nat(1_000),
      how: fc.constantFrom('replace', 'remove', 'add'),
      nasty: fc.constantFrom(...NASTY),
    }),
    { minLength: 1, maxLength: 3 },
  )
  const worse = fc.tuple(value, breaks).map(([whole, list]) => list.reduce<unknown>(breakOnce, whole))
  return fc.oneof(value, worse)
}

interface Breakage {
  readonly place: number
  readonly how: 'replace' | 'remove' | 'add'
  readonly nasty: unknown
}

/** Descends into the value by the digits of `place` and breaks what it finds there. */
function breakOnce(value: unknown, { place, how, nasty }: Breakage): unknown {
  if (typeof value !== 'object' || value === null) return nasty
  const keys = Object.keys(value)
  if (how === 'add')
    return Array.isArray(value)
      ? [...value, nasty]
      : { ...value, [['extra', 'constructor', 'toString'][place % 3] ?? 'extra']: nasty }
  const key = keys[place % Math.max(1, keys.length)]
  if (key === undefined) return nasty
  const child = new Map<string, unknown>(Object.entries(value)).get(key)
  const next =
    typeof child === 'object' && child !== null && place % 7 > 1
      ? breakOnce(child, { place: Math.floor(place / 7), how, nasty })
      : nasty
  const kept = Object.entries(value).filter(([name]) => how === 'replace' || next !== nasty || name !== key)
  const entries = kept.map(([name, old]): [string, unknown] => [name, name === key ? next : old])
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

/** JSON with lone surrogates unescaped, so that they reach the server. */
function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** A query of names and texts; a list repeats its name. */
function queryText(query: unknown): string {
  if (typeof query === 'string') return `?${encodeURIComponent(query.toWellFormed())}`
  if (typeof query !== 'object' || query === null) return ''
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, String(item).toWellFormed())
  }
  return pairs.size === 0 ? '' : `?${pairs.toString()}`
}

function schemaOf(schema: GenericSchema | undefined): JsonSchema {
  return schema === undefined
    ? {}
    : toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' })
}

/** Valid values for a schema, as far as the schema tells what is valid. */
function valueOf(schema: JsonSchema['items'], name: string, plausible: PlausibleValues): Arbitrary<unknown> {
  const known = plausible[name]
  if (known !== undefined) return fc.constantFrom(...known)
  if (typeof schema !== 'object' || Array.isArray(schema)) return fc.constant({})
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(choice => valueOf(choice, name, plausible)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, plausible)
    case 'array':
      return fc.array(valueOf(schema.items, name, plausible), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 10, 10) })
    case 'string':
      return fc.string({ maxLength: 30, unit: 'binary' })
    case 'boolean':
      return fc.boolean()
    case 'null':
    case undefined:
      break
  }
  return fc.constant({})
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  plausible: PlausibleValues,
): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]): [string, Arbitrary<unknown>] => [
    name,
    valueOf(schema, name, plausible),
  ])
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}
