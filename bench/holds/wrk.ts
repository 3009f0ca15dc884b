import path from 'node:path'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { type Load, runWrk } from '../wrk.ts'

const SCRIPT = path.join(import.meta.dirname, 'orders.lua')

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
  return runWrk({
    script: SCRIPT,
    url: `${origin}/api/v1/orders`,
    connections,
    seconds,
    words: [productUuid, String(adult), String(child), catalogue.spans.slice(0, spans).join(',')],
  })
}
