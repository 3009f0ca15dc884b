import type { Answer, Call, Received, RefusalOf } from '@kippu/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type RequestContext, serveKnown } from '../../platform/http/route.ts'
import { sameToken } from '../../platform/tokens.ts'

type SignageHandler<C extends Call> = (
  received: Received<C>,
  context: RequestContext,
) => Promise<Answer<C> | Refusal<RefusalOf<C>>>

/**
 * Serves a call that needs the signage key of the deployment. A caller that has none, or another one, gets `signage key
 * not accepted`, and learns nothing of what else is wrong with the request. Keys might be guessed, so tries are counted
 * as guesses.
 */
export function serveSignage<C extends Call>(
  app: FastifyInstance,
  { env }: Pick<Deps, 'env'>,
  call: C,
  handler: SignageHandler<C>,
): void {
  if (call.signage !== true)
    throw new Error(`${call.path} is not for displays of the house: its contract does not say so`)
  serveKnown(
    app,
    call,
    {
      identify: async ({ request }) =>
        isAccepted(request, env.signageKey) ? undefined : refuse('signage key not accepted'),
      handle: handler,
    },
    { perMinute: 'guessesPerMinute' },
  )
}

function isAccepted({ headers }: FastifyRequest, signageKey: string | null): boolean {
  const carried = headers['x-signage-key']
  return signageKey !== null && typeof carried === 'string' && sameToken(carried, signageKey)
}
