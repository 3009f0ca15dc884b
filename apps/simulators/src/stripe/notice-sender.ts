import { createHmac } from 'node:crypto'

import type { Faults } from '../faults.ts'
import { toSeconds } from './intent-life.ts'
import { presentNotice } from './present.ts'
import type { Notice } from './records.ts'
import type { StripeStore } from './stripe-store.ts'

/** The delay doubles from the first one up to this many times it. After the last attempt the notice is given up. */
const LONGEST_BACK_OFF = 64
const ATTEMPTS = 15
const TIMEOUT_MS = 10_000
const HELD_MS = 5000

/** Where notices go, how they are signed, and the first delay of the back-off in milliseconds. */
export type NoticeSettings = { url: string; secret: string; retryMs: number }

/**
 * Sends signed notices until the store has answered 2xx. What is still due stands in the file, so a restart goes on
 * where the last process stopped.
 * @returns stops sending and waits for what is on its way.
 */
export function startNoticeSender(
  store: StripeStore,
  faults: Faults,
  { url, secret, retryMs }: NoticeSettings,
): () => Promise<void> {
  const stop = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()
  /** A notice waiting for the next one to overtake it. */
  let held: Notice | undefined

  const inMs = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
    return work
  }

  const post = (notice: Notice) => postSigned(url, { notice, secret, signal: stop.signal })

  const attempt = async (notice: Notice): Promise<void> => {
    const arrived = await track(post(notice))
    if (stop.signal.aborted) return
    const after = afterAttempt(notice, { arrived, retryMs })
    store.commit({ notices: [after.notice] })
    if (after.notice.due !== null) inMs(after.waitMs, () => void attempt(after.notice))
  }

  const release = () => {
    const notice = held
    held = undefined
    if (notice !== undefined) void attempt(notice)
  }

  const accept = (notice: Notice) => {
    const overtaken = held
    held = undefined
    const fault = faults.take('webhook')
    if (fault?.mode === 'late_notice') inMs(fault.value ?? HELD_MS, () => void attempt(notice))
    else if (fault?.mode === 'reorder') {
      held = notice
      inMs(fault.value ?? HELD_MS, () => held === notice && release())
    } else {
      if (fault?.mode === 'duplicate_notice') void track(post(notice))
      void attempt(notice).then(() => (overtaken === undefined ? undefined : attempt(overtaken)))
      return
    }
    if (overtaken !== undefined) void attempt(overtaken)
  }

  store.watchNotices(notice => {
    if (notice.due === null) return
    if (notice.attempts === 0) accept(notice)
    else inMs(Math.max(0, Date.parse(notice.due) - Date.now()), () => void attempt(notice))
  })

  return async () => {
    stop.abort()
    for (const timer of timers) clearTimeout(timer)
    await Promise.allSettled(underWay)
  }
}

/** `Stripe-Signature`: the time and the HMAC-SHA256 of time and body, as Stripe's SDK checks it. */
function signatureOf(payload: string, secret: string, now: Date): string {
  const time = toSeconds(now)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`
}

type Parcel = { notice: Notice; secret: string; signal: AbortSignal }

/** True when the store took the notice. A refusal and a dead line are the same: try again later. */
async function postSigned(url: string, { notice, secret, signal }: Parcel): Promise<boolean> {
  const body = JSON.stringify(presentNotice(notice))
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, new Date()),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

function afterAttempt(notice: Notice, { arrived, retryMs }: { arrived: boolean; retryMs: number }) {
  const attempts = notice.attempts + 1
  const waitMs = retryMs * Math.min(2 ** (attempts - 1), LONGEST_BACK_OFF)
  const due = arrived || attempts === ATTEMPTS ? null : new Date(Date.now() + waitMs).toISOString()
  return { notice: { ...notice, attempts, arrived, due }, waitMs }
}
