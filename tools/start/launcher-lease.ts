import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { processCommand } from './process-command.ts'

/** A note in a folder which says that a living process uses it. */
export interface Lease {
  /** Removes the note; true when no other living process has one. */
  release(): boolean
}

/** Leaves a note for this process. Notes of dead processes do not count, and are removed. */
export function takeLease(folder: string): Lease {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${process.pid}-${randomUUID()}`)
  writeFileSync(file, processCommand(process.pid) ?? '')
  return {
    release() {
      rmSync(file, { force: true })
      return readdirSync(folder).every(name => !isHeld(folder, name))
    },
  }
}

/** The note contains its writer's command line, because process numbers are used again. */
function isHeld(folder: string, name: string): boolean {
  const file = path.join(folder, name)
  try {
    if (processCommand(Number.parseInt(name, 10)) === readFileSync(file, 'utf8')) return true
    rmSync(file, { force: true })
  } catch {
    // Its owner removed it at this moment.
  }
  return false
}
