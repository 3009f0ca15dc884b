import * as v from 'valibot'

import { parseJson } from './parse-json.ts'
import { PIECES } from './piece-schemas.ts'
import type { PieceName, Pieces } from './pieces.ts'
import { tabStorage } from './storage.ts'

/**
 * The pieces that this tab has under a prefix; a piece that no longer fits is forgotten. It is a chunk of its own: a
 * first-time visitor has stored nothing, and needs neither the schemas nor their library to choose a day.
 */
export function readStoredPieces(prefix: string): Partial<Pieces> {
  return Object.keys(PIECES)
    .filter(name => isPieceName(name))
    .reduce<Partial<Pieces>>((stored, name) => ({ ...stored, ...read(prefix, name) }), {})
}

function isPieceName(name: string): name is PieceName {
  return Object.hasOwn(PIECES, name)
}

function read<Name extends PieceName>(prefix: string, name: Name): Partial<Pieces> {
  const text = tabStorage.getItem(prefix + name)
  if (text === null) return {}
  const piece = v.safeParse(PIECES[name], parseJson(text))
  return piece.success ? { [name]: piece.output } : {}
}
