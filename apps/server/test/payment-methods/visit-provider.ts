import * as v from 'valibot'

import { FORM_HEADERS, formBody } from '../form-body.ts'

/** A request that the visitor's browser makes. */
export interface BrowserRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly form?: readonly (readonly [string, string])[]
  /** Of the form; UTF-8 unless given. */
  readonly charset?: string
}

/** The visitor's answer on the page of a bank or a wallet. */
export type VisitorAnswer = 'pay' | 'fail' | 'cancel' | 'pay_no_return' | 'authenticate' | 'login'

const selfSentForm = v.object({
  url: v.string(),
  fields: v.union([
    v.array(v.tuple([v.string(), v.string()])),
    v.pipe(
      v.record(v.string(), v.string()),
      v.transform(fields => Object.entries(fields)),
    ),
  ]),
})

/** More pages than any provider sends a browser through. */
const MOST_PAGES = 8

/**
 * Acts as a browser between our page and its return: it opens the provider's page, presses a button where there is one,
 * and follows. Returns the request that comes back to the store, unsent; undefined when the browser never comes back.
 */
export async function visitProvider(
  first: BrowserRequest,
  { store, answer }: { readonly store: string; readonly answer: VisitorAnswer },
): Promise<BrowserRequest | undefined> {
  let next: BrowserRequest = first
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    if (next.url.startsWith(store)) return next
    const after = await openPage(next)
    if (after === 'page') next = { method: 'POST', url: next.url, form: [['answer', answer]] }
    else if (after === 'nothing') return undefined
    else next = after
  }
  throw new Error(`the provider never let the visitor go: ${next.url}`)
}

/** Where a page leads: on, to a page with a question, or nowhere. */
async function openPage({
  method,
  url,
  form,
  charset,
}: BrowserRequest): Promise<BrowserRequest | 'page' | 'nothing'> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { accept: 'application/json', ...(form && FORM_HEADERS) },
    ...(form && { body: formBody(form, charset) }),
  })
  const text = await response.text()
  const location = response.headers.get('location')
  if (location !== null) return { method: 'GET', url: new URL(location, url).href }
  if (response.status === 204) return 'nothing'
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  if (response.headers.get('content-type')?.includes('json') === true) {
    const { url: action, fields } = v.parse(selfSentForm, JSON.parse(text))
    return { method: 'POST', url: action, form: fields }
  }
  // An answered page tells the visitor to close it.
  return form?.some(([name]) => name === 'answer') === true ? 'nothing' : 'page'
}
