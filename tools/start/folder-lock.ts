import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { processCommand } from './process-command.ts'

/** A folder that this process alone uses. */
export interface FolderLock {
  stop(): Promise<void>
}

/**
 * Takes a data folder for this launcher. A note names the process that has it; the note of a process that is no longer
 * there, killed or from before a restart of the machine, is taken over. Throws one line while another launcher lives.
 * @param command for the line: `npm start`.
 */
export function lockFolder(folder: string, command: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'launcher.lock')
  const aside = `${file}.${randomUUID()}`
  const mine = `${process.pid}\n${processCommand(process.pid) ?? ''}\n`
  writeFileSync(aside, mine)
  try {
    while (!linkUnlessThere(aside, file)) {
      const note = readNote(file)
      const holder = note === undefined ? undefined : holderOf(note)
      if (holder !== undefined)
        throw new Error(
          `Kippu already runs in ${folder} (process ${holder}): stop it, or choose another folder with DATA_DIR=… ${command}`,
        )
      if (note !== undefined) removeStale(file, note)
    }
  } finally {
    rmSync(aside, { force: true })
  }
  return {
    stop: async () => {
      if (readNote(file) === mine) rmSync(file, { force: true })
    },
  }
}

/** The living process that a note names. It has its command line, because process numbers are used again. */
function holderOf(note: string): number | undefined {
  const [number = '', ...command] = note.trimEnd().split('\n')
  const pid = Number(number)
  const isAlive = pid !== process.pid && processCommand(pid) === command.join('\n')
  return isAlive ? pid : undefined
}

/** Another starter may have taken the folder meanwhile: its note is put back. */
function removeStale(file: string, stale: string): void {
  const away = `${file}.${randomUUID()}`
  try {
    renameSync(file, away)
  } catch {
    return
  }
  if (readNote(away) !== stale) linkUnlessThere(away, file)
  rmSync(away, { force: true })
}

function linkUnlessThere(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function readNote(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
