import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

import * as v from 'valibot'

/** An append-only file with one JSON value a line. */
export interface JsonLines<Value> {
  append(value: Value): void
  close(): void
}

/**
 * Opens the file and hands every line already in it to `onLine`, oldest first.
 *
 * A line reaches the operating system before `append` returns, so that `kill -9` loses nothing that was answered. A
 * last line without its line break was never acknowledged and is cut off.
 * @throws when a complete line does not fit the schema: the file belongs to another version.
 */
export function openJsonLines<Value>(
  path: string,
  schema: v.GenericSchema<unknown, Value>,
  onLine: (value: Value) => void,
): JsonLines<Value> {
  mkdirSync(dirname(path), { recursive: true })
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = content.lastIndexOf('\n') + 1
  for (const line of content.subarray(0, whole).toString('utf8').split('\n')) {
    if (line !== '') onLine(v.parse(schema, JSON.parse(line)))
  }
  const file = openSync(path, 'a')
  if (whole < content.length) ftruncateSync(file, whole)
  return {
    append: value => void writeSync(file, `${JSON.stringify(value)}\n`),
    close: () => closeSync(file),
  }
}
