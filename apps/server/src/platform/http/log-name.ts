import * as v from 'valibot'

import { logNameOf } from '../tokens.ts'

const named = v.object({
  token: v.optional(v.string()),
  order_token: v.optional(v.string()),
  timechange_token: v.optional(v.string()),
  reservation_token: v.optional(v.string()),
})

/**
 * Names the order or the reservation that parts of a request, or its answer, are about: by what `kippu find` understands and nobody can
 * open anything with.
 */
export function logNameIn(...parts: readonly unknown[]): string | undefined {
  return parts
    .flatMap(part =>
      v.is(named, part) ? [part.token, part.order_token, part.timechange_token, part.reservation_token] : [],
    )
    .map(token => (token === undefined ? undefined : logNameOf(token)))
    .find(name => name !== undefined)
}
