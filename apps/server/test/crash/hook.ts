import { flushCompileCache } from 'node:module'

import * as v from 'valibot'

import { systemClock } from '../../src/platform/clock.ts'
import { clockAhead } from '../clock-ahead.ts'
import { killDatabase } from './kill-database.ts'

/**
 * Preloaded into the servers of the crash tests (`node --import`). It stops the process at one failpoint, or holds each
 * payment at a point until the process is killed: in the database and at the provider, a payment that never continues
 * from a point looks the same as one whose server died there, so one death serves many payments.
 * Orders come over IPC, and in `CRASH_HOOK` for those that apply from the start of the process.
 */
const orders = v.variant('do', [
  /**
   * Kills the server at the point, or PostgreSQL; a point named `sent` is left to the test, which kills once the
   * provider has acted.
   */
  v.object({ do: v.literal('kill'), failpoint: v.string(), postmaster: v.optional(v.number()) }),
  v.object({ do: v.literal('hold'), holds: v.array(v.tuple([v.string(), v.string()])) }),
  /** Reports every point that an order passes. */
  v.object({ do: v.literal('record') }),
  /** This many seconds have passed, for the providers' adapters. */
  v.object({ do: v.literal('clock'), aheadSeconds: v.number() }),
])

let armed: { readonly failpoint: string; readonly postmaster?: number | undefined } | undefined
let isRecording = false
const holds = new Map<string, string>()
/** Seconds that have passed, added to the time of the saga and its adapters. */
let aheadSeconds = 0
Object.assign(
  systemClock,
  clockAhead(() => aheadSeconds * 1000),
)

/** The usual interval at which a server looks for due work; here it is a twentieth. */
const LOOK_EVERY_MS = 2_000
const realInterval = globalThis.setInterval
Reflect.set(globalThis, 'setInterval', (work: () => void, ms?: number, ...given: readonly unknown[]) =>
  Reflect.apply(realInterval, globalThis, [work, ms === LOOK_EVERY_MS ? ms / 20 : ms, ...given]),
)

function obey(message: unknown): void {
  const order = v.parse(orders, message)
  switch (order.do) {
    case 'kill':
      armed = order
      return
    case 'hold':
      for (const [orderId, failpoint] of order.holds) holds.set(orderId, failpoint)
      return
    case 'record':
      isRecording = true
      return
    case 'clock':
      aheadSeconds = order.aheadSeconds
  }
}

for (const order of v.parse(v.array(v.unknown()), JSON.parse(process.env['CRASH_HOOK'] ?? '[]'))) obey(order)
// A process that is killed keeps nothing: what it has compiled is kept before.
process.once('message', () => flushCompileCache())
process.on('message', message => {
  obey(message)
  process.send?.({ obeyed: Reflect.get(Object(message), 'do') })
})
// A test that ends without stopping its servers ends them too.
process.on('disconnect', () => process.exit())
process.channel?.unref()

const NEVER = new Promise<never>(() => undefined)

function atFailpoint(name: string, orderId: string): Promise<never> | undefined {
  if (isRecording) process.send?.({ passed: name, orderId })
  if (armed?.failpoint === name) stopTheWorld(name)
  if (holds.get(orderId) !== name) return undefined
  process.send?.({ held: orderId })
  return NEVER
}

function stopTheWorld(name: string): void {
  const postmaster = armed?.postmaster
  armed = undefined
  if (name.endsWith('.sent')) process.send?.({ reached: name })
  else if (postmaster === undefined) process.kill(process.pid, 'SIGKILL')
  else {
    killDatabase(postmaster)
    process.send?.({ reached: name })
  }
}

Reflect.set(globalThis, Symbol.for('kippu.failpoint'), atFailpoint)
