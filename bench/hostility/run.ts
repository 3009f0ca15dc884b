import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { buy } from '../hoarding/visitor.ts'
import { describeMachine } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop, type StopLater } from '../started.ts'

/**
 * Attacks a store of two web processes for ten minutes while honest buyers come, and compares them with buyers of the two minutes
 * before: `npm run drill:hostility`. Ends with 1 when they lose more than half of their speed, when one goes without tickets, or when
 * the memory of the store is not flat after the first minute.
 */
const isQuick = process.argv.includes('--quick')
const BUYERS = 4
const QUIET_MINUTES = isQuick ? 0.5 : 2
const HOSTILE_MINUTES = isQuick ? 2 : 10
const LEAST_SPEED = 0.5
/** The largest change against the mean of the second minute. */
const MOST_CHANGE = 0.1
const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 2_000

interface Phase {
  readonly purchases: number
  readonly aMinute: number
  /** Seconds. */
  readonly p50: number
  readonly slowest: number
  /** Mean MiB of each minute. */
  readonly memory: readonly number[]
  readonly askedToComeAgain: number
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const store = await startStore(2, stopLater)
  // The first purchases of a process are slow.
  await visit(store, 0.25)
  const quiet = await visit(store, QUIET_MINUTES)
  const told = attack(store, stopLater)
  const hostile = await visit(store, HOSTILE_MINUTES)
  const speed = hostile.aMinute / quiet.aMinute
  const [, second = 0, ...later] = hostile.memory
  const change = Math.max(...later.map(mean => Math.abs(mean / second - 1)))
  const answers = told()
  const results = { machine: describeMachine(), quiet, hostile, speed, change, answers }
  console.log(JSON.stringify(results, null, 2))
  if (!isQuick) console.log(writeResults('hostility', results))
  if (speed < LEAST_SPEED || change > MOST_CHANGE) process.exitCode = 1
})

/** Honest buyers, one after the other at each of some desks. @throws when one of them goes without tickets. */
async function visit(store: Store, minutes: number): Promise<Phase> {
  const times: number[] = []
  let delays = 0
  const begin = performance.now()
  const isOver = (): boolean => performance.now() - begin >= minutes * MINUTE_MS
  const memory: number[][] = []
  const look = async (): Promise<void> => {
    while (!isOver()) {
      const minute = Math.floor((performance.now() - begin) / MINUTE_MS)
      ;(memory[minute] ??= []).push(store.memory())
      await delay(LOOK_EVERY_MS)
    }
  }
  const come = async (desk: number): Promise<void> => {
    for (let number = 0; !isOver(); number += 1) {
      const email = `hana.${Math.round(begin)}.${desk}.${number}@honest.example`
      const bought = await buy(store, `198.51.100.${desk + 1}`, store.catalogue, email)
      times.push(bought.ms / 1_000)
      delays += bought.delays
    }
  }
  await Promise.all([look(), ...Array.from({ length: BUYERS }, (_, desk) => come(desk))])
  const took = (performance.now() - begin) / MINUTE_MS
  return {
    purchases: times.length,
    aMinute: times.length / took,
    p50: median(times),
    slowest: Math.max(...times),
    memory: memory.map(some => some.reduce((sum, one) => sum + one, 0) / some.length),
    askedToComeAgain: delays,
  }
}

/** @returns a function that tells how often which answer was given so far. */
function attack({ origin, catalogue }: Store, stopLater: StopLater): () => Record<string, number> {
  const target = [origin, catalogue.productUuid, String(catalogue.spans[0]), String(catalogue.adult)]
  const attacker = spawn(process.execPath, [path.join(import.meta.dirname, 'attacker.ts'), ...target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(attacker, 'exit')
  stopLater({
    stop: async () => {
      attacker.kill('SIGKILL')
      await ended
    },
  })
  const told: Record<string, number> = {}
  let rest = ''
  attacker.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      for (const [what, times] of Object.entries<number>(JSON.parse(line)))
        told[what] = (told[what] ?? 0) + times
  })
  return () => told
}
