import path from 'node:path'
import { pathToFileURL } from 'node:url'

import * as v from 'valibot'

import { claimPort } from '../../tools/start/claim-ports.ts'
import { placeIn } from '../../tools/check/moved-files.ts'
import { cpuProfile, type CpuProfile } from './profile.ts'

/** A program that `observed.ts` is preloaded into. */
export interface Observed {
  startProfile(): Promise<void>
  stopProfile(): Promise<CpuProfile>
  /** Delays every later answer to a call of the store by this much; for the simulators. */
  delayAnswers(ms: number): Promise<void>
}

/**
 * The variables for starting a stack, and the clients for observing its programs once they run.
 * @param root folder of its program.
 */
export async function observe(root: string): Promise<{
  readonly variables: Readonly<Record<string, string>>
  readonly server: Observed
  readonly simulators: Observed
}> {
  const [server, simulators] = [await claimPort(), await claimPort()]
  const preload = pathToFileURL(path.join(import.meta.dirname, 'observed.ts')).href
  const ports = {
    [placeIn(root, 'apps/server/src/start/main.ts')]: server,
    'apps/simulators/src/main.ts': simulators,
  }
  return {
    variables: { NODE_OPTIONS: `--import=${preload}`, BENCH_CONTROL_PORTS: JSON.stringify(ports) },
    server: clientOf(server),
    simulators: clientOf(simulators),
  }
}

function clientOf(port: number): Observed {
  const ask = async (call: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}${call}`)).json()
  return {
    startProfile: async () => void (await ask('/profile/start')),
    stopProfile: async () => v.parse(cpuProfile, await ask('/profile/stop')),
    delayAnswers: async ms => void (await ask(`/delay?ms=${ms}`)),
  }
}
