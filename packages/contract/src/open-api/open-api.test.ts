import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import type { Call } from '../call.ts'
import { CALLS } from '../calls.ts'
import { COMMON_ERRORS, statusOf } from '../errors.ts'
import { openApiDocument } from './document.ts'
import { namedSchemas } from './named-schemas.ts'
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
    expect(order).toEqual({ $ref: '#/components/schemas/OrderRequest' })
    const request = document.components.schemas['OrderRequest']
    expect(request).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['lang', 'product_uuid', 'time_span_id', 'quantity', 'option_values'],
    })
    const kinds = request?.properties?.['option_values']
    expect(kinds).toMatchObject({
      minItems: 1,
      anyOf: [{ type: 'array' }, { type: 'array', maxItems: 1000 }],
    })
    expect(kinds).not.toHaveProperty('maxLength')
  })

  test('says of every field, parameter, operation and answer what it means', () => {
    const untold = partsOf(document).filter(
      ([, description]) => description === undefined || description === '',
    )
    expect(untold).toEqual([])
  })

  test('would find a field that says what shape it has, and not what it means', () => {
    const shape = v.pipe(v.number(), v.description('Whole yen.'), v.title('Yen'))
    const kind = v.pipe(v.picklist(['a', 'b']), v.description('What kind it is.'), v.title('Kind'))
    const told = v.pipe(shape, v.description('What it costs.'))
    const { jsonOf, schemas } = namedSchemas()
    const body = v.pipe(v.object({ kind, told, untold: shape }), v.title('Body'))
    expect(jsonOf(v.array(body))).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Body' } })
    expect(fieldsOf('Body', schemas['Body'], schemas)).toEqual([
      ['Body.kind', 'What kind it is.'],
      ['Body.told', 'What it costs.'],
      ['Body.untold', undefined],
    ])
  })

  test('has no two schemas of one name', () => {
    const { jsonOf } = namedSchemas()
    const named = (inner: v.GenericSchema) => v.pipe(inner, v.title('Name'))
    jsonOf(named(v.string()))
    jsonOf(named(v.string()))
    expect(() => jsonOf(named(v.number()))).toThrow('two schemas are named Name')
  })

  test('takes a key of every call that holds or pays, and of no other', () => {
    const repeatable = Object.values(document.paths)
      .flatMap(methods => Object.values(methods))
      .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    expect(repeatable.map(({ operationId }) => operationId).toSorted()).toEqual([
      'checkout',
      'checkoutBySheet',
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

/** A place of the document that has to say what it means, and what it says. */
type Part = readonly [where: string, description: string | undefined]
type Schemas = OpenApiDocument['components']['schemas']

function partsOf({ paths, components: { schemas } }: OpenApiDocument): Part[] {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(name, schema, schemas)),
    ...operations.flatMap((operation): Part[] => {
      const { operationId: id, description, parameters = [], requestBody, responses } = operation
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
      return [
        [id, description],
        ...parameters.map(({ name, description: meaning }): Part => [`${id} ${name}`, meaning]),
        ...contents.flatMap(content => fieldsOf(id, content?.['application/json'].schema, schemas)),
        ...Object.entries(responses).map(([status, answer]): Part => [`${id} ${status}`, answer.description]),
      ]
    }),
  ]
}

/** The fields inside a schema. One with a choice that has a name and a meaning need not say it again; a unit or a format is not a meaning. */
function fieldsOf(where: string, schema: unknown, schemas: Schemas): Part[] {
  if (Array.isArray(schema)) return schema.flatMap(part => fieldsOf(where, part, schemas))
  if (!isRecord(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties' || !isRecord(value)) return fieldsOf(where, value, schemas)
    return Object.entries(value).flatMap(([name, field]): Part[] => [
      [`${where}.${name}`, meaningOf(field, schemas)],
      ...fieldsOf(`${where}.${name}`, field, schemas),
    ])
  })
}

function meaningOf(field: unknown, schemas: Schemas): string | undefined {
  if (!isRecord(field)) return undefined
  const { description, $ref } = field
  if (typeof description === 'string') return description
  const named = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1) ?? ''] : undefined
  return named?.enum === undefined ? undefined : named.description
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
