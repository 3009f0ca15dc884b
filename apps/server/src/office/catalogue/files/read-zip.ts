import { crc32 } from 'node:zlib'

import { sumOf } from '@kippu/domain/sum'
import { Inflate } from 'fflate'

import type { Words } from './raw-sheet.ts'

/** Bytes of all files of an archive together, unpacked: a small file may claim to be a huge one. */
const MOST_UNPACKED = 300 * 1024 * 1024
const MOST_ENTRIES = 2_000

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

/** Why an archive can't be read. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive'
  readonly words: Words

  constructor(...words: Words) {
    super(words[0])
    this.words = words
  }
}

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** A file of an archive, unpacked piece by piece. */
export type OpenEntry = (name: string) => Iterable<Uint8Array> | undefined

/** Opens the files of a ZIP archive by their names, each unpacked as it is read: no more than a piece of it is in memory. @throws BrokenArchive */
export function readZip(bytes: Uint8Array): OpenEntry {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = within(() => entriesOf(buffer))
  const unpacked = new Map<string, number>()
  return name => {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    unpacked.set(name, entry.size)
    if (sumOf([...unpacked.values()]) > MOST_UNPACKED)
      throw new BrokenArchive('unpacked it is too large', '展開すると大きすぎます')
    return pieces(buffer, entry)
  }
}

function entriesOf(buffer: Buffer): ReadonlyMap<string, Entry> {
  const end = findEnd(buffer)
  const count = buffer.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new BrokenArchive('it has too many parts', '部分が多すぎます')
  const entries = new Map<string, Entry>()
  let at = buffer.readUInt32LE(end + 16)
  for (let turn = 0; turn < count; turn += 1) {
    if (buffer.readUInt32LE(at) !== ENTRY)
      throw new BrokenArchive('its list of parts is torn', '部分の一覧が壊れています')
    if ((buffer.readUInt16LE(at + 8) & 1) === 1)
      throw new BrokenArchive('it is protected by a password', 'パスワードで保護されています')
    const nameBytes = buffer.readUInt16LE(at + 28)
    const name = buffer.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      method: buffer.readUInt16LE(at + 10),
      crc: buffer.readUInt32LE(at + 16),
      packed: buffer.readUInt32LE(at + 20),
      size: buffer.readUInt32LE(at + 24),
      offset: buffer.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(buffer: Buffer): number {
  const lowest = Math.max(0, buffer.length - END_BYTES - LONGEST_COMMENT)
  for (let at = buffer.length - END_BYTES; at >= lowest; at -= 1)
    if (buffer.readUInt32LE(at) === END) return at
  throw new BrokenArchive('its end is missing', '終わりがありません')
}

/** Small enough that what one of them becomes, a thousandfold at most, is small too. */
const PACKED_PIECE = 4_096
const STORED_PIECE = 65_536

function* pieces(
  buffer: Buffer,
  { method, crc, packed, size, offset }: Entry,
): Generator<Uint8Array, void, void> {
  const data = within(() => dataOf(buffer, { packed, offset }))
  if (method !== STORED && method !== DEFLATED)
    throw new BrokenArchive('it is packed in an unknown way', '圧縮方法が分かりません')
  let [sum, count] = [0, 0]
  for (const piece of method === STORED ? stored(data) : inflated(data)) {
    count += piece.length
    if (count > size) break
    sum = crc32(piece, sum)
    yield piece
  }
  if (count !== size || sum !== crc)
    throw new BrokenArchive('one of its parts is damaged', '部分が壊れています')
}

function dataOf(buffer: Buffer, { packed, offset }: Pick<Entry, 'packed' | 'offset'>): Uint8Array {
  if (buffer.readUInt32LE(offset) !== LOCAL)
    throw new BrokenArchive('one of its parts is torn', '部分が途中で切れています')
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const data = buffer.subarray(start, start + packed)
  if (data.length !== packed) throw new BrokenArchive('one of its parts is torn', '部分が途中で切れています')
  return data
}

function* stored(data: Uint8Array): Generator<Uint8Array, void, void> {
  for (let at = 0; at < data.length; at += STORED_PIECE) yield data.subarray(at, at + STORED_PIECE)
}

function* inflated(data: Uint8Array): Generator<Uint8Array, void, void> {
  let ready: Uint8Array[] = []
  const inflate = new Inflate(piece => ready.push(piece))
  for (let at = 0; at < data.length; at += PACKED_PIECE) {
    within(() => inflate.push(data.subarray(at, at + PACKED_PIECE), at + PACKED_PIECE >= data.length))
    yield* ready
    ready = []
  }
}

/** Offsets that lead out of the file, and data that are not packed as they say, are faults of the archive. */
function within<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof BrokenArchive) throw error
    if (error instanceof RangeError || (error instanceof Error && 'code' in error))
      throw new BrokenArchive('one of its parts is damaged', '部分が壊れています')
    throw error
  }
}
