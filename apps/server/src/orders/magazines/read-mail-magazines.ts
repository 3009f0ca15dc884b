import type { Answer } from '@kippu/contract/call'
import type { readMailMagazines as readMailMagazinesCall } from '@kippu/contract/mail-magazines'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type ReaderKey, findReader } from './find-reader.ts'
import { MAGAZINES } from './magazines.ts'
import { listSubscribed } from './queries.ts'

/**
 * Returns every magazine, and whether the reader is subscribed to it. Somebody who has ended every subscription is
 * still a reader: the token in their old mails still opens the page of the magazines.
 */
export async function readMailMagazines(
  { db }: Pick<Deps, 'db'>,
  key: ReaderKey,
): Promise<Answer<typeof readMailMagazinesCall> | Refusal<'record not found'>> {
  return db.read(async tx => {
    const readerId = await findReader(tx, key)
    if (readerId === undefined) return refuse('record not found')
    const subscribed = new Set(await listSubscribed(tx, readerId))
    // A magazine has the name of its field in the buyer form.
    return MAGAZINES.map(magazine => ({ field_name: magazine, is_subscribed: subscribed.has(magazine) }))
  })
}
