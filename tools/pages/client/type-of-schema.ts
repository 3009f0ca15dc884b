import type { JsonSchema } from '@valibot/to-json-schema'

type Part = JsonSchema | boolean

/** The type of TypeScript that a schema of the OpenAPI document allows. */
export function typeOf(part: Part | undefined): string {
  if (part === undefined || typeof part === 'boolean') return 'unknown'
  const { $ref, anyOf, oneOf, enum: values, const: only } = part
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return union(values.map(value => JSON.stringify(value)))
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return union(choices.map(typeOf))
  switch (part.type) {
    case 'array':
      return listOf(part)
    case 'object':
      return objectOf(part)
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

export function commentOf(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`
}

function listOf({ items, prefixItems }: JsonSchema): string {
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(typeOf).join(', ')}]`
  return `ReadonlyArray<${Array.isArray(items) ? union(items.map(typeOf)) : typeOf(items)}>`
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  const fields = Object.entries(properties).map(([name, part]) => {
    const mark = required.includes(name) ? '' : '?'
    const comment = typeof part === 'boolean' ? '' : commentOf(part.description)
    return `${comment}readonly ${name}${mark}: ${typeOf(part)}`
  })
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n}`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
