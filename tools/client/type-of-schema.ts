import type { JsonSchema } from '@valibot/to-json-schema'

type Part = JsonSchema | boolean

/** Lists of a request may be anybody's; those of an answer belong to the caller. */
export type ListType = 'Array' | 'ReadonlyArray'

/** The type of TypeScript that a schema of the OpenAPI document allows. */
export function typeOf(part: Part | undefined, list: ListType): string {
  if (part === undefined || typeof part === 'boolean') return 'unknown'
  const { anyOf, oneOf, enum: values, const: only } = part
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return union(values.map(value => JSON.stringify(value)))
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return union(choices.map(choice => typeOf(choice, list)))
  switch (part.type) {
    case 'array':
      return listOf(part, list)
    case 'object':
      return objectOf(part, list)
    case 'string':
    case 'boolean':
    case 'null':
      return part.type
    case 'number':
    case 'integer':
      return 'number'
    case undefined:
    default:
      return 'unknown'
  }
}

function listOf({ items, prefixItems }: JsonSchema, list: ListType): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(item => typeOf(item, list)).join(', ')}]`
  return `${list}<${Array.isArray(items) ? union(items.map(item => typeOf(item, list))) : typeOf(items, list)}>`
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema, list: ListType): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, list) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  const fields = Object.entries(properties).map(([name, part]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${commentOf(part)}readonly ${JSON.stringify(name)}${mark}: ${typeOf(part, list)}`
  })
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n}`
}

function commentOf(part: Part): string {
  if (typeof part === 'boolean' || part.description === undefined) return ''
  return `/** ${part.description.replaceAll('*/', '* /')} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
