import type { OpenApiDocument, Operation } from '@kippu/contract/open-api/open-api'
import type { JsonSchema } from '@valibot/to-json-schema'

import { commentOf, typeOf } from './type-of-schema.ts'

/** The source of the typed client's calls, made of the OpenAPI document alone. */
export function clientSource({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const common = commonCodes(operations.map(({ operation }) => operation))
  return [
    '// Written by tools/pages/write-client.ts from the OpenAPI document: change the contract instead.',
    ...Object.entries(components.schemas).map(namedType),
    `/** Refusals that any call may get. */\nexport type CommonCode = ${unionOf(common)}`,
    `/** What each call takes, and what it answers. */\nexport interface Calls {\n${operations.map(({ operation }) => callOf(operation, common)).join('\n')}\n}`,
    `/** Where each call goes. */\nexport const ROUTES = {\n${operations.map(routeOf).join('\n')}\n} as const`,
    '',
  ].join('\n\n')
}

function namedType([name, schema]: [string, JsonSchema]): string {
  return `${commentOf(schema.description)}export type ${name} = ${typeOf(schema)}`
}

function commonCodes([first, ...others]: readonly Operation[]): readonly string[] {
  if (first === undefined) return []
  return codesOf(first).filter(code => others.every(other => codesOf(other).includes(code)))
}

function unionOf(codes: readonly string[]): string {
  return codes.map(code => JSON.stringify(code)).join(' | ')
}

function callOf(operation: Operation, common: readonly string[]): string {
  const { operationId, description, requestBody, responses } = operation
  const parts = [
    parametersOf(operation, 'path', 'params'),
    parametersOf(operation, 'query', 'query'),
    ...(requestBody === undefined ? [] : [`readonly body: ${typeOf(schemaOf(requestBody.content))}`]),
  ].filter(part => part !== '')
  const answers = Object.entries(responses).filter(([status]) => status === '200' || status === '201')
  const answer = answers.map(([, { content }]) => typeOf(schemaOf(content)))[0] ?? 'undefined'
  const own = codesOf(operation).filter(code => !common.includes(code))
  return [
    `${commentOf(description)}readonly ${operationId}: {`,
    `readonly args: { ${parts.join('; ')} }`,
    `readonly answer: ${answer}`,
    `readonly code: ${[...(own.length > 0 ? [unionOf(own)] : []), 'CommonCode'].join(' | ')}`,
    '}',
  ].join('\n')
}

function parametersOf({ parameters = [] }: Operation, place: 'path' | 'query', name: string): string {
  const of = parameters.filter(parameter => parameter.in === place)
  if (of.length === 0) return ''
  const fields = of.map(
    parameter =>
      `${commentOf(parameter.description)}readonly ${parameter.name}${parameter.required ? '' : '?'}: ${typeOf(parameter.schema)}`,
  )
  const isNeeded = of.some(({ required }) => required)
  return `readonly ${name}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`
}

function routeOf({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const repeatable = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key')
  return `${operation.operationId}: { method: '${method}', path: '${path}', takesKey: ${repeatable} },`
}

function schemaOf(content: Operation['responses'][string]['content']): JsonSchema | undefined {
  return content?.['application/json'].schema
}

function codesOf({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => codesOfStatus(schemaOf(content)))
}

/** The codes of a status: the second half of what its answers are. */
function codesOfStatus(schema: JsonSchema | undefined): string[] {
  const [, only] = schema?.allOf ?? []
  const error = typeof only === 'object' ? only.properties?.['error'] : undefined
  const codes = typeof error === 'object' ? (error.enum ?? []) : []
  return codes.filter(code => typeof code === 'string')
}
