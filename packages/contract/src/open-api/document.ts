import type { JsonSchema } from '@valibot/to-json-schema'

import type { Call } from '../call.ts'
import { CALLS, PARTS } from '../calls.ts'
import { COMMON_ERRORS, type ErrorCode, statusOf } from '../errors.ts'
import { failureBody } from '../failure-body.ts'
import { ERROR_MEANINGS } from './error-meanings.ts'
import { exampleOf } from './examples.ts'
import { ABOUT, TAGS } from './about.ts'
import { type NamedSchemas, namedSchemas } from './named-schemas.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Response } from './open-api.ts'
import { meaningOfParameter } from './path-parameters.ts'

/**
 * The HTTP interface as a document, made from the same values that serve it, so that they never differ.
 * @param origin Where it is served: of the site that is asked, or an example in a file.
 */
export function openApiDocument(origin: string): OpenApiDocument {
  const named = namedSchemas()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [tag, calls] of Object.entries<Readonly<Record<string, Call>>>(PARTS))
    for (const [name, call] of Object.entries(calls))
      paths[call.path] = {
        ...paths[call.path],
        [call.method.toLowerCase()]: operationOf(named, tag, name, call),
      }
  named.jsonOf(failureBody)
  return {
    openapi: '3.1.0',
    info: ABOUT,
    servers: [
      { url: origin, description: 'The site that the calls are about: each site has a host of its own.' },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      examples: Object.fromEntries(refusalsOf(CALLS).map(code => [slugOf(code), exampleOfRefusal(code)])),
      schemas: named.schemas,
      securitySchemes: {
        device: { type: 'http', scheme: 'bearer', description: 'The key of an enrolled device of a gate.' },
        signage: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signage-Key',
          description: 'The key that the displays of a deployment share.',
        },
      },
    },
  }
}

function operationOf(named: NamedSchemas, tag: string, name: string, call: Call): Operation {
  const parameters = [
    ...pathParameters(name, call.path),
    ...queryParameters(named, call),
    ...(call.repeatable === true ? [IDEMPOTENCY_KEY] : []),
  ]
  const example = exampleOf(name)
  return {
    operationId: name,
    summary: call.summary,
    description: call.description,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: { required: true, content: json(named.jsonOf(call.body), example.request) },
    }),
    security: securityOf(call),
    responses: { ...successOf(named, call, example.response), ...failuresOf(call) },
  }
}

/** Calls that anybody may make say so: a token in the path is the right to what it names. */
function securityOf({ device, signage }: Call): Operation['security'] {
  if (device === true) return [{ device: [] }]
  return signage === true ? [{ signage: [] }] : []
}

function pathParameters(call: string, path: string): Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: meaningOfParameter(call, name),
    schema: { type: 'string' },
  }))
}

function queryParameters({ jsonOf }: NamedSchemas, { query }: Call): Parameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = jsonOf(query)
  return Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const { description = '', ...schema } = property
    return [{ name, in: 'query', required: required.includes(name), description, schema }]
  })
}

function successOf(
  { jsonOf }: NamedSchemas,
  { status, response, revalidated }: Call,
  example: unknown,
): Record<string, Response> {
  if (status === 204) return { '204': { description: 'Done; there is no body.' } }
  const description = status === 201 ? 'Created.' : 'Success.'
  const content = json(jsonOf(response), example)
  return {
    [status]: { description, content, ...(revalidated === true && { headers: { ETag: ETAG } }) },
    ...(revalidated === true && { '304': { description: 'Still the same as the ETag of `If-None-Match`.' } }),
  }
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made up for one thing that is wanted, from 128 random bits or more: a UUID. For 24 hours the same key with the same request gets the same answer, and nothing is held or paid twice. Whoever has the key gets the answer, so it is a secret.',
  schema: {
    type: 'string',
    minLength: 22,
    maxLength: 100,
    examples: ['5e2f2c1e-1ad5-4a53-9f42-8a2d0f1f5c1b'],
  },
}

type Header = NonNullable<Response['headers']>[string]

const ETAG: Header = {
  description: 'Of this answer, to be sent as `If-None-Match`.',
  schema: { type: 'string' },
}

const RETRY_AFTER: Header = {
  description: 'Whole seconds until the same request may be answered otherwise.',
  schema: { type: 'integer', minimum: 0, examples: [2] },
}

/** One response for each status, naming the codes that come with it. */
function failuresOf({ errors }: Call): Record<string, Response> {
  const codes = new Set<ErrorCode>([...errors, ...COMMON_ERRORS])
  const byStatus = Object.groupBy(codes, statusOf)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const only: JsonSchema = {
        properties: { error: { enum: [...group], description: 'One of the codes of this status.' } },
        required: ['error'],
      }
      const schema: JsonSchema = { allOf: [{ $ref: '#/components/schemas/Failure' }, only] }
      const examples = Object.fromEntries(
        group.map(code => [slugOf(code), { $ref: `#/components/examples/${slugOf(code)}` }]),
      )
      return [
        status,
        {
          description: group.map(code => `- \`${code}\`: ${ERROR_MEANINGS[code]}`).join('\n'),
          ...(WAITING_STATUSES.includes(Number(status)) && { headers: { 'Retry-After': RETRY_AFTER } }),
          content: { 'application/json': { schema, examples } },
        },
      ]
    }),
  )
}

function refusalsOf(calls: Readonly<Record<string, Call>>): readonly ErrorCode[] {
  return [...new Set([...COMMON_ERRORS, ...Object.values(calls).flatMap(({ errors }) => errors)])]
}

function exampleOfRefusal(code: ErrorCode): { readonly summary: string; readonly value: unknown } {
  const seconds = WAITING_STATUSES.includes(statusOf(code)) ? { retry_after: 2 } : {}
  return { summary: ERROR_MEANINGS[code], value: { error: code, ...seconds } }
}

/** Statuses whose answers say when to try again. */
const WAITING_STATUSES: readonly number[] = [409, 429, 503]

/** A name of an example has letters, digits and hyphens alone. */
function slugOf(code: ErrorCode): string {
  return code.replaceAll(/[^A-Za-z0-9]+/g, '-')
}

function json(schema: JsonSchema, example: unknown): Content {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
