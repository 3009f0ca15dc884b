import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { COMMON_ERRORS, type ErrorCode, statusOf } from '@kippu/contract/errors'
import { failureBody } from '@kippu/contract/failure-body'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** The parts of OpenAPI 3.1 that the contract needs. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string }

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  /** Schemes of which one is needed; none for a call that anybody may make. */
  readonly security?: ReadonlyArray<Readonly<Record<string, readonly string[]>>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}

interface Response {
  readonly description: string
  readonly content?: Content
}

type Content = Readonly<Record<'application/json', { readonly schema: JsonSchema }>>

/** The HTTP interface as a document, made from the same values that serve it, so that they never differ. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, call] of Object.entries(CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kippu', version: '1' },
    paths,
    components: {
      schemas: { Failure: schemaOf(failureBody) },
      securitySchemes: {
        device: { type: 'http', scheme: 'bearer', description: 'The key of an enrolled device of a gate' },
        signage: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signage-Key',
          description: 'The key that the displays of a deployment share',
        },
      },
    },
  }
}

function operationOf(name: string, call: Call): Operation {
  const parameters = [...pathParameters(call.path), ...queryParameters(call.query)]
  return {
    operationId: name,
    summary: call.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: json(schemaOf(call.body)) } }),
    ...(call.device === true && { security: [{ device: [] }] }),
    ...(call.signage === true && { security: [{ signage: [] }] }),
    responses: { ...successOf(call), ...failuresOf(call) },
  }
}

function pathParameters(path: string): Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: GenericSchema | undefined): Parameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = schemaOf(query)
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean' ? [] : [{ name, in: 'query', required: required.includes(name), schema }],
  )
}

function successOf({ status, response, revalidated }: Call): Record<string, Response> {
  if (status === 204) return { '204': { description: 'Done' } }
  const success = { description: 'Success', content: json(schemaOf(response)) }
  return {
    [status]: success,
    ...(revalidated === true && { '304': { description: 'Still the same as the ETag asked with' } }),
  }
}

/** One response for each status, naming the codes that come with it (D-19). */
function failuresOf({ errors }: Call): Record<string, Response> {
  const codes = new Set<ErrorCode>([...errors, ...COMMON_ERRORS])
  const byStatus = Object.groupBy(codes, statusOf)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const only: JsonSchema = { properties: { error: { enum: [...group] } }, required: ['error'] }
      const schema: JsonSchema = { allOf: [{ $ref: '#/components/schemas/Failure' }, only] }
      return [status, { description: group.join(', '), content: json(schema) }]
    }),
  )
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** Rules that JSON Schema cannot express, such as "a day that exists", are left out. */
function schemaOf(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return rest
}
