import { randomUUID } from 'node:crypto'

import {
  type Answer,
  type Call,
  DEFAULT_TIMEOUT_SECONDS,
  type Received,
  type RefusalOf,
} from '@kippu/contract/call'
import type { ErrorCode } from '@kippu/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { Database } from '../db/database.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { type RequestContext, serveKnown } from '../http/route.ts'
import { seal, unseal } from '../sealing.ts'
import { hashToken, type Tokens } from '../tokens.ts'
import { ANSWERS, rowOf } from './answer-seal.ts'
import { type AskedKey, dropKey, endKey, takeKey, takeKeyOver } from './key-queries.ts'
import { readAnswer, writtenAnswer } from './stored-answer.ts'
import { createUnwrittenKeys, type UnwrittenKeys } from './unwritten-keys.ts'

interface RepeatDeps {
  readonly db: Database
  readonly tokens: Tokens
  readonly log: Logger
}

interface KeyDeps extends RepeatDeps {
  readonly unwritten: UnwrittenKeys
}

/** A call whose refusals have those of a repeated request. */
type RepeatableCall = Call & { readonly repeatable?: boolean }

interface Work<C extends Call> {
  /** @param subject the id that whatever is made is made with. */
  readonly handle: (
    received: Received<C>,
    context: RequestContext,
    subject: string,
  ) => Promise<Answer<C> | Refusal<RefusalOf<C>>>
  /** The answer about what a request that died before it answered has made with this id; without it the work itself finds that. */
  readonly answerAgain?: (subject: string) => Promise<Answer<C> | undefined>
  /** As `serve` has it. */
  readonly limit?: Parameters<typeof serveKnown>[3]
}

/**
 * As `serve`, for a call that holds or pays: with an `Idempotency-Key` it is done once, however often and wherever it arrives, and
 * every request with the key gets the same answer for a day (decision 78).
 */
export function serveRepeatable<C extends RepeatableCall>(
  app: FastifyInstance,
  deps: RepeatDeps,
  call: C,
  { handle, answerAgain, limit = {} }: Work<C>,
): void {
  if (call.repeatable !== true) throw new Error(`${call.path} takes no key`)
  const unwritten = createUnwrittenKeys(deps.log)
  app.addHook('onClose', () => unwritten.stop())
  serveKnown<C, string | undefined>(
    app,
    call,
    {
      identify: async ({ request }) => keyOf(request),
      handle: async (received, context, key) => {
        if (key === undefined) return handle(received, context, randomUUID())
        const { params, query, body } = received
        const asked = askedKey(deps, {
          siteKey: context.site.key,
          key,
          request: [call.method, call.path, params, query, body],
        })
        const leaseSeconds = call.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
        const done = await once(
          { ...deps, unwritten },
          { asked, leaseSeconds, answerAgain, nothingCame: limit.uncounted },
          subject => handle(received, context, subject),
        )
        // The kept answer is one of this very call.
        return sameAnswer<C>(done)
      },
    },
    limit,
  )
}

function sameAnswer<C extends Call>(done: unknown): Answer<C> | Refusal<RefusalOf<C>>
function sameAnswer(done: unknown): unknown {
  return done
}

const KEY = /^[\x21-\x7e]{22,100}$/

/** Shorter ones could be guessed, and with a guessed key comes the answer. */
export function keyOf(request: FastifyRequest): string | undefined | Refusal<'invalid_request'> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  return refuse('invalid_request', { fields: [{ field: 'Idempotency-Key', rule: 'idempotency_key' }] })
}

interface KeyedRequest {
  readonly siteKey: string
  readonly key: string
  /** All that was sent. */
  readonly request: readonly unknown[]
}

export function askedKey({ tokens }: RepeatDeps, { siteKey, key, request }: KeyedRequest): AskedKey {
  const { hash, formerHashes } = tokens.hide(`request of a key:${JSON.stringify(request)}`)
  return {
    siteKey,
    keyHash: hashToken(key),
    requestHash: hash,
    formerRequestHashes: formerHashes,
  }
}

interface Asked {
  readonly asked: AskedKey
  readonly leaseSeconds: number
  readonly answerAgain: ((subject: string) => Promise<unknown>) | undefined
  /** Refusals of which nothing came: a key that is refused so leaves no row. Without them, every refusal. */
  readonly nothingCame: readonly ErrorCode[] | undefined
}

/** Does the work once for a key; the answer, or the refusal of a key that another request has. */
export async function once(
  deps: KeyDeps,
  { asked, leaseSeconds, answerAgain, nothingCame }: Asked,
  work: (subject: string) => Promise<unknown>,
): Promise<unknown> {
  const taken = await take(deps, asked, leaseSeconds, answerAgain)
  if ('done' in taken) return taken.done
  const { subject } = taken
  const answer = await work(subject).catch(async (error: unknown) => {
    // A repeated request asks what became of it.
    await keep(deps, asked, { subject, text: null })
    throw error
  })
  if (isRefusal(answer) && nothingCame?.includes(answer.code) !== false) await drop(deps, asked, subject)
  else await keep(deps, asked, { subject, text: writtenAnswer(answer) })
  return answer
}

type Taken = { readonly subject: string } | { readonly done: unknown }

async function take(
  deps: RepeatDeps,
  asked: AskedKey,
  leaseSeconds: number,
  answerAgain: Asked['answerAgain'],
): Promise<Taken> {
  const subject = randomUUID()
  const state = await deps.db.transaction(tx => takeKey(tx, asked, { subject, leaseSeconds }))
  if (state === undefined) return { subject }
  if (!state.isSameRequest) return { done: refuse('idempotency key reused') }
  const kept = keptAnswer(deps, asked, state.answer)
  if (kept !== undefined) return { done: kept }
  const made = await answerAgain?.(state.subject)
  if (made !== undefined) {
    // Somebody else may have taken the key over since it was read, and its answer is theirs then.
    const { subject: maker } = state
    const answer = sealedAnswer(deps, asked, writtenAnswer(made))
    const isStillMakers = await deps.db.transaction(tx => endKey(tx, asked, { subject: maker, answer }))
    return { done: isStillMakers ? made : refuse('request in progress', { retryAfter: RETRY_SECONDS }) }
  }
  return deps.db.transaction(async (tx): Promise<Taken> => {
    const now = await takeKey(tx, asked, { subject, leaseSeconds })
    if (now === undefined) return { subject }
    const isAnswered = now.answer !== null && state.answer === null
    if (now.leaseLeft > 0 || now.subject !== state.subject || isAnswered) {
      // Answered just now: what is left of the lease says nothing any longer.
      const seconds = isAnswered ? RETRY_SECONDS : retryAfter(now.leaseLeft, leaseSeconds)
      return { done: refuse('request in progress', { retryAfter: seconds }) }
    }
    await takeKeyOver(tx, asked, { subject, leaseSeconds })
    return { subject }
  })
}

/** Most are answered in less. */
const RETRY_SECONDS = 2

/** As long again as somebody has been at it, and not longer than the lease: who took long will, and who died is waited for. */
export function retryAfter(leaseLeft: number, leaseSeconds: number): number {
  if (leaseLeft === 0) return RETRY_SECONDS
  const soFar = Math.ceil(leaseSeconds - leaseLeft)
  return Math.max(1, Math.min(Math.max(RETRY_SECONDS, soFar), Math.ceil(leaseLeft)))
}

function keptAnswer({ tokens }: RepeatDeps, asked: AskedKey, answer: Buffer | null): unknown {
  if (answer === null) return undefined
  const text = unseal(tokens.seedsOf(ANSWERS), rowOf(asked), answer)
  if (text === undefined) return undefined
  const read = readAnswer(text)
  return isRefusal(read) ? read : read.body
}

/** An answer that can't be kept now is kept later; it is sent all the same. */
async function keep(
  deps: KeyDeps,
  asked: AskedKey,
  { subject, text }: { readonly subject: string; readonly text: string | null },
): Promise<void> {
  const answer = sealedAnswer(deps, asked, text)
  await deps.unwritten.write(() => deps.db.transaction(tx => endKey(tx, asked, { subject, answer })))
}

/** Strangers may be refused so as often as they wish: nothing of it is kept. */
async function drop({ db, unwritten }: KeyDeps, asked: AskedKey, subject: string): Promise<void> {
  await unwritten.write(() => db.transaction(tx => dropKey(tx, asked, subject)))
}

function sealedAnswer({ tokens }: RepeatDeps, asked: AskedKey, text: string | null): Buffer | null {
  return text === null ? null : seal(tokens.seedsOf(ANSWERS), rowOf(asked), text)
}
