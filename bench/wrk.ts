import path from 'node:path'

import * as v from 'valibot'

import { runProgram } from './run-program.ts'

const INSTALL = 'apt-get install wrk'
/** A slow answer still counts; only a missing one is an error. */
const PATIENCE_SECONDS = 20

const answer = v.object({
  /** Requests that were answered, with any status. */
  answered: v.number(),
  /** The answers among these with a status above 399. */
  refused: v.number(),
  /** Failed connections, and requests without an answer. */
  broken: v.number(),
  seconds: v.number(),
  /** Latency, in ms. */
  p50: v.number(),
  p99: v.number(),
})
export type Load = v.InferOutput<typeof answer>

export interface WrkOptions {
  /** Path of the script that makes the requests; it requires `report`, which prints the answer's JSON. */
  readonly script: string
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Arguments of the script. */
  readonly words: readonly string[]
}

/** Sends requests over the given connections, each waiting for its answer. One thread of load. */
export async function runWrk({ script, url, connections, seconds, words }: WrkOptions): Promise<Load> {
  const load = ['-t1', '--timeout', `${PATIENCE_SECONDS}s`, `-c${connections}`, `-d${seconds}s`, '-s', script]
  const environment = { LUA_PATH: path.join(import.meta.dirname, '?.lua') }
  const printed = await runProgram(['wrk', ...load, url, '--', ...words], { install: INSTALL, environment })
  return v.parse(answer, JSON.parse(printed.trim().split('\n').at(-1) ?? ''))
}

/** As {@link runWrk}. @throws when a request was refused or a connection broke. */
export async function runWholeWrk(options: WrkOptions): Promise<Load> {
  const load = await runWrk(options)
  if (load.refused > 0 || load.broken > 0)
    throw new Error(`${load.refused} requests were refused, ${load.broken} connections broke`)
  return load
}

/** The version of wrk, to be stored with the results. */
export async function wrkVersion(): Promise<string> {
  // It prints its version together with its usage, and exits with a failure.
  const printed = await runProgram(['sh', '-c', 'wrk --version || true'], { install: INSTALL })
  return /^wrk \S+/.exec(printed)?.[0] ?? 'wrk'
}
