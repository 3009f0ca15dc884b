import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { lockPassing } from '../hand-on.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'
import { holderToken } from './share-tokens.ts'

export interface AcceptShare {
  readonly siteKey: string
  /** The token of the link. */
  readonly token: string
  /** Made up by the browser that accepts. */
  readonly key: string
}

/**
 * Gives what was handed on to the first who accepts it. The tickets are locked, as by those who take them back or give
 * their money back: one of them comes first, and the other finds what is left. The same key gets the same answer again.
 */
export async function acceptShare(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, token, key }: AcceptShare,
): Promise<{ readonly reservation_token: string } | Refusal<'record not found' | 'share accepted already'>> {
  if (!isTokenOf('share', token)) return refuse('record not found')
  const hash = hashToken(key)
  return db.transaction(async tx => {
    const found = await findShare(tx, { siteKey, token })
    if (found === undefined) return refuse('record not found')
    const tickets = await lockPassing(tx, found.reservationId)
    const share = await findShare(tx, { siteKey, token })
    if (share === undefined) return refuse('record not found')
    const { id, holderHash, acceptanceHash } = share
    if (holderHash !== null && acceptanceHash !== null)
      return acceptanceHash.equals(hash)
        ? { reservation_token: holderToken(tokens, id, holderHash) }
        : refuse('share accepted already')
    // Nobody is told of tickets whose money went back.
    if (!tickets.some(ticket => ticket.share_id === id && !ticket.is_revoked))
      return refuse('record not found')
    const holder = tokens.derive('shared', id)
    await tx
      .updateTable('shares')
      .set({ accepted_at: sql<Date>`now()`, holder_hash: hashToken(holder), acceptance_hash: hash })
      .where('id', '=', id)
      .execute()
    return { reservation_token: holder }
  })
}

interface FoundShare {
  readonly id: string
  readonly reservationId: string
  readonly holderHash: Buffer | null
  readonly acceptanceHash: Buffer | null
}

/** The share of a site that a link leads to and that was not taken back. */
export function findShare(
  tx: Tx,
  { siteKey, token }: Pick<AcceptShare, 'siteKey' | 'token'>,
): Promise<FoundShare | undefined> {
  return tx
    .selectFrom('shares')
    .select([
      'id',
      'reservation_id as reservationId',
      'holder_hash as holderHash',
      'acceptance_hash as acceptanceHash',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('site_key', '=', siteKey)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
}
