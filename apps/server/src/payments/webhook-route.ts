import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { Attempt } from './attempt.ts'
import { lockAttempt, wakeAttempt } from './attempt-queries.ts'
import type { PaymentDeps } from './call-provider.ts'
import { failpoint } from './failpoints.ts'
import type { ProviderEvent } from './port.ts'
import { insertEvent } from './queries.ts'
import { NEWS_WAITS_SECONDS } from './timing.ts'

const BODY_LIMIT = 256 * 1024

const parameters = v.object({ provider: v.string() })

/**
 * Where providers send news (S-7.07). An event is stored, and its attempt put before the reconciler, in one
 * transaction before the 2xx; what the event claims is then asked for. So news is never lost, may come twice or out of
 * order, and completes an order whose buyer never came back.
 */
export function paymentWebhookRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  // Signatures are made over the bytes.
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  app.post('/payment-webhooks/:provider', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { provider: id } = v.parse(parameters, request.params)
    const provider = deps.payments.all.find(one => one.id === id)
    if (provider === undefined) return reply.code(404).send()
    const header = (name: string): string | undefined => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    }
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const events = provider.parseNotification({ header, body })
    if (events === undefined) return reply.code(401).send()
    for (const event of events) await storeEvent(deps, id, event)
    return reply.code(200).send()
  })
}

async function storeEvent({ db }: PaymentDeps, provider: string, event: ProviderEvent): Promise<void> {
  await db.transaction(async tx => {
    const attempt = event.attemptId === undefined ? undefined : await lockAttempt(tx, event.attemptId)
    const { dedupeKey, payload } = event
    const isNew = await insertEvent(tx, { provider, dedupeKey, attemptId: attempt?.id ?? null, payload })
    if (isNew && attempt !== undefined && isNews(event, attempt)) {
      await wakeAttempt(tx, attempt.id, { seconds: NEWS_WAITS_SECONDS, refs: event.refs })
    }
    failpoint('webhook.committing')
  })
  failpoint('webhook.committed')
}

/** Whether the event may tell more than we know. */
function isNews({ hint }: ProviderEvent, { state }: Attempt): boolean {
  switch (state) {
    case 'executing':
    case 'action_required':
    case 'pending':
      return hint !== 'other'
    case 'failed':
    case 'expired':
      return hint === 'authorized' || hint === 'captured'
    case 'created':
    case 'authorized':
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
    case 'refund_failed':
      return false
  }
}
