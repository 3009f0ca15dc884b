import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import { encodeShiftJis } from '../books/shift-jis.ts'

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

/** Writes a file whole or not at all: under another name until its last byte. */
export async function writeWhole(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(pieces, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
