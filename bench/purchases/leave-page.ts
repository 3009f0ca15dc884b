import * as v from 'valibot'

import { formBody } from '../../apps/server/test/form-body.ts'
import { send } from './http-client.ts'

/** A request that the buyer's browser makes. */
export interface BrowserRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** An encoded form. */
  readonly form?: string
}

const fields = v.array(v.tuple([v.string(), v.string()]))

const named = { payment_number: v.string() }
const step = v.variant('result', [
  v.object({ result: v.literal('redirect'), ...named, redirect_url: v.string() }),
  v.object({
    result: v.literal('form'),
    ...named,
    action_url: v.string(),
    charset: v.string(),
    fields,
  }),
  v.object({ result: v.literal('three_ds'), ...named, md: v.string(), acs_url: v.string(), fields }),
])
/** An answer that sends the browser to a provider. */
export type Step = v.InferOutput<typeof step>

/** Undefined when an answer sends the browser nowhere. */
export function stepOf(answer: unknown): Step | undefined {
  const parsed = v.safeParse(step, answer)
  return parsed.success ? parsed.output : undefined
}

/** The browser's first request to the provider. */
export function firstRequest(asked: Step): BrowserRequest {
  switch (asked.result) {
    case 'redirect':
      return { method: 'GET', url: asked.redirect_url }
    case 'form':
      return { method: 'POST', url: asked.action_url, form: formBody(asked.fields, asked.charset) }
    case 'three_ds':
      return asked.fields.length === 0
        ? { method: 'GET', url: asked.acs_url }
        : { method: 'POST', url: asked.acs_url, form: formBody(asked.fields) }
  }
}

/** More pages than any provider sends a browser through. */
const MOST_PAGES = 8

/**
 * Opens the provider's pages, pays where one asks, and follows. Returns the request that comes back to the store, unsent.
 *
 * @param store its origin
 */
export async function visitProvider(first: BrowserRequest, store: string): Promise<BrowserRequest> {
  let next = first
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    if (next.url.startsWith(store)) return next
    next = await openPage(next)
  }
  throw new Error(`the provider did not send its payer back: ${next.url}`)
}

/** A form that the page would send by itself: a caller that accepts JSON is given its fields. */
const selfSentForm = v.object({
  url: v.string(),
  fields: v.union([
    fields,
    v.pipe(
      v.record(v.string(), v.string()),
      v.transform(record => Object.entries(record)),
    ),
  ]),
})

/** The request that follows a page. */
async function openPage({ method, url, form }: BrowserRequest): Promise<BrowserRequest> {
  const headers = { accept: 'application/json' }
  const { status, location, text } = await send({
    method,
    url,
    headers,
    ...(form !== undefined && { body: form }),
  })
  if (location !== undefined) return { method: 'GET', url: new URL(location, url).href }
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`)
  // A page for a person, with a button that pays.
  if (!text.startsWith('{')) return { method: 'POST', url, form: 'answer=pay' }
  const sent = v.parse(selfSentForm, JSON.parse(text))
  return { method: 'POST', url: sent.url, form: formBody(sent.fields) }
}
