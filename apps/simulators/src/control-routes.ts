import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { type Faults, faultSchema } from './core/faults.ts'
import type { Ledger } from './core/ledger.ts'
import type { Notices } from './core/notices.ts'
import type { OpenedProvider } from './core/provider-parts.ts'
import type { SimulatedClock } from './core/simulated-clock.ts'

interface ControlParts {
  readonly faults: Faults
  readonly ledger: Ledger
  readonly notices: Notices
  readonly clock: SimulatedClock
  readonly providers: Record<string, OpenedProvider>
}

/**
 * The switches that tests and tools use: faults, the clock, the money ledger, the notices, health, the providers' consoles,
 * and the switches of each provider. They answer requests of this machine only.
 */
export async function controlRoutes(
  app: FastifyInstance,
  { faults, ledger, notices, clock, providers }: ControlParts,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress)) await reply.code(403).send({ error: 'loopback only' })
  })

  app.get('/health', () => ({ status: 'ok' }))

  app.get('/faults', () => ({ faults: faults.armed() }))

  app.post('/faults', (request, reply) => {
    const fault = v.safeParse(faultSchema, request.body)
    if (!fault.success) return reply.code(400).send({ error: v.summarize(fault.issues) })
    faults.arm(fault.output)
    return reply.code(201).send(fault.output)
  })

  app.delete('/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.get('/notices/due', () => ({ due: notices.countDue() }))

  app.post('/notices', (request, reply) => {
    const { held } = v.parse(v.strictObject({ held: v.boolean() }), request.body)
    if (held) notices.hold()
    else notices.release()
    return reply.code(204).send()
  })

  app.get('/notices', () => ({ notices: notices.list() }))

  app.post('/clock', (request, reply) => {
    const { ahead_seconds } = v.parse(v.strictObject({ ahead_seconds: v.number() }), request.body)
    clock.setAhead(ahead_seconds)
    for (const provider of Object.values(providers)) provider.catchUp?.()
    return reply.code(204).send()
  })

  app.post('/console', (request, reply) => {
    const { attempt_id, refund } = v.parse(consoleSchema, request.body)
    const isDone = Object.values(providers).some(provider =>
      refund === undefined
        ? provider.console.dispute?.(attempt_id)
        : provider.console.refund(attempt_id, refund),
    )
    return reply.code(isDone ? 204 : 404).send()
  })

  for (const [name, { control }] of Object.entries(providers)) {
    if (control !== undefined) await app.register(control, { prefix: `/${name}` })
  }

  app.get('/ledger', request => {
    const { attempt_id } = v.parse(v.object({ attempt_id: v.optional(v.string()) }), request.query)
    return { entries: ledger.entries(attempt_id), totals: ledger.totals(attempt_id) }
  })
}

/** A payment: some yen of it are given back in its provider's console, or it is disputed. */
const consoleSchema = v.strictObject({
  attempt_id: v.pipe(v.string(), v.uuid()),
  refund: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}
