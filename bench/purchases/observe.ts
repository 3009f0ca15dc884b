import { pathToFileURL } from 'node:url'
import path from 'node:path'

import * as v from 'valibot'

import { freePort } from '../../tools/free-port.ts'
import { cpuProfile, type CpuProfile } from './profile.ts'

/** The time that a process has used since it began, in ms. `loopActive`: its main thread was busy, or wanted a core. */
export interface Usage {
  readonly cpuMs: number
  readonly loopActiveMs: number
  readonly loopIdleMs: number
}

/** A program that `observed.ts` is preloaded into. */
export interface Observed {
  usage(): Promise<Usage>
  startProfile(): Promise<void>
  stopProfile(): Promise<CpuProfile>
  /** Delays every later answer to a call of the store by this much; for the simulators. */
  delayAnswers(ms: number): Promise<void>
}

const usage = v.object({ cpuMs: v.number(), loopActiveMs: v.number(), loopIdleMs: v.number() })

/** The variables for starting a program, and the client for observing it once it runs. */
export async function observe(): Promise<{
  readonly variables: Readonly<Record<string, string>>
  readonly observed: Observed
}> {
  const port = await freePort()
  const preload = pathToFileURL(path.join(import.meta.dirname, 'observed.ts')).href
  const ask = async (call: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${call}`)).json()
  return {
    variables: { NODE_OPTIONS: `--import=${preload}`, BENCH_CONTROL_PORT: String(port) },
    observed: {
      usage: async () => v.parse(usage, await ask('/usage')),
      startProfile: async () => void (await ask('/profile/start')),
      stopProfile: async () => v.parse(cpuProfile, await ask('/profile/stop')),
      delayAnswers: async ms => void (await ask(`/delay?ms=${ms}`)),
    },
  }
}
