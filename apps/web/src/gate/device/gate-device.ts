import type { Answer, Arguments, Call } from '@kippu/contract/call'
import { enrolDevice, readOfflineGate, reportScans, undoScan } from '@kippu/contract/gate'
import type { GateView } from '@kippu/contract/gate-page'
import type { Language } from '@kippu/domain/language'
import * as v from 'valibot'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { assumeServerTime, serverNow } from '../../api/server-clock.ts'
import { type GateDatabase, ONLY, openGateDatabase } from '../offline/gate-database.ts'
import { type KeptDevice, keptDevice } from '../offline/kept.ts'
import { readLists } from '../offline/kept-lists.ts'
import { countWaiting, readConflicts } from '../offline/kept-scans.ts'
import { type GateCalls, syncGate } from '../offline/sync-gate.ts'
import { useGate } from './gate-state.ts'

/** How often lists are asked for and scans are told, and how often a lost connection is tried, in ms. */
const EVERY_MS = 30_000
const TRY_EVERY_MS = 5_000
/** One tab at a time; where the browser has no locks, two tell the same, which harms nobody. */
const LOCK = 'kippu-gate-sync'

/** A device of the staff: its key, its database, and what it does by itself. */
export interface GateDevice {
  readonly database: GateDatabase
  readonly siteKey: string
  readonly lang: () => Language
  /** @throws ApiError; one that says that the device is not enrolled has been seen to. */
  readonly ask: <C extends Call>(call: C, args: Arguments<C>) => Promise<Answer<C>>
  /** @throws ApiError */
  readonly enrol: (token: string) => Promise<void>
  /** Tells and asks now, and waits for it; never throws. */
  readonly sync: () => Promise<void>
  /** Reads again what the screens show of the database. */
  readonly refresh: () => Promise<void>
  /** Starts what it does by itself. @returns how to stop it. */
  readonly start: () => () => void
}

interface DeviceParts {
  readonly view: GateView
  readonly lang: () => Language
  readonly factory?: IDBFactory
}

export async function openDevice({ view, lang, factory }: DeviceParts): Promise<GateDevice | null> {
  const opened = await openDatabase(factory)
  if (opened === null) {
    useGate.setState({ phase: 'no_storage' })
    return null
  }
  const { database, kept } = opened
  const siteKey = view.site.key
  useGate.setState({ device: kept, phase: kept === null ? 'unknown' : 'enrolled' })

  const refresh = async (): Promise<void> => {
    const [lists, waiting, conflicts] = [
      await readLists(database),
      await countWaiting(database),
      await readConflicts(database),
    ]
    if (lists !== null) assumeServerTime(lists.asOf, lists.askedAt)
    useGate.setState({ lists, waiting, conflicts })
  }

  const ask: GateDevice['ask'] = async (call, args) => {
    const key = useGate.getState().device?.key ?? ''
    try {
      const answer = await request(call, args, { isBackground: true, deviceKey: key })
      useGate.setState({ isConnected: true })
      return answer
    } catch (error) {
      if (isNotEnrolled(error)) await lose(database, key)
      else if (isNoAnswer(error)) useGate.setState({ isConnected: false })
      throw error
    }
  }

  const calls: GateCalls = {
    report: scans => ask(reportScans, { body: { scans: [...scans] } }).catch(refusedOr),
    undo: (scanId, reason) =>
      ask(undoScan, { params: { scan_id: scanId }, body: { reason } }).then(
        () => 'undone' as const,
        refusedOr,
      ),
    lists: (since, asked) =>
      ask(readOfflineGate, { query: { ...(since !== undefined && { since }), lang: asked } }),
  }

  const syncOnce = async (): Promise<void> => {
    if (useGate.getState().phase !== 'enrolled') return
    try {
      const deps = { database, calls, storeNow: serverNow, deviceNow: Date.now }
      await alone(() => syncGate(deps, { siteKey, lang: lang() }))
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
    }
    await refresh()
  }

  let running: Promise<void> | null = null
  let isAskedAgain = false
  const syncAll = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await syncOnce()
    } while (isAskedAgain)
  }
  /** A scan that happens while it runs is told by another turn, which is waited for too. */
  const sync = (): Promise<void> => {
    isAskedAgain = true
    running ??= syncAll().finally(() => {
      running = null
    })
    return running
  }

  const enrol = async (token: string): Promise<void> => {
    const answer = await request(enrolDevice, { body: { enrolment_token: token } }, { isBackground: true })
    const device: KeptDevice = {
      key: answer.device_key,
      deviceName: answer.device.device_name,
      gateName: answer.device.gate_name,
    }
    await database.write(['device'], stores => stores.device.put(device, ONLY))
    // The browser asks nobody: what was not reported must not be removed to make room.
    void navigator.storage?.persist?.().catch(() => false)
    useGate.setState({ device, phase: 'enrolled', isConnected: true })
    await sync()
  }

  const start = (): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const run = async (): Promise<void> => {
      clearTimeout(timer)
      await sync()
      if (!isOver)
        timer = setTimeout(() => void run(), useGate.getState().isConnected ? EVERY_MS : TRY_EVERY_MS)
    }
    const runSeen = (): void => {
      if (document.visibilityState === 'visible') void run()
    }
    const lost = (): void => useGate.setState({ isConnected: false })
    const found = (): void => void run()
    window.addEventListener('online', found)
    window.addEventListener('offline', lost)
    document.addEventListener('visibilitychange', runSeen)
    void refresh().then(run)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', found)
      window.removeEventListener('offline', lost)
      document.removeEventListener('visibilitychange', runSeen)
    }
  }

  return { database, siteKey, lang, ask, enrol, sync, refresh, start }
}

/** Null where the browser has no database, or one that can't be read. */
async function openDatabase(
  factory: IDBFactory | undefined,
): Promise<{ readonly database: GateDatabase; readonly kept: KeptDevice | null } | null> {
  try {
    const database = await openGateDatabase(factory ?? indexedDB)
    return { database, kept: await readKept(database) }
  } catch {
    return null
  }
}

async function readKept(database: GateDatabase): Promise<KeptDevice | null> {
  const kept = v.safeParse(keptDevice, await database.read(['device'], ({ device }) => device.get(ONLY)))
  return kept.success ? kept.output : null
}

/** The store does not know this key any longer. What was not reported stays; another tab may have enrolled the device anew. */
async function lose(database: GateDatabase, key: string): Promise<void> {
  const device = await database.write(['device'], async ({ device: stored }) => {
    const kept = v.safeParse(keptDevice, await stored.get(ONLY))
    if (kept.success && kept.output.key !== key) return kept.output
    await stored.remove(ONLY)
    return null
  })
  useGate.setState({ device, phase: device === null ? 'lost' : 'enrolled', isConnected: true })
}

async function alone(work: () => Promise<void>): Promise<void> {
  const { locks }: { readonly locks?: LockManager | null } = navigator
  if (!locks) return work()
  await locks.request(LOCK, { ifAvailable: true }, async lock => {
    if (lock !== null) await work()
  })
}

export function isNotEnrolled(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Nothing was said about the scan: no connection, a server that is busy or broken, or something else in between. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || isNotEnrolled(error)) return false
  return !isRefused(error)
}

/** The store has read the call, and will never take it. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body === null) return false
  return error.status === 400 || error.status === 404 || error.status === 413
}

function refusedOr(error: unknown): 'refused' {
  if (isRefused(error)) return 'refused'
  throw error
}
