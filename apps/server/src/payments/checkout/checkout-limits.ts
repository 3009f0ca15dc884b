import type { ErrorCode } from '@kippu/contract/errors'
import type { FastifyInstance } from 'fastify'

import { refuse } from '../../platform/http/refusal.ts'
import { sendRefusal } from '../../platform/http/route.ts'
import { holdsCardNumber } from './card-number.ts'

/** Refusals of checkout that come before anything is asked of a provider. */
const NO_PAYMENT: readonly ErrorCode[] = [
  'invalid_request',
  'invalid email address',
  'record not found',
  'invalid order status',
  'order status must be ready_checkout',
  'session_timeout',
  'ticket not on sale now',
  'price changed',
  'out of stock',
  'time change status is not pending',
  'time change expired',
  'cannot change ticket',
  'invalid email address in time change',
]

/** A thief tries many stolen cards. What asks no provider tries none. */
export const CHECKOUT_LIMIT = { perMinute: 'paymentsPerMinute', uncounted: NO_PAYMENT } as const

/**
 * Guards every call of a scope: before anything parses the body, so that a card number gets no further, not even into
 * an error.
 */
export function refuseCardNumbers(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!holdsCardNumber(request.body)) return
    const fields = [{ field: 'body', rule: 'card_number' }]
    await sendRefusal(reply, refuse('invalid_request', { fields }))
  })
}
