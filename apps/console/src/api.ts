import { type ConsoleError, isConsoleError } from '@kippu/contract/console/console-errors'
import type { StaffAnswer, StaffArguments, StaffCall, StaffFailure } from '@kippu/contract/console/staff-call'
import * as v from 'valibot'

/** How long the console waits for an answer, in ms. */
const PATIENCE_MS = 15_000
/** … where it reads a file first. */
const UPLOAD_PATIENCE_MS = 120_000

/** After so long without a press, what a screen asks by itself does not make a session longer, in ms. */
const IDLE_MS = 60_000

let pressedAt = Date.now()
for (const press of ['keydown', 'pointerdown'])
  addEventListener(press, () => (pressedAt = Date.now()), { capture: true })

/** A refusal of the catalogue. */
export class StaffError extends Error {
  override readonly name = 'StaffError'
  readonly code: ConsoleError
  readonly fields: NonNullable<StaffFailure['fields']>
  readonly why: StaffFailure['why']
  readonly times: NonNullable<StaffFailure['times']>
  readonly conflicts: NonNullable<StaffFailure['conflicts']>

  constructor({ error, fields, why, times, conflicts }: StaffFailure) {
    super(error)
    this.code = error
    this.fields = fields ?? []
    this.why = why
    this.times = times ?? []
    this.conflicts = conflicts ?? []
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

/** Makes one call of the contract. @param key of a call that is done once for it. @throws StaffError for a refusal, NoAnswer where none came. */
export async function callStaff<C extends StaffCall>(
  call: C,
  parts: StaffArguments<C>,
  key?: string,
): Promise<StaffAnswer<C>>
export async function callStaff(call: StaffCall, { body, ...where }: Parts, key?: string): Promise<unknown> {
  const isFile = body instanceof Blob
  const response = await answerOf(addressOf(call, where), {
    method: call.method,
    signal: AbortSignal.timeout(call.upload === true ? UPLOAD_PATIENCE_MS : PATIENCE_MS),
    headers: {
      // Names of products come in the language of the reader.
      'accept-language': document.documentElement.lang,
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(Date.now() - pressedAt > IDLE_MS && { 'kippu-idle': '1' }),
    },
    // A file goes from the disk: the browser never holds it.
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return v.parse(call.response, answer)
  throw isFailure(answer) ? new StaffError(answer) : new NoAnswer(`status ${response.status}`)
}

/** Listens to a call that answers by server-sent events. */
export function listenTo(call: StaffCall, where: Omit<Parts, 'body'>): EventSource {
  return new EventSource(addressOf(call, where))
}

/** The address of a call, for what the browser loads itself. */
export function addressOf({ path }: StaffCall, { params = {}, query }: Omit<Parts, 'body'>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `${filled}${queryText(query)}`
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new NoAnswer('the store could not be reached', { cause: error })
  }
}

function queryText(query: unknown): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function isFailure(answer: unknown): answer is StaffFailure {
  return typeof answer === 'object' && answer !== null && 'error' in answer && isConsoleError(answer.error)
}
