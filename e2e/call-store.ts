import type { Answer, Arguments, Call } from '@kippu/contract/call'
import * as v from 'valibot'

import { STACK } from './stack.ts'

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * Makes a call of the contract without a browser, for a part that happens before a story. Throws when it is refused.
 */
export async function callStore<C extends Call>(call: C, args: Arguments<C>): Promise<Answer<C>>
export async function callStore(call: Call, { params = {}, query, body }: Parts): Promise<unknown> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const url = new URL(path, STACK.store)
  for (const [name, value] of Object.entries<unknown>(Object(query)))
    url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: call.method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!response.ok) throw new Error(`${call.method} ${path}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return v.parse(call.response, text === '' ? undefined : JSON.parse(text))
}
