import { setTimeout as delay } from 'node:timers/promises'

import type { KillCase, RunningCase } from './kill-case.ts'
import type { MethodRig } from './method-rig.ts'
import { findOpen } from './passing-time.ts'
import type { ServerProcess } from './server-process.ts'

/** The steps that the payments of one wave take together. */

const QUIET_WITHIN_MS = 30_000

/** Creates the orders, and finishes what must have ended before. */
export async function begin(rig: MethodRig, cases: readonly KillCase[]): Promise<readonly RunningCase[]> {
  const running: RunningCase[] = []
  for (const one of cases) {
    const { scenario } = one
    const order = await (scenario.order?.(rig, one.driver) ?? rig.newOrder(one.driver))
    running.push({ ...one, order })
    await scenario.before?.(rig, one.driver, order)
  }
  await rig.providers.untilHeard()
  await rig.recover()
  return running
}

/** Makes all visits, and then lets the providers send the webhook requests of them. */
export async function visitAll(rig: MethodRig, running: readonly RunningCase[]): Promise<void> {
  await rig.providers.holdNotices(true)
  for (const one of running) await one.scenario.visit(rig, one.driver, one.order)
  await rig.providers.holdNotices(false)
  await rig.providers.untilHeard()
}

/** Lets enough time pass for the waiting payments to become due. */
export async function makeDue({ time }: MethodRig, running: readonly RunningCase[]): Promise<void> {
  const isLong = running.some(({ scenario }) => scenario.afterwards === 'the deadline')
  await time.pass(isLong ? 900 : 120)
}

/**
 * Lets time pass, look by look, until the worker has ended everything, or `isOver`. Returns the last look: it may have
 * to wait for a payment that is held, and ends with its worker.
 */
export async function untilQuiet(
  { db, time }: Pick<MethodRig, 'db' | 'time'>,
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
