import * as v from 'valibot'

import { killDatabase } from './kill-database.ts'

/**
 * Preloaded into the server of the crash tests (`node --import`): stops the world at one failpoint. What is to be killed
 * is told over IPC; that a point is reached is told back. A point named `sent` is left to the test, which waits until
 * the provider has acted before it kills.
 */
const order = v.object({
  failpoint: v.string(),
  /** First process of PostgreSQL; without it the server itself is killed. */
  postmaster: v.optional(v.number()),
})

let armed: v.InferOutput<typeof order> | undefined

process.on('message', message => {
  armed = v.parse(order, message)
  process.send?.({ armed: armed.failpoint })
})
process.channel?.unref()

Reflect.set(globalThis, Symbol.for('kippu.failpoint'), (name: string) => {
  if (armed?.failpoint !== name) return
  const { postmaster } = armed
  armed = undefined
  if (name.endsWith('.sent')) process.send?.({ reached: name })
  else if (postmaster === undefined) process.kill(process.pid, 'SIGKILL')
  else {
    killDatabase(postmaster)
    process.send?.({ reached: name })
  }
})
