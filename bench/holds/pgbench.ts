import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { runProgram } from '../run-program.ts'

const INSTALL = 'apt-get install postgresql'

export interface UpdateOptions {
  readonly databaseUrl: string
  readonly catalogue: SmallCatalogue
  /** Number of time spans of the catalogue that are sold from, at random. */
  readonly spans: number
  readonly clients: number
  readonly seconds: number
  /** The folder for the script. */
  readonly folder: string
}

/**
 * Transactions a second of the conditional update alone, prepared: no order is written, and no answer goes over HTTP.
 */
export async function updateOnly(options: UpdateOptions): Promise<number> {
  const { databaseUrl, catalogue, spans, clients, seconds, folder } = options
  const script = path.join(folder, 'conditional-update.sql')
  const [first, last] = [catalogue.spans[0], catalogue.spans[spans - 1]]
  writeFileSync(
    script,
    `\\set span random(${first}, ${last})
     update time_spans set taken = taken + 2 where id = :span and taken + 2 <= capacity;`,
  )
  const load = ['-n', '-M', 'prepared', '-j', '1', '-c', String(clients), '-T', String(seconds), '-f', script]
  const printed = await runProgram([findPgbench(), ...load, databaseUrl], { install: INSTALL })
  const processed = /^number of transactions actually processed: (\d+)/m.exec(printed)?.[1]
  if (processed === undefined) throw new Error(`pgbench said no number of transactions: ${printed}`)
  return Number(processed) / seconds
}

/** The version of pgbench, to be stored with the results. */
export async function pgbenchVersion(): Promise<string> {
  return (await runProgram([findPgbench(), '--version'], { install: INSTALL })).trim()
}

/** Debian installs it beside its server; elsewhere it is in the path. */
function findPgbench(): string {
  return globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().at(-1) ?? 'pgbench'
}
