import type { Answer } from '@kippu/contract/call'
import type {
  MailMagazine,
  releaseMailMagazine as releaseMailMagazineCall,
} from '@kippu/contract/mail-magazines'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type ReaderKey, findReader } from './find-reader.ts'
import { endSubscription } from './queries.ts'

/** Ends one subscription. One of two requests at once ends it. */
export async function releaseMailMagazine(
  { db }: Pick<Deps, 'db'>,
  key: ReaderKey,
  magazine: MailMagazine,
): Promise<
  Answer<typeof releaseMailMagazineCall> | Refusal<'mail magazine already unsubscribed' | 'record not found'>
> {
  return db.transaction(async tx => {
    const readerId = await findReader(tx, key)
    if (readerId === undefined) return refuse('record not found')
    const hasEnded = await endSubscription(tx, readerId, magazine)
    return hasEnded
      ? { field_name: magazine, is_subscribed: false }
      : refuse('mail magazine already unsubscribed')
  })
}
