import type { JsonSchema } from '@valibot/to-json-schema'

import { FIELDS } from './fields.ts'

type Part = JsonSchema | boolean

/** The schema with what each of its fields means. `owner` is the call, or the component, that has it. */
export function describedBy(owner: string, schema: JsonSchema): JsonSchema {
  return inside(owner, undefined, schema)
}

/** The names under which a field may be told of, the most exact first. */
export function namesOfField(owner: string, parent: string | undefined, field: string): string[] {
  const own = [`${owner}:${field}`, field]
  return parent === undefined ? own : [`${owner}:${parent}.${field}`, `${parent}.${field}`, ...own]
}

function inside(owner: string, parent: string | undefined, schema: JsonSchema): JsonSchema {
  const { properties, items, prefixItems, anyOf, oneOf, allOf } = schema
  const walk = (part: Part): Part => (typeof part === 'boolean' ? part : inside(owner, parent, part))
  return {
    ...schema,
    ...(properties && { properties: describedFields(owner, parent, properties) }),
    ...(items !== undefined && { items: Array.isArray(items) ? items.map(walk) : walk(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(walk) }),
    ...(anyOf && { anyOf: anyOf.map(walk) }),
    ...(oneOf && { oneOf: oneOf.map(walk) }),
    ...(allOf && { allOf: allOf.map(walk) }),
  }
}

function describedFields(
  owner: string,
  parent: string | undefined,
  properties: Readonly<Record<string, Part>>,
): Record<string, Part> {
  const described = Object.entries(properties).map(([field, part]): [string, Part] => {
    if (typeof part === 'boolean') return [field, part]
    const schema = inside(owner, field, part)
    const meaning = namesOfField(owner, parent, field)
      .map(name => FIELDS[name])
      .find(text => text !== undefined)
    // What its shape says is no meaning, so that a field nobody has told of has no description, and a test finds it.
    if (meaning === undefined) return [field, { ...schema, description: undefined }]
    return [field, { ...schema, description: [meaning, part.description].filter(Boolean).join(' ') }]
  })
  return Object.fromEntries(described)
}
