import { describe, expect, test } from 'vitest'

import type { Call } from '../call.ts'
import { CALLS } from '../calls.ts'
import { COMMON_ERRORS, statusOf } from '../errors.ts'
import { openApiDocument } from './document.ts'
import { namesOfField } from './describe.ts'
import { FIELDS } from './fields.ts'
import type { OpenApiDocument } from './open-api.ts'

const document = openApiDocument('https://tickets.example')

describe('the OpenAPI document', () => {
  test.each(Object.entries(CALLS))(
    'describes %s with its parameters, success and every refusal',
    (name, call) => {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, summary: call.summary })
      const inPath = operation?.parameters
        ?.filter(parameter => parameter.in === 'path')
        .map(parameter => parameter.name)
      expect(inPath ?? []).toEqual(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, param]) => param))
      expect(operation?.responses).toHaveProperty(String(call.status))
      for (const code of [...call.errors, ...COMMON_ERRORS]) {
        const { content } = operation!.responses[statusOf(code)]!
        expect(JSON.stringify(content)).toContain(JSON.stringify(code))
      }
    },
  )

  test.each(Object.values<Call>(CALLS).map(call => [call.summary, call] as const))(
    'says of "%s" whether a device of the gate or a display must prove who it is',
    (_, call) => {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()]
      const schemes = (['device', 'signage'] as const).filter(name => call[name] === true)
      expect(operation?.security).toEqual(schemes.map(name => ({ [name]: [] })))
      expect(document.components.securitySchemes['signage']).toMatchObject({ name: 'X-Signage-Key' })
      expect(document.components.securitySchemes['device']).toMatchObject({ type: 'http', scheme: 'bearer' })
    },
  )

  test('describes queries and bodies', () => {
    const search = document.paths['/api/v1/products/search']?.['get']
    const names = search?.parameters?.map(({ name, required }) => [name, required])
    expect(names).toEqual([
      ['from', true],
      ['to', true],
      ['lang', false],
      ['product_uuid', false],
      ['product_type', false],
    ])
    const order = document.paths['/api/v1/orders']?.['post']?.requestBody?.content['application/json'].schema
    expect(order).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['lang', 'product_uuid', 'time_span_id', 'quantity', 'option_values'],
    })
    const kinds = order?.properties?.['option_values']
    expect(kinds).toMatchObject({
      minItems: 1,
      anyOf: [{ type: 'array' }, { type: 'array', maxItems: 1000 }],
    })
    expect(kinds).not.toHaveProperty('maxLength')
  })

  test('says of every field, parameter, operation and answer what it means', () => {
    const told = partsOf(document)
    expect(told.filter(({ description }) => description === undefined || description === '')).toEqual([])
    const used = new Set(told.flatMap(({ names }) => names.find(name => name in FIELDS) ?? []))
    expect(Object.keys(FIELDS).filter(name => !used.has(name))).toEqual([])
  })

  test('takes a key of every call that holds or pays, and of no other', () => {
    const repeatable = Object.values(document.paths)
      .flatMap(methods => Object.values(methods))
      .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    expect(repeatable.map(({ operationId }) => operationId).toSorted()).toEqual([
      'checkout',
      'checkoutSpotOrder',
      'checkoutTimeChange',
      'createOrder',
      'createSpotOrder',
      'createTimeChange',
    ])
    for (const { responses } of repeatable) expect(responses).toMatchObject({ '409': {}, '422': {} })
  })

  test('says when a refused call may be tried again', () => {
    for (const operations of Object.values(document.paths))
      for (const { responses } of Object.values(operations))
        for (const status of ['429', '503']) expect(responses[status]?.headers).toHaveProperty('Retry-After')
  })

  test('is unchanged by JSON and back: nothing is undefined', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document)
  })
})

interface Part {
  readonly where: string
  /** Names under which it may be told of. */
  readonly names: readonly string[]
  readonly description: string | undefined
}

/** Everything of the document that has to say what it means. */
function partsOf({ paths, components }: OpenApiDocument): Part[] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  return [
    ...fieldsOf('Failure', undefined, components.schemas['Failure']),
    ...operations.flatMap(operation => {
      const { operationId: id, description, parameters = [], requestBody, responses } = operation
      const answers = Object.entries(responses)
      return [
        { where: id, names: [], description },
        ...parameters.map(({ name, in: place, description: meaning }) => ({
          where: `${id} ${place} ${name}`,
          names: namesOfField(id, undefined, `${place}:${name}`),
          description: meaning,
        })),
        ...fieldsOf(id, undefined, requestBody?.content['application/json'].schema),
        ...answers.map(([status, answer]) => ({
          where: `${id} ${status}`,
          names: [],
          description: answer.description,
        })),
        ...answers
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, { content }]) => fieldsOf(id, undefined, content?.['application/json'].schema)),
      ]
    }),
  ]
}

function fieldsOf(owner: string, parent: string | undefined, schema: unknown): Part[] {
  if (Array.isArray(schema)) return schema.flatMap(part => fieldsOf(owner, parent, part))
  if (!isRecord(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties' || !isRecord(value)) return fieldsOf(owner, parent, value)
    return Object.entries(value).flatMap(([name, field]) => [
      {
        where: `${owner} ${parent ?? ''}.${name}`,
        names: namesOfField(owner, parent, name),
        description:
          isRecord(field) && typeof field['description'] === 'string' ? field['description'] : undefined,
      },
      ...fieldsOf(owner, name, field),
    ])
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
