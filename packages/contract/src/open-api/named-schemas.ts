import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export interface NamedSchemas {
  /** Those with a title, by it, as far as they were met. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /**
   * A schema as JSON Schema, with references to those that have a title. Rules that JSON Schema cannot express, such as
   * "a day that exists", are left out.
   */
  readonly jsonOf: (schema: GenericSchema) => JsonSchema
}

/** The parts of a pipe before a title belong to the schema of that name, and those behind it to the place that refers to it. */
export function namedSchemas(): NamedSchemas {
  const schemas: Record<string, JsonSchema> = {}

  function referTo(name: string, titled: JsonSchema): JsonSchema {
    const { title: _, ...schema } = titled
    const known = schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}`)
    schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  function jsonOf(schema: GenericSchema): JsonSchema {
    const { $schema: _, ...rest } = toJsonSchema(schema, {
      target: 'draft-2020-12',
      typeMode: 'input',
      errorMode: 'ignore',
      overrideAction: ({ valibotAction, jsonSchema }) => {
        if (valibotAction.type === 'title') return referTo(jsonSchema.title ?? '', jsonSchema)
        return lengthsOfLists(valibotAction.type, jsonSchema)
      },
    })
    return rest
  }
  return { schemas, jsonOf }
}

/**
 * The converter takes a union for a text, whose lengths are not those of lists. The most kinds that are asked for is a rule of what a list of ids becomes,
 * and not of the list.
 */
function lengthsOfLists(action: string, schema: JsonSchema): JsonSchema | undefined {
  const { minLength, maxLength: _, ...rest } = schema
  if (schema.anyOf === undefined || (action !== 'min_length' && action !== 'max_length')) return undefined
  return { ...rest, ...(minLength !== undefined && { minItems: minLength }) }
}
