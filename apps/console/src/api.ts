import { type ConsoleError, isConsoleError } from '@kippu/contract/console/console-errors'
import type { StaffAnswer, StaffArguments, StaffCall, StaffFailure } from '@kippu/contract/console/staff-call'
import * as v from 'valibot'

/** How long the console waits for an answer, in ms. */
const PATIENCE_MS = 15_000

/** A refusal of the catalogue. */
export class StaffError extends Error {
  override readonly name = 'StaffError'
  readonly code: ConsoleError
  readonly fields: NonNullable<StaffFailure['fields']>

  constructor({ error, fields }: StaffFailure) {
    super(error)
    this.code = error
    this.fields = fields ?? []
  }
}

/** No answer came, or one that is not of the console. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/** Makes one call of the contract. @throws StaffError for a refusal, NoAnswer where none came. */
export async function callStaff<C extends StaffCall>(
  call: C,
  parts: StaffArguments<C>,
): Promise<StaffAnswer<C>>
export async function callStaff(call: StaffCall, { params = {}, query, body }: Parts): Promise<unknown> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const response = await answerOf(`${path}${queryText(query)}`, {
    method: call.method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return v.parse(call.response, answer)
  throw isFailure(answer) ? new StaffError(answer) : new NoAnswer(`status ${response.status}`)
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new NoAnswer('the store could not be reached', { cause: error })
  }
}

function queryText(query: unknown): string {
  const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function isFailure(answer: unknown): answer is StaffFailure {
  return typeof answer === 'object' && answer !== null && 'error' in answer && isConsoleError(answer.error)
}
