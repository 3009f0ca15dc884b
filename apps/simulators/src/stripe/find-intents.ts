import * as v from 'valibot'

import { type Answer, invalidRequest, type JsonObject, missing, ok, unauthorized } from './answer.ts'
import type { Context } from './context.ts'
import { expand, readParams, wholeNumber } from './params.ts'
import { presentExpanded, presentIntent, presentIntentToBrowser, presentList } from './present.ts'
import type { Intent } from './records.ts'

const limit = v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(100)), '10')

/** `GET /v1/payment_intents/:id` */
export function retrieveIntent(id: string, context: Context): Answer {
  const read = readParams(v.strictObject({ expand, client_secret: v.optional(v.string()) }), context.params)
  if ('refusal' in read) return read.refusal
  const intent = context.store.intents.get(id)
  if (intent === undefined) return missing('payment_intent', id, 'intent')
  return ok(presentExpanded(intent, { ...context, expand: read.params.expand }))
}

/** The same for a browser: it has the intent's client secret, and sees less. */
export function retrieveIntentForBrowser(id: string, context: Context): Answer {
  const read = readParams(v.object({ client_secret: v.string() }), context.params)
  if ('refusal' in read) return read.refusal
  const intent = context.store.intents.get(id)
  if (intent === undefined || intent.client_secret !== read.params.client_secret)
    return unauthorized('The client_secret does not match this PaymentIntent.')
  return ok(presentIntentToBrowser(intent, context.origin))
}

const listSchema = v.strictObject({
  limit,
  starting_after: v.optional(v.string()),
  created: v.optional(
    v.strictObject({
      gt: v.optional(wholeNumber),
      gte: v.optional(wholeNumber),
      lt: v.optional(wholeNumber),
      lte: v.optional(wholeNumber),
    }),
  ),
})

/** `GET /v1/payment_intents`, newest first. */
export function listIntents(context: Context): Answer {
  const read = readParams(listSchema, context.params)
  if ('refusal' in read) return read.refusal
  const { created = {}, starting_after } = read.params
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = created
  const found = newestFirst(context).filter(
    intent => intent.created > gt && intent.created >= gte && intent.created < lt && intent.created <= lte,
  )
  const start = found.findIndex(intent => intent.id === starting_after) + 1
  const page = found.slice(start, start + read.params.limit)
  return ok(present('/v1/payment_intents', page, { context, hasMore: start + page.length < found.length }))
}

/**
 * `GET /v1/payment_intents/search?query=metadata['attempt_id']:'…'`, also `status:'…'`, joined by AND. Stripe's own
 * index lags by up to a minute; this one does not.
 */
export function searchIntents(context: Context): Answer {
  const read = readParams(v.strictObject({ query: v.string(), limit }), context.params)
  if ('refusal' in read) return read.refusal
  const clauses = read.params.query.split(/\s+AND\s+/i).map(readClause)
  const found = newestFirst(context).filter(intent => clauses.every(clause => clause?.(intent)))
  if (clauses.includes(undefined))
    return invalidRequest('We were unable to parse the query.', { param: 'query' })
  const page = found.slice(0, read.params.limit)
  const body = present('/v1/payment_intents/search', page, { context, hasMore: page.length < found.length })
  return ok({ ...body, object: 'search_result', next_page: null })
}

function readClause(clause: string): ((intent: Intent) => boolean) | undefined {
  const [, key, metadataKey, value] =
    /^\s*(metadata\[["']([^"']+)["']\]|status)\s*:\s*["']([^"']*)["']\s*$/.exec(clause) ?? []
  if (key === undefined) return undefined
  if (metadataKey === undefined) return intent => intent.status === value
  return intent => intent.metadata[metadataKey] === value
}

function newestFirst({ store }: Context): readonly Intent[] {
  return [...store.intents.values()].reverse()
}

function present(
  url: string,
  intents: readonly Intent[],
  page: { readonly context: Context; readonly hasMore: boolean },
): JsonObject {
  return presentList(
    url,
    intents.map(intent => presentIntent(intent, page.context.origin)),
    page.hasMore,
  )
}
