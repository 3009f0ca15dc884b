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
  return {
    ...read(prefix, 'productInQuery'),
    ...read(prefix, 'membershipInQuery'),
    ...read(prefix, 'orderToken'),
    ...read(prefix, 'memberOrder'),
    ...read(prefix, 'mailToken'),
    ...read(prefix, 'paymentNumber'),
    ...read(prefix, 'payingBy'),
    ...read(prefix, 'veiledAddress'),
    ...read(prefix, 'dPayState'),
    ...read(prefix, 'orderDraft'),
    ...read(prefix, 'savedOrder'),
    ...read(prefix, 'savedSignIn'),
    ...read(prefix, 'savedPayment'),
    ...read(prefix, 'completeData'),
    ...read(prefix, 'purchaseData'),
  }
}

function read<Name extends PieceName>(prefix: string, name: Name): Partial<Pieces> {
  const text = tabStorage.getItem(prefix + name)
  if (text === null) return {}
  const piece = v.safeParse(PIECES[name], parseJson(text))
  return piece.success ? { [name]: piece.output } : {}
}
