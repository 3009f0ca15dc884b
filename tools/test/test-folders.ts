import { accessSync, constants, statfsSync } from 'node:fs'
import { COMPILED_CODE } from '../start/root.ts'

/** Linux keeps the files of this folder in memory. In a container it may be very small. */
const MEMORY_FOLDER = '/dev/shm'
/** Bytes: more than the databases, mails and browsers of a whole run. */
const ENOUGH = 6 * 1024 ** 3

/**
 * Keeps the temporary files of this process, and of all that it starts, in memory where there is plenty: a database is copied there in
 * a tenth of the time (decision 88). A `TMPDIR` that is set stays as it is.
 */
export function keepTemporaryFilesInMemory({ folder = MEMORY_FOLDER, enough = ENOUGH } = {}): void {
  if (process.env['TMPDIR'] === undefined && roomIn(folder) >= enough) process.env['TMPDIR'] = folder
}

/** In bytes; 0 where there is no such folder, or nothing may be written. */
function roomIn(folder: string): number {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return 0
  }
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, process.availableMemory())
}

/**
 * Has Node keep the code that the processes compile which this one starts, for those after them (decision 88): most test files of the web have a
 * process of their own, which would compile the same libraries again. A `NODE_COMPILE_CACHE` that is set stays as it is.
 */
export function keepCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED_CODE
}
