import type { Permission } from '@kippu/domain/staff/permission'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'

import type { ConsoleError } from './console-errors.ts'
import type { DeskRefusal } from './desk-refusals.ts'

type Schema = GenericSchema

/** `anybody`: somebody who is not signed in yet. A permission is that of the verb behind the call. */
type Who = 'anybody' | 'signed in' | Permission

/**
 * One HTTP call of the staff's console: everything that the server and the console must agree on. It answers at the host of the
 * console alone. `path` holds its parameters in braces: `/console/v1/sites/{site}/today`.
 */
export interface StaffCall<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  By extends Who = Who,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: Path
  readonly who: By
  /** The passkey must have been shown within the last five minutes. */
  readonly fresh?: true
  /** It takes an `Idempotency-Key`, by which it is done once however often it is sent. */
  readonly repeatable?: true
  /** Its body is the bytes of a file, sent as they are; it may take its time. */
  readonly upload?: true
  /** It answers with server-sent events, and the data of each is a response. */
  readonly live?: true
  readonly query?: Query
  readonly body?: Body
  readonly response: Response
}

/** Declares a call; exists so that the literal types of the path and the schemas are kept. */
export function staffCall<
  const Path extends string,
  Response extends Schema,
  const By extends Who,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(definition: StaffCall<Path, Query, Body, Response, By>): StaffCall<Path, Query, Body, Response, By> {
  return definition
}

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

type QueryOf<C> = C extends { readonly query?: infer Q extends Schema } ? Q : never
type BodyOf<C> = C extends { readonly body?: infer B extends Schema } ? B : never

/** The arguments that the console passes: only the parts that the call has. */
export type StaffArguments<C extends StaffCall> = ([ParamName<C['path']>] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in ParamName<C['path']>]: string } }) &
  ([QueryOf<C>] extends [never] ? unknown : { readonly query: InferInput<QueryOf<C>> }) &
  ([BodyOf<C>] extends [never] ? unknown : { readonly body: InferInput<BodyOf<C>> })

/** The arguments that a handler on the server receives, already parsed. */
export interface StaffReceived<C extends StaffCall> {
  readonly params: { readonly [Name in ParamName<C['path']>]: string }
  readonly query: [QueryOf<C>] extends [never] ? undefined : InferOutput<QueryOf<C>>
  readonly body: [BodyOf<C>] extends [never] ? undefined : InferOutput<BodyOf<C>>
}

/** The body of a success on the wire. */
export type StaffAnswer<C extends StaffCall> = InferOutput<C['response']>

/** The body of a refusal on the wire. */
export interface StaffFailure {
  readonly error: ConsoleError
  /** The reason of `refused`. */
  readonly why?: DeskRefusal
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly rule: string }>
  /** Another person's version of each thing, with who and when: for `changed meanwhile`. */
  readonly conflicts?: readonly ConflictShown[]
  /** The times for which it was refused. */
  readonly times?: readonly RefusedTime[]
}

/** A time of the calendar that stands in the way of a change. */
export interface RefusedTime {
  readonly id: number
  /** `yyyy-MM-dd HH:mm`; null where the time is gone. */
  readonly at: string | null
  /** It is another one than was seen: as it is now, and who changed it when, as far as the log knows. */
  readonly now?: { readonly capacity: number; readonly is_stopped: boolean }
  readonly by?: { readonly staff: string; readonly at: string }
  /** It can't have fewer units. */
  readonly least?: number
  /** It can't have more. */
  readonly most?: number
}

export interface ConflictShown {
  readonly field: string
  readonly theirs: unknown
  readonly by: string
  readonly at: string
}
