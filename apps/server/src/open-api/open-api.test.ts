import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { COMMON_ERRORS, statusOf } from '@kippu/contract/errors'
import { describe, expect, test } from 'vitest'

import { openApiDocument } from './document.ts'

const document = openApiDocument()

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
      expect(operation?.security ?? []).toEqual(schemes.map(name => ({ [name]: [] })))
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
  })

  test('is unchanged by JSON and back: nothing is undefined', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document)
  })
})
