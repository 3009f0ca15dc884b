/** A text has a character that Shift_JIS does not have. */
export class NotInShiftJis extends Error {
  override readonly name = 'NotInShiftJis'

  constructor(character: string) {
    super(`Shift_JIS has no ${character}`)
  }
}

/** Bytes of each character, from the decoder of the platform: Shift_JIS as Windows writes it. */
let known: ReadonlyMap<string, readonly number[]> | undefined

/** @throws {NotInShiftJis} */
export function encodeShiftJis(text: string): Uint8Array {
  known ??= listCharacters()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const own = code < 0x80 ? [code] : known.get(character)
    if (own === undefined) throw new NotInShiftJis(character)
    bytes.push(...own)
  }
  return Uint8Array.from(bytes)
}

function listCharacters(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis')
  const single = bytesBetween(0xa1, 0xdf).map(byte => [byte])
  const leads = [...bytesBetween(0x81, 0x9f), ...bytesBetween(0xe0, 0xfc)]
  const trails = [...bytesBetween(0x40, 0x7e), ...bytesBetween(0x80, 0xfc)]
  const pairs = leads.flatMap(lead => trails.map(trail => [lead, trail]))
  const characters = new Map<string, readonly number[]>()
  for (const bytes of [...single, ...pairs]) {
    const text = decoder.decode(Uint8Array.from(bytes))
    const [character = '', ...more] = text
    // The first code of a character that has several is the one that Windows writes, except for those of NEC's second list.
    if (more.length === 0 && character !== '\uFFFD' && !characters.has(character))
      characters.set(character, bytes)
  }
  return characters
}

function bytesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
