import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

import * as v from 'valibot'

/**
 * The value that lies as JSON in a file of the data folder; the first call makes it. It is readable by its owner alone,
 * whole or not there, and if two processes make it at the same time, both use that of the first.
 */
export async function keptJson<Value>(
  path: string,
  schema: v.GenericSchema<unknown, Value>,
  make: () => Promise<Value>,
): Promise<Value> {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    const made = `${path}.${process.pid}`
    writeFileSync(made, JSON.stringify(await make()), { mode: 0o600 })
    keepFirst(made, path)
  }
  return v.parse(schema, JSON.parse(readFileSync(path, 'utf8')))
}

function keepFirst(made: string, path: string): void {
  try {
    linkSync(made, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(made)
  }
}
