import type { GenericSchema, InferInput, InferOutput } from 'valibot'

import type { COMMON_ERRORS, ErrorCode } from './errors.ts'

type Schema = GenericSchema
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One HTTP call: everything the server and the browser must agree on. No other file writes a URL, a status
 * or an error string. `path` holds its parameters in braces: `/api/v1/orders/{token}`.
 */
export interface Call<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Code extends ErrorCode = ErrorCode,
> {
  readonly method: Method
  readonly path: Path
  readonly summary: string
  /** What it does, for developers of clients. The web build drops it, and the summary. */
  readonly description: string
  readonly query?: Query
  readonly body?: Body
  readonly response: Response
  /** Status of a success (D-58): 201 when something is created, 204 without a body, otherwise 200. */
  readonly status: 200 | 201 | 204
  /** Every refusal of the catalogue that a handler of this call may answer with. */
  readonly errors: readonly Code[]
  /** How long the browser waits, in seconds (D-51). Default 60. */
  readonly timeoutSeconds?: number
  /** Statuses that the browser ignores silently: step 4 of the failure handler. */
  readonly ignoredStatuses?: readonly number[]
  /** The browser shows nothing, whatever the answer: step 1 of the failure handler. */
  readonly silent?: boolean
  /** 3-D Secure and confirm-checkout calls go through step 2 of the failure handler (D-09). */
  readonly confirmsPayment?: boolean
  /** Money goes back before the answer: step 2 decides where `critical refund error` leads, and nothing else (D-73). */
  readonly givesBack?: boolean
  /**
   * The same for everybody who asks the same of a site: the browser may keep the answer and revalidate it with its ETag
   * (S-15.07), and the server sends the bytes that it made for another.
   */
  readonly revalidated?: boolean
  /** It holds or pays: sent with an `Idempotency-Key`, it is done once however often it arrives (decision 78). */
  readonly repeatable?: boolean
  /** Of the staff's gate: it carries the key of an enrolled device, as `Authorization: Bearer`. */
  readonly device?: boolean
  /** Of a display of the house: it carries the signage key of the deployment, as `X-Signage-Key` (S-12.03). */
  readonly signage?: boolean
}

/** Declares a call; exists so that the literal types of path and error codes are kept. */
export function call<
  const Path extends string,
  Response extends Schema,
  const Code extends ErrorCode,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(definition: Call<Path, Query, Body, Response, Code>): Call<Path, Query, Body, Response, Code> {
  return definition
}

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The parameter names in the braces of the path, each a string. */
export type ParamsOf<C extends Call> = { readonly [Name in ParamName<C['path']>]: string }

type InputOf<S> = S extends Schema ? InferInput<S> : undefined
type OutputOf<S> = S extends Schema ? InferOutput<S> : undefined

type QueryOf<C> = C extends { readonly query?: infer Q } ? Exclude<Q, undefined> : never
type BodyOf<C> = C extends { readonly body?: infer B } ? Exclude<B, undefined> : never

/** The arguments the browser passes to make the call: only the parts that the call has. */
export type Arguments<C extends Call> = ([ParamName<C['path']>] extends [never]
  ? unknown
  : { readonly params: ParamsOf<C> }) &
  ([QueryOf<C>] extends [never] ? unknown : { readonly query: InputOf<QueryOf<C>> }) &
  ([BodyOf<C>] extends [never] ? unknown : { readonly body: InputOf<BodyOf<C>> })

/** The arguments a handler on the server receives, already parsed. */
export interface Received<C extends Call> {
  readonly params: ParamsOf<C>
  readonly query: [QueryOf<C>] extends [never] ? undefined : OutputOf<QueryOf<C>>
  readonly body: [BodyOf<C>] extends [never] ? undefined : OutputOf<BodyOf<C>>
}

/** The body of a success on the wire. */
export type Answer<C extends Call> = InferOutput<C['response']>

/** The codes a handler of this call may refuse with: its own, and those that any call may get. */
export type RefusalOf<C extends Call> = C['errors'][number] | (typeof COMMON_ERRORS)[number]

/** Seconds the browser waits for an answer (D-51, R-9.11–12). */
export const DEFAULT_TIMEOUT_SECONDS = 60
/** Checkout and 3-D Secure calls may take four minutes. */
export const PAYMENT_TIMEOUT_SECONDS = 240
