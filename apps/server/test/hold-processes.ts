import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import * as v from 'valibot'

import type { SmallCatalogue } from './small-catalogue.ts'

const BUYERS = fileURLToPath(new URL('hold-buyers.ts', import.meta.url))

/** What each buyer wants one of: a place in the next of the spans in turn, and a set product if one is named. */
export interface WantedByAll {
  readonly timeSpanIds: readonly number[]
  readonly set: { readonly productId: number; readonly timeSpanId: number } | null
  /** Each buyer comes again until nothing is sold to them. */
  readonly untilRefused?: boolean
  /** Of the buyers in turn; without them, all buy on the web. */
  readonly channels?: readonly string[]
}

/** Two server processes whose buyers all come at once. */
export interface HoldProcesses {
  /** Which buyers of each process got what they want, in the order they came. */
  readonly buyAtOnce: (catalogue: SmallCatalogue, wanted: WantedByAll) => Promise<boolean[][]>
  stop(): Promise<void>
}

export interface HoldProcessesOptions {
  readonly url: string
  /** `off`: they read the stock without its lock, and write when both have read. `cached`: whether a time span is sold they ask their cache alone. */
  readonly guard: 'on' | 'off' | 'cached'
  readonly buyersAProcess: number
}

export async function startHoldProcesses({
  url,
  guard,
  buyersAProcess,
}: HoldProcessesOptions): Promise<HoldProcesses> {
  const started = [1, 2].map(() => fork(BUYERS, [JSON.stringify({ url, guard })]))
  await Promise.all(started.map(child => once(child, 'message')))
  // The unguarded ones write only once both have read.
  let haveRead = 0
  for (const child of started) {
    child.on('message', message => {
      if (message !== 'has read') return
      haveRead += 1
      if (haveRead % started.length === 0) for (const other of started) other.send('write')
    })
  }
  return {
    async buyAtOnce(catalogue, { timeSpanIds, ...wanted }) {
      const round = {
        ...wanted,
        timeSpanIds: Array.from(
          { length: buyersAProcess },
          (_, buyer) => timeSpanIds[buyer % timeSpanIds.length],
        ),
        productId: catalogue.productId,
        optionValueId: catalogue.adult,
      }
      const answers = started.map(answerOf)
      for (const child of started) child.send(round)
      return Promise.all(answers)
    },
    stop: async () => {
      await Promise.all(started.map(stop))
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

function answerOf(child: ChildProcess): Promise<boolean[]> {
  return new Promise(resolve => {
    child.on('message', function listen(message: unknown) {
      if (typeof message !== 'object' || message === null || !('granted' in message)) return
      child.off('message', listen)
      resolve(v.parse(v.array(v.boolean()), message.granted))
    })
  })
}
