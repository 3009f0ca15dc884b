import { UnreadableFile } from './raw-sheet.ts'

const NUL = 0
const LINE_FEED = 10

/** The text of a file in UTF-8, with a mark or without, UTF-16 with a mark, or Shift_JIS. @throws UnreadableFile in any other. */
export function decodeText(file: string, bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs(file, bytes, 'utf-16le')
  if (bytes.includes(NUL))
    throw new UnreadableFile({ file, text: 'this is not a text file: save it as CSV (UTF-8)' })
  const utf8 = decoded(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const shiftJis = decoded(bytes, 'shift_jis')
  if (shiftJis !== undefined) return shiftJis
  const text = 'neither UTF-8 nor Shift_JIS from here on: save it as CSV (UTF-8)'
  throw new UnreadableFile({ file, line: lineOfFirstFault(bytes), text })
}

function decodeAs(file: string, bytes: Uint8Array, encoding: string): string {
  const text = decoded(bytes, encoding)
  if (text === undefined) throw new UnreadableFile({ file, text: `this is not whole text in ${encoding}` })
  return text
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The line on which the first byte stands that is in neither encoding, by halves. */
function lineOfFirstFault(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, start)
    const part = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (decoded(part, 'utf-8') === undefined && decoded(part, 'shift_jis') === undefined) return line
    if (end === -1) return line
    start = end + 1
    line += 1
  }
}
