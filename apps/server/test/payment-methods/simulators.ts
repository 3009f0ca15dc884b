import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import * as v from 'valibot'

import { startSimulators } from '../../../simulators/src/start.ts'

const money = v.object({
  captured: v.number(),
  refunded: v.number(),
  authorized: v.number(),
  voided: v.number(),
  authorizations: v.number(),
  net: v.number(),
})
/** A provider's ledger of one attempt, in yen. */
export type Money = v.InferOutput<typeof money>

/** `{provider, op, mode, nth?, value?}` as the simulators' control calls take it. */
export type Fault = Readonly<Record<string, string | number>>

const notice = v.object({
  provider: v.string(),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  /** In base64. */
  body: v.string(),
  due: v.boolean(),
})
/** A webhook request of a provider, as sent. */
export type RecordedNotice = v.InferOutput<typeof notice>

export interface Providers {
  readonly url: string
  /** The variables with which a server reaches all of them. */
  readonly variables: Readonly<Record<string, string>>
  /** Of the mailbox for all mails. */
  readonly smtpUrl: string
  /** An origin whose pages may exchange cards for tokens. */
  readonly storeOrigin: string
  arm(fault: Fault): Promise<void>
  /** Faults that have not occurred yet. */
  armed(): Promise<unknown[]>
  disarm(): Promise<void>
  /** Sets a switch of one provider, such as `gmo` `{three_ds_shape: 'simple'}`. */
  set(provider: string, switches: object): Promise<void>
  /** What happens to a payment without the store: its provider's console gives some yen back, or it is disputed. */
  withoutStore(what: { readonly attempt_id: string; readonly refund?: number }): Promise<void>
  /** Moves the providers' clock; 0 is now. */
  setClockAhead(seconds: number): Promise<void>
  /** All webhook requests so far, the oldest first. */
  notices(): Promise<readonly RecordedNotice[]>
  /** From now on the providers keep new webhook requests back, or send them. */
  holdNotices(isHeld: boolean): Promise<void>
  /** Resolves once the store has accepted all webhook requests. */
  untilHeard(): Promise<void>
  /** Money by attempt, in yen, over all providers. */
  ledger(): Promise<Readonly<Record<string, Money>>>
  close(): Promise<void>
}

export interface ProvidersOptions {
  /** Origin of the store, to which webhook events are sent, and whose pages may take cards. */
  readonly storeUrl: string
  /** The first delay between two tries of a webhook request; the fifteenth is the last. Default 50. */
  readonly noticeRetryMs?: number
}

const LOOK_EVERY_MS = 10

/** Every simulated provider over HTTP, on free ports, with a folder of their own. */
export async function startProviders({ storeUrl, noticeRetryMs = 50 }: ProvidersOptions): Promise<Providers> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-providers-'))
  const simulators = await startSimulators({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    storeOrigins: [storeUrl],
    storeUrl,
    noticeRetryMs,
  })
  const { url } = simulators
  const control = async (route: string, method: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/_sim/${route}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the simulators said ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const notices: Providers['notices'] = async () =>
    v.parse(v.object({ notices: v.array(notice) }), await control('notices', 'GET')).notices
  const countDue = async (): Promise<number> =>
    v.parse(v.object({ due: v.number() }), await control('notices/due', 'GET')).due
  return {
    url,
    variables: Object.assign({}, ...Object.values(simulators.accounts)),
    smtpUrl: `smtp://127.0.0.1:${simulators.smtpPort}`,
    storeOrigin: storeUrl,
    arm: async fault => void (await control('faults', 'POST', fault)),
    armed: async () =>
      v.parse(v.object({ faults: v.array(v.unknown()) }), await control('faults', 'GET')).faults,
    disarm: async () => void (await control('faults', 'DELETE')),
    set: async (provider, switches) => void (await control(provider, 'POST', switches)),
    withoutStore: async what => void (await control('console', 'POST', what)),
    setClockAhead: async seconds => void (await control('clock', 'POST', { ahead_seconds: seconds })),
    notices,
    holdNotices: async held => void (await control('notices', 'POST', { held })),
    untilHeard: async () => {
      while ((await countDue()) > 0) await delay(LOOK_EVERY_MS)
    },
    ledger: async () =>
      v.parse(v.object({ totals: v.record(v.string(), money) }), await control('ledger', 'GET')).totals,
    close: async () => {
      await simulators.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
