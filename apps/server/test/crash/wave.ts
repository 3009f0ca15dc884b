import { setTimeout as delay } from 'node:timers/promises'

import type { KillCase, Running } from './kill-case.ts'
import type { MethodRig } from './method-rig.ts'
import { findOpen } from './passing-time.ts'
import type { ServerProcess } from './server-process.ts'

/** What the payments of one wave go through together. */

const QUIET_WITHIN_MS = 30_000

/** Orders are made, and what must have come to its end before has come to it. */
export async function begin(rig: MethodRig, cases: readonly KillCase[]): Promise<readonly Running[]> {
  const running: Running[] = []
  for (const one of cases) {
    const order = await rig.newOrder(one.driver)
    running.push({ ...one, order })
    await one.scenario.before?.(rig, one.driver, order)
  }
  await rig.providers.untilHeard()
  await rig.recover()
  return running
}

/** So much time passes as those wait that have to be looked at. */
export async function makeDue({ time }: MethodRig, running: readonly Running[]): Promise<void> {
  const isLong = running.some(({ scenario }) => scenario.afterwards === 'the deadline')
  await time.pass(isLong ? 900 : 120)
}

/**
 * Lets time pass, look by look, until the worker has ended everything, or `isOver`. The last passing is answered
 * with: it may have to wait for a payment that is held, and ends with its worker.
 */
export async function untilQuiet(
  { db, time }: MethodRig,
  worker: ServerProcess,
  isOver: () => boolean = () => false,
): Promise<{ readonly passing: Promise<void> }> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  let passing = Promise.resolve()
  for (;;) {
    if (isOver()) return { passing }
    const open = await findOpen(db)
    if (open.length === 0 || performance.now() > deadline) return { passing }
    if (!worker.isRunning()) throw new Error(worker.lastOutput())
    const next = Math.min(...open.map(({ seconds }) => seconds))
    if (next > 0) passing = time.pass(Math.ceil(next))
    await Promise.race([passing, untilTrue(isOver)])
    await delay(50)
  }
}

async function untilTrue(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  while (!isTrue() && performance.now() < deadline) await delay(10)
}
