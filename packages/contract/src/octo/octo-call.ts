import type { GenericSchema, InferOutput } from 'valibot'

type Schema = GenericSchema

/**
 * One HTTP call of a reseller, as the standard OCTO 1.0 has it (docs/resellers.md). It carries the key of the reseller, as
 * `Authorization: Bearer`, and is not a part of the API of the store's own pages. `path` holds its parameters in braces, and
 * answers with and without a slash behind it.
 */
export interface OctoCall<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: Path
  readonly query?: Query
  readonly body?: Body
  readonly response: Response
}

/** Declares a call; exists so that the literal types of the path and the schemas are kept. */
export function octoCall<
  const Path extends string,
  Response extends Schema,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(definition: OctoCall<Path, Query, Body, Response>): OctoCall<Path, Query, Body, Response> {
  return definition
}

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

type QueryOf<C> = C extends { readonly query?: infer Q extends Schema } ? Q : never
type BodyOf<C> = C extends { readonly body?: infer B extends Schema } ? B : never

/** The arguments that a handler receives, already parsed. */
export interface OctoReceived<C extends OctoCall> {
  readonly params: { readonly [Name in ParamName<C['path']>]: string }
  readonly query: [QueryOf<C>] extends [never] ? undefined : InferOutput<QueryOf<C>>
  readonly body: [BodyOf<C>] extends [never] ? undefined : InferOutput<BodyOf<C>>
}

/** The body of a success on the wire. */
export type OctoAnswer<C extends OctoCall> = InferOutput<C['response']>
