import { jstIso } from '@kippu/domain/jst-date'
import type { Logger } from 'pino'

import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import { unseal } from '../sealing.ts'
import type { Tokens } from '../tokens.ts'
import {
  claimDeliveries,
  type ClaimedDelivery,
  deleteOldEvents,
  type EndedTry,
  endRemovedDeliveries,
  endTry,
  findDueEndpoints,
} from './delivery-queries.ts'
import { type Posted, type PostOptions, postTo } from './post.ts'
import { SECRETS } from './endpoints.ts'
import { signedHeaders } from './signature.ts'

export interface WebhookDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly log: Logger
}

/** How long after each failed try the next one comes, in seconds: ten tries in a little more than three days. */
const DELAYS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

const INTERVAL_MS = 1_000
const SWEEP_MS = 3_600_000
const KEPT_DAYS = 30
const BATCH = 1_000
/** Tries of one endpoint at once, in one process: a receiver that hangs keeps these, and no other endpoint's. */
const AT_ONCE = 8

export interface SendOptions extends PostOptions {
  readonly delays?: readonly number[]
  /** Writes the message of an event whose words are read when it is sent; undefined for any other. */
  readonly write?: (
    delivery: Pick<ClaimedDelivery, 'endpointId' | 'type' | 'data'>,
  ) => Promise<object | undefined>
}

export interface SendingWebhooks {
  /** Begins with what is due, of each endpoint by itself: a receiver that hangs keeps no other one waiting. */
  begin(): Promise<void>
  /** Waits until all that was begun has ended. */
  ended(): Promise<void>
  /** Begins no further try. */
  stop(): void
}

export function createSendingWebhooks(deps: WebhookDeps, options: SendOptions): SendingWebhooks {
  const working = new Map<string, Promise<void>>()
  let isStopped = false
  return {
    async begin() {
      const due = await deps.db.read(findDueEndpoints)
      for (const endpointId of due.filter(id => !working.has(id))) {
        const work = sendTo(deps, { endpointId, isStopped: () => isStopped, options })
          .catch((error: unknown) => deps.log.error({ err: error, endpointId }, 'webhooks could not be sent'))
          .finally(() => working.delete(endpointId))
        working.set(endpointId, work)
      }
    },
    async ended() {
      await Promise.all(working.values())
    },
    stop() {
      isStopped = true
    },
  }
}

/** Sends what is due every second until stopped. Any number of processes share the work. */
export function startSendingWebhooks(
  deps: WebhookDeps,
  options: SendOptions,
  onTurn?: () => void,
): { stop(): Promise<void> } {
  const sending = createSendingWebhooks(deps, options)
  const turns = runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sending.begin(),
    failed: 'webhooks could not be looked for',
    ...(onTurn && { onTurn }),
  })
  const sweeping = runEvery(deps.log, {
    intervalMs: SWEEP_MS,
    work: () => sweepEvents(deps),
    failed: 'old events of webhooks could not be deleted',
  })
  return {
    async stop() {
      sending.stop()
      await Promise.all([turns.stop(), sweeping.stop()])
      await sending.ended()
    },
  }
}

/** Deletes events, deliveries and tries after thirty days, and ends what waits for nobody. */
export async function sweepEvents({ db }: Pick<WebhookDeps, 'db'>): Promise<number> {
  await db.transaction(endRemovedDeliveries)
  let total = 0
  for (;;) {
    const deleted = await db.transaction(tx => deleteOldEvents(tx, { days: KEPT_DAYS, most: BATCH }))
    total += deleted
    if (deleted < BATCH) return total
  }
}

interface Sending {
  readonly endpointId: string
  readonly isStopped: () => boolean
  readonly options: SendOptions
}

/** Keeps as many tries going as there are slots: one that hangs keeps its own, and none that has ended waits for it. */
async function sendTo(deps: WebhookDeps, { endpointId, isStopped, options }: Sending): Promise<void> {
  // A try that is not ended by then has died.
  const leaseSeconds = Math.ceil(options.timeoutMs / 1000) * 2 + 30
  const tries = new Set<Promise<void>>()
  let ended = 0
  try {
    while (!isStopped()) {
      const most = AT_ONCE - tries.size
      const before = ended
      const claimed = await deps.db.transaction(tx => claimDeliveries(tx, { endpointId, most, leaseSeconds }))
      for (const delivery of claimed) {
        const begun: Promise<void> = tryOnce(deps, delivery, options)
          .catch((error: unknown) =>
            deps.log.error({ err: error, endpointId }, 'a webhook could not be tried'),
          )
          .finally(() => {
            tries.delete(begun)
            ended += 1
          })
        tries.add(begun)
      }
      // The delivery behind a try that ended meanwhile was not due yet when it was asked for.
      if (ended !== before) continue
      if (tries.size === 0) return
      await Promise.race(tries)
    }
  } finally {
    await Promise.allSettled(tries)
  }
}

async function tryOnce(deps: WebhookDeps, delivery: ClaimedDelivery, options: SendOptions): Promise<void> {
  const { endpointId, eventId } = delivery
  const judged = judgeTry(await post(deps, delivery, options), delivery.tries, options.delays)
  const { fault, againAfter } = judged
  await deps.db.transaction(tx => endTry(tx, { endpointId, eventId, ...judged }))
  if (fault !== null && againAfter === null)
    deps.log.warn(
      { endpointId, event: delivery.uid, tries: delivery.tries, fault },
      'a webhook was given up: its receiver never took it',
    )
}

/** The result of a try, the `tries`th of its event. */
export function judgeTry(
  posted: Posted,
  tries: number,
  delays = DELAYS,
): Pick<EndedTry, 'status' | 'fault' | 'againAfter'> {
  const status = 'status' in posted ? posted.status : null
  const fault = faultOf(posted)
  return { status, fault, againAfter: fault === null ? null : (delays[tries - 1] ?? null) }
}

function faultOf(posted: Posted): string | null {
  if ('fault' in posted) return posted.fault
  return posted.status >= 200 && posted.status < 300 ? null : `status ${posted.status}`
}

async function post(
  { clock, tokens, log }: WebhookDeps,
  delivery: ClaimedDelivery,
  options: SendOptions,
): Promise<Posted> {
  const { endpointId, uid: id, type, siteKey, at, data, url, secret, formerSecret } = delivery
  const keys = tokens.seedsOf(SECRETS)
  const sealed = formerSecret === null ? [secret] : [secret, formerSecret]
  const secrets = sealed.flatMap(one => unseal(keys, endpointId, one) ?? [])
  if (secrets.length === 0) return { fault: 'no secret' }
  let written: object | undefined
  try {
    written = await options.write?.(delivery)
  } catch (error) {
    // The booking may be gone by now: the message is given up like any other, and keeps none back.
    log.error({ err: error, endpointId, event: id }, 'the message of a webhook could not be written')
    return { fault: 'no message' }
  }
  const body = JSON.stringify(written ?? { type, timestamp: jstIso(at.getTime()), site: siteKey, data })
  const timestamp = Math.floor(clock.now() / 1000)
  return postTo(url, { headers: signedHeaders(secrets, { id, timestamp, body }), body }, options)
}
