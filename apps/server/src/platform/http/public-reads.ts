import type { Answer, Call, Received, RefusalOf } from '@kippu/contract/call'
import type { Site } from '@kippu/sites/site'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import { WHILE_AWAY } from '../db/while-away.ts'
import { createShortCache } from '../short-cache.ts'
import { isRefusal, type Refusal } from './refusal.ts'
import { parseRequest, sendRefusal, urlOf } from './route.ts'
import { createSentBody, sendBody, type SentBody } from './sent-body.ts'

export interface PublicRead<C extends Call, Question> {
  /**
   * The question without the parts that make no difference to the answer: JSON, so that two requests with the same
   * question share one answer.
   */
  readonly question: (received: Received<C>, site: Site) => Question | Promise<Question>
  readonly answer: (question: Question) => Promise<Answer<C> | Refusal<RefusalOf<C>>>
}

/** Serves calls of the contract whose answers are kept for a second: their bytes, ETag and compressed forms. */
export interface PublicReads {
  serve<C extends Call, Question>(app: FastifyInstance, call: C, read: PublicRead<C, Question>): void
}

/** In ms. */
const MOST_AGE_MS = 1_000
/** Each has 0.8 MB at most: 100 days of a large site. */
const MOST_ANSWERS = 100

interface Kept {
  readonly sent: SentBody | Refusal
  /** When its answer was asked for, in ms. */
  readonly at: number
}

export function createPublicReads(clock: Pick<Clock, 'monotonicMs'>): PublicReads {
  const cache = createShortCache<Kept>(clock, MOST_AGE_MS, { mostKeys: MOST_ANSWERS, outlives: WHILE_AWAY })
  return {
    serve: (app, call, { question, answer }) => {
      const write = async (asked: Parameters<typeof answer>[0], before?: Promise<Kept>): Promise<Kept> => {
        const at = clock.monotonicMs()
        const value = await answer(asked)
        if (isRefusal(value)) return { sent: value, at }
        const last = (await before?.catch(() => undefined))?.sent
        return { sent: createSentBody(JSON.stringify(value), isRefusal(last) ? undefined : last), at }
      }
      if (call.revalidated !== true) throw new Error(`${call.path} is not the same for everybody`)
      app.route({
        method: call.method,
        url: urlOf(call),
        compress: false,
        handler: async (request, reply) => {
          const received = parseRequest(call, request)
          if (isRefusal(received)) return sendRefusal(reply, received)
          const asked = await question(received, request.site)
          const { sent, at } = await cache.read(`${call.path} ${JSON.stringify(asked)}`, before =>
            write(asked, before),
          )
          if (isRefusal(sent)) return sendRefusal(reply, sent)
          return sendBody(reply, sent, {
            type: 'application/json; charset=utf-8',
            cacheControl: 'no-cache',
            ageMs: clock.monotonicMs() - at,
          })
        },
      })
    },
  }
}
