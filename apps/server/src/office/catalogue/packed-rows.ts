import type { Row, SaidRow, Value } from './sheets/sheet.ts'

/** The byte before a value says its kind. */
const [NOTHING, NULL, NO, YES, NUMBER, TEXT, AS_OTHER] = [0, 1, 2, 3, 4, 5, 6]
const NUMBER_BYTES = 8
const LENGTH_BYTES = 4
/** The most bytes that a character takes in UTF-8. */
const CHARACTER_BYTES = 3

/** Bytes that are taken at a time; a larger row has its own. */
const PIECE = 262_144

/**
 * Rows as bytes. They lie outside the heap, so that a season of them is not looked through again and again for what may be thrown away, and take a
 * fifth of what their values do. A row is made anew whenever it is read.
 */
export class PackedRows {
  readonly #pieces: Buffer[] = []
  /** The piece of each row and its place there, as one number. */
  readonly #starts: number[] = []
  #used = PIECE

  /** Adds a row and returns its place. Values that it shares with `other` take a byte; it is read beside the same one. */
  add(row: SaidRow, other?: Row): number {
    const piece = this.#pieceFor(row)
    this.#starts.push((this.#pieces.length - 1) * PIECE + this.#used)
    let at = piece.writeUInt16LE(row.length, this.#used)
    for (const [index, value] of row.entries())
      at =
        other !== undefined && index < other.length && other[index] === value
          ? piece.writeUInt8(AS_OTHER, at)
          : write(piece, value, at)
    this.#used = at
    return this.#starts.length - 1
  }

  /** The row at a place; where it says nothing it has `nothing`. */
  read<T>(place: number, nothing: T, other?: Row): Array<Value | T> {
    const start = this.#starts[place] ?? 0
    const piece = this.#pieces[Math.floor(start / PIECE)]
    const row: Array<Value | T> = []
    if (piece === undefined) return row
    let at = start % PIECE
    const length = piece.readUInt16LE(at)
    at += 2
    for (let index = 0; index < length; index += 1) {
      const kind = piece[at]
      at += 1
      if (kind === NUMBER) {
        row.push(piece.readDoubleLE(at))
        at += NUMBER_BYTES
      } else if (kind === TEXT) {
        const end = at + LENGTH_BYTES + piece.readUInt32LE(at)
        row.push(piece.toString('utf8', at + LENGTH_BYTES, end))
        at = end
      } else if (kind === AS_OTHER) row.push(other?.[index] ?? null)
      else if (kind === NULL) row.push(null)
      else row.push(kind === NOTHING ? nothing : kind === YES)
    }
    return row
  }

  *rows(): Generator<Row, void, void> {
    for (const place of this.#starts.keys()) yield this.read(place, null)
  }

  /** The last piece where it has room, or a new one. */
  #pieceFor(row: SaidRow): Buffer {
    let most = 2
    for (const value of row)
      most += 1 + (typeof value === 'string' ? LENGTH_BYTES + CHARACTER_BYTES * value.length : NUMBER_BYTES)
    const last = this.#pieces.at(-1)
    if (last !== undefined && this.#used + most <= last.length && this.#used < PIECE) return last
    const piece = Buffer.allocUnsafeSlow(Math.max(PIECE, most))
    this.#pieces.push(piece)
    this.#used = 0
    return piece
  }
}

/** Returns where the value ends. */
function write(piece: Buffer, value: Value | undefined, at: number): number {
  if (typeof value === 'string') {
    const length = piece.write(value, at + 1 + LENGTH_BYTES, 'utf8')
    piece.writeUInt8(TEXT, at)
    return piece.writeUInt32LE(length, at + 1) + length
  }
  if (typeof value === 'number') return piece.writeDoubleLE(value, piece.writeUInt8(NUMBER, at))
  if (typeof value === 'boolean') return piece.writeUInt8(value ? YES : NO, at)
  return piece.writeUInt8(value === undefined ? NOTHING : NULL, at)
}
