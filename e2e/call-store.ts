import type { Calls } from '@kippu/client/calls'
import { type Args, type CallName, createClient } from '@kippu/client/client'

import { STACK } from './stack.ts'

/**
 * Makes a call by the typed client, without a browser, for a part that happens before a story. Throws when it is refused.
 */
export async function callStore<Name extends CallName>(
  name: Name,
  args: Args<Name>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Calls[Name]['answer']> {
  const client = createClient({ origin: STACK.store, headers })
  const answer = await client.call(name, args)
  if (answer.ok) return answer.data
  throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.failure)}`)
}
