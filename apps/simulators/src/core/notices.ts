import { join } from 'node:path'

import * as v from 'valibot'

import type { Faults } from './faults.ts'
import { openJsonLines } from './json-lines.ts'
import { isTaken, type Notice, noticeSchema } from './notice.ts'
import type { Provider } from './providers.ts'

/**
 * The delay between two attempts doubles up to this many times the first delay. After the last attempt the notice is
 * given up.
 */
const LONGEST_BACK_OFF = 64
const ATTEMPTS = 15
const TIMEOUT_MS = 10_000
const HELD_MS = 5000

/**
 * The progress of a notice. `due` is the time of the next attempt (ISO), or null after the notice was accepted or given
 * up.
 */
const progressSchema = v.strictObject({
  id: v.string(),
  attempts: v.number(),
  due: v.nullable(v.string()),
  taken: v.boolean(),
})
const lineSchema = v.union([
  v.strictObject({ notice: noticeSchema }),
  v.strictObject({ progress: progressSchema }),
])

type Progress = v.InferOutput<typeof progressSchema>
interface Entry {
  readonly notice: Notice
  progress: Progress
}

/** Makes headers at the time of sending, such as a signature with a time in it. */
export type Sign = (body: Buffer, notice: Notice) => Record<string, string>

/** A notice as it is sent. `due`: another attempt will follow. */
export interface SignedNotice extends Pick<Notice, 'provider' | 'url' | 'headers' | 'body'> {
  readonly due: boolean
}

/** The sender of all providers' notices. */
export interface Notices {
  /** Keeps the notice and sends it. Safe to repeat: a notice whose id is known is not sent again. */
  send(notice: Notice): void
  /** Adds these headers to every notice of the provider. Called before `start`. */
  signWith(provider: Provider, sign: Sign): void
  /** The number of notices for which another attempt will follow. */
  countDue(): number
  /** All notices so far, signed as if they were sent now. */
  list(): readonly SignedNotice[]
  /** Keeps new notices back until they are released, so that a test decides whether the browser or the notice is first. */
  hold(): void
  release(): void
  /** Begins to send, with the notices that the last process left. */
  start(): void
  /** Stops sending and waits for the requests under way. */
  close(): Promise<void>
}

/**
 * `storeUrl` completes the address of notices that know a path alone; without it they wait. `retryMs` is the first
 * delay between two attempts.
 */
export interface NoticeSettings {
  readonly faults: Faults
  readonly storeUrl: string | undefined
  readonly retryMs: number
}

/**
 * Opens `notices.jsonl` in the folder. The file holds the notices that are still due, so that a restart continues where
 * the last process stopped.
 */
export function openNotices(folder: string, { faults, storeUrl, retryMs }: NoticeSettings): Notices {
  const entries = new Map<string, Entry>()
  const signs = new Map<Provider, Sign>()
  const stop = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()
  /** New notices while they are kept back. */
  let kept: Entry[] | undefined
  /** By provider, the notice that waits for the next one to overtake it. */
  const held = new Map<Provider, Entry>()
  let started = false

  const apply = (line: v.InferOutput<typeof lineSchema>) => {
    if ('notice' in line) entries.set(line.notice.id, { notice: line.notice, progress: fresh(line.notice) })
    else {
      const entry = entries.get(line.progress.id)
      if (entry !== undefined) entry.progress = line.progress
    }
  }
  const file = openJsonLines(join(folder, 'notices.jsonl'), lineSchema, apply)

  const inMs = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }

  const post = (notice: Notice): Promise<boolean> => {
    const sign = signs.get(notice.provider)
    const work = postNotice(notice, { storeUrl, sign, signal: stop.signal })
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
    return work
  }

  const attempt = async (entry: Entry): Promise<void> => {
    const taken = await post(entry.notice)
    if (stop.signal.aborted) return
    const { progress, waitMs } = afterAttempt(entry.progress, { taken, retryMs })
    file.append({ progress })
    entry.progress = progress
    if (progress.due !== null) inMs(waitMs, () => void attempt(entry))
  }

  const release = (provider: Provider): Entry | undefined => {
    const entry = held.get(provider)
    held.delete(provider)
    return entry
  }

  const firstAttempt = (entry: Entry) => {
    const { provider } = entry.notice
    const overtaken = release(provider)
    const fault = faults.take(provider, 'notice')
    if (fault?.mode === 'late_notice') inMs(fault.value ?? HELD_MS, () => void attempt(entry))
    else if (fault?.mode === 'reorder') {
      held.set(provider, entry)
      inMs(fault.value ?? HELD_MS, () => {
        if (held.get(provider) === entry) void attempt(release(provider) ?? entry)
      })
    } else {
      if (fault?.mode === 'duplicate_notice') void post(entry.notice)
      void attempt(entry).then(() => (overtaken === undefined ? undefined : attempt(overtaken)))
      return
    }
    if (overtaken !== undefined) void attempt(overtaken)
  }

  const begin = (entry: Entry) => {
    const { due, attempts } = entry.progress
    if (due === null || (storeUrl === undefined && entry.notice.url.startsWith('/'))) return
    if (attempts === 0) firstAttempt(entry)
    else inMs(Math.max(0, Date.parse(due) - Date.now()), () => void attempt(entry))
  }

  return {
    send(notice) {
      if (entries.has(notice.id)) return
      file.append({ notice })
      const entry = { notice, progress: fresh(notice) }
      entries.set(notice.id, entry)
      if (kept !== undefined) kept.push(entry)
      else if (started) begin(entry)
    },
    hold() {
      kept ??= []
    },
    release() {
      const released = kept ?? []
      kept = undefined
      released.forEach(begin)
    },
    signWith: (provider, sign) => void signs.set(provider, sign),
    countDue: () => [...entries.values()].filter(({ progress }) => progress.due !== null).length,
    list: () =>
      Array.from(entries.values(), ({ notice, progress: { due } }) => {
        const { provider, url, body } = notice
        const signed = signs.get(provider)?.(Buffer.from(body, 'base64'), notice)
        return { provider, url, headers: { ...notice.headers, ...signed }, body, due: due !== null }
      }),
    start() {
      started = true
      for (const entry of entries.values()) begin(entry)
    },
    async close() {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(underWay)
      file.close()
    },
  }
}

function fresh({ id }: Notice): Progress {
  return { id, attempts: 0, due: new Date().toISOString(), taken: false }
}

interface Sending {
  readonly storeUrl: string | undefined
  readonly sign: Sign | undefined
  readonly signal: AbortSignal
}

/**
 * True when the store accepted the notice. A refusal and a broken connection count the same: another attempt follows.
 */
async function postNotice(notice: Notice, { storeUrl, sign, signal }: Sending): Promise<boolean> {
  const body = Buffer.from(notice.body, 'base64')
  try {
    const response = await fetch(new URL(notice.url, storeUrl), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...notice.headers, ...sign?.(body, notice) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return isTaken(notice, { ok: response.ok, text: await response.text() })
  } catch {
    return false
  }
}

function afterAttempt(
  progress: Progress,
  { taken, retryMs }: { readonly taken: boolean; readonly retryMs: number },
): { readonly progress: Progress; readonly waitMs: number } {
  const attempts = progress.attempts + 1
  const waitMs = retryMs * Math.min(2 ** (attempts - 1), LONGEST_BACK_OFF)
  const due = taken || attempts === ATTEMPTS ? null : new Date(Date.now() + waitMs).toISOString()
  return { progress: { ...progress, attempts, taken, due }, waitMs }
}
