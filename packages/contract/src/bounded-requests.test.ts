import type { GenericSchema } from 'valibot'
import { expect, test } from 'vitest'

import type { Call } from './call.ts'
import { CALLS } from './calls.ts'

interface Part {
  readonly type: string
  readonly pipe?: readonly Part[]
  readonly entries?: Readonly<Record<string, Part>>
  readonly item?: Part
  readonly items?: readonly Part[]
  readonly options?: readonly Part[]
  readonly wrapped?: Part
  readonly key?: Part
  readonly value?: Part
  readonly requirement?: unknown
}

/** Types of schemas that hold no text of a stranger: few values, or none. */
const CLOSED = new Set(['number', 'boolean', 'literal', 'picklist', 'undefined', 'null'])

/** Actions after which a text is as long as they say. */
const isBound = ({ type, requirement }: Part): boolean =>
  type === 'max_length' ||
  type === 'uuid' ||
  (type === 'regex' &&
    requirement instanceof RegExp &&
    /^\^(?!.*(?:[^\\][*+]|\{\d+,\})).*\$$/.test(requirement.source))

/** A pipe may begin with another one, whose actions count too. */
function actionsOf({ pipe = [] }: Part): readonly Part[] {
  return pipe.flatMap(item => (item.pipe === undefined ? [item] : actionsOf(item)))
}

/** Where a request may be of any length: texts and lists without a bound. One of several has that of all. */
function unbounded(part: Part, place: string, isBounded = false): string[] {
  const { type } = part
  if (CLOSED.has(type)) return []
  const has = isBounded || actionsOf(part).some(isBound)
  const own = (type === 'string' || type === 'array') && !has ? [`${place}: ${type}`] : []
  const parts: ReadonlyArray<readonly [string, Part]> = [
    ...Object.entries(part.entries ?? {}),
    ...(part.items ?? []).map((one, index) => [String(index), one] as const),
    ...(part.item === undefined ? [] : [['[]', part.item] as const]),
    ...(type === 'record' && part.key !== undefined && part.value !== undefined
      ? [['key', part.key] as const, ['value', part.value] as const]
      : []),
  ]
  const same = [...(part.options ?? []), ...(part.wrapped === undefined ? [] : [part.wrapped])]
  if (parts.length + same.length === 0 && type !== 'string') return [`${place}: ${type} is not known`]
  return [
    ...own,
    ...same.flatMap(one => unbounded(one, place, has)),
    ...parts.flatMap(([name, one]) => unbounded(one, `${place}.${name}`)),
  ]
}

const partOf = (schema: GenericSchema): Part => schema as unknown as Part

test('S-15.05: every text and every list of a request has a bound', () => {
  const found = Object.values<Call>(CALLS).flatMap(({ method, path, query, body }) => [
    ...(query === undefined ? [] : unbounded(partOf(query), `${method} ${path} query`)),
    ...(body === undefined ? [] : unbounded(partOf(body), `${method} ${path} body`)),
  ])
  expect(found).toEqual([])
})
