import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { StartSettings } from './start-settings.ts'

/** Shorter is damaged: the store refuses it as well. */
const LEAST_LENGTH = 32

/**
 * A secret of a data folder: 32 random bytes in base64url, made once, readable by its owner alone. A damaged one is made
 * anew in a folder without a database; elsewhere links and codes that were given out depend on it, so it throws one line.
 */
export function rememberedSecret(
  { dataDir, databaseUrl }: Pick<StartSettings, 'dataDir' | 'databaseUrl'>,
  name: string,
): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) return make(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= LEAST_LENGTH) return secret
  if (databaseUrl !== undefined || existsSync(path.join(dataDir, 'postgres')))
    throw new Error(
      `${file} is damaged: it has ${secret.length} characters of ${LEAST_LENGTH} or more. Restore it, or remove it to have a new one made, with which links of before do not work.`,
    )
  return make(file)
}

/** A start that is killed half-way leaves none. */
function make(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const aside = `${file}.${randomUUID()}`
  try {
    writeDurably(aside, `${randomBytes(32).toString('base64url')}\n`)
    renameSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Returns when the disk has it. */
function writeDurably(file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600)
  try {
    writeSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
