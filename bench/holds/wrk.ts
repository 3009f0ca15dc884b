import path from 'node:path'

import * as v from 'valibot'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { runProgram } from './run-program.ts'

const INSTALL = 'apt-get install wrk'
/** A slow answer still counts; only a missing one is an error. */
const PATIENCE_SECONDS = 20
const SCRIPT = path.join(import.meta.dirname, 'orders.lua')

const answer = v.object({
  /** Requests that were answered, with any status. */
  answered: v.number(),
  /** Of these, the answers with a status above 399. */
  refused: v.number(),
  /** Failed connections, and requests without an answer. */
  broken: v.number(),
  seconds: v.number(),
  /** Latency, in ms. */
  p50: v.number(),
  p99: v.number(),
})
export type Load = v.InferOutput<typeof answer>

export interface LoadOptions {
  readonly origin: string
  readonly catalogue: SmallCatalogue
  /** Number of time spans of the catalogue that are ordered, in turn. */
  readonly spans: number
  readonly connections: number
  readonly seconds: number
}

/** Orders two tickets again and again over the given connections, each waiting for its answer. One thread of load. */
export async function order(options: LoadOptions): Promise<Load> {
  const { origin, catalogue, spans, connections, seconds } = options
  const { productUuid, adult, child } = catalogue
  const load = [
    '-t1',
    '--timeout',
    `${PATIENCE_SECONDS}s`,
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    SCRIPT,
    `${origin}/api/v1/orders`,
  ]
  const what = [productUuid, String(adult), String(child), catalogue.spans.slice(0, spans).join(',')]
  const printed = await runProgram(['wrk', ...load, '--', ...what], { install: INSTALL })
  return v.parse(answer, JSON.parse(printed.trim().split('\n').at(-1) ?? ''))
}

/** The version of wrk, to be stored with the results. */
export async function wrkVersion(): Promise<string> {
  // It prints its version together with its usage, and exits with a failure.
  const printed = await runProgram(['sh', '-c', 'wrk --version || true'], { install: INSTALL })
  return /^wrk \S+/.exec(printed)?.[0] ?? 'wrk'
}
