import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import { encodeShiftJis } from '../../office/catalogue/files/encode-shift-jis.ts'
import { UsageError } from '../command.ts'

export const ENCODINGS = ['utf8', 'sjis'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes of a piece: each is one call to the system. */
const PIECE = 65_536

/** A text as the bytes of a file, some at a time. */
export async function* encoded(lines: AsyncIterable<string>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const encode = encoding === 'sjis' ? encodeShiftJis : (text: string) => Buffer.from(text)
  let waiting = ''
  for await (const line of lines) {
    waiting += line
    if (waiting.length < PIECE) continue
    yield encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encode(waiting)
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Writes a file whole or not at all: under a name that nobody knows before, until its last byte. A file or link that somebody else has put
 * there is never written to. Its owner alone may read it.
 * @throws UsageError for a folder, a link, a pipe or a device of that name: it would be replaced.
 */
export async function writeWhole(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  if (!(await isFree(file))) throw new UsageError(`${file} is there already, and is not a file`)
  const part = `${file}.${randomUUID()}.part`
  const handle = await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await pipeline(pieces, handle.createWriteStream({ flush: true }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function isFree(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}
