import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { listed } from '../platform/db/list.ts'
import { hashToken, type Tokens } from '../platform/tokens.ts'
import { PARTY_COLUMNS, type PartyRow } from './party.ts'
import { tellPasses } from './tell-passes.ts'
import { newTicketCode } from './ticket-code.ts'

/** A ticket that is about to change hands, locked. */
export interface PassingTicket extends PartyRow {
  readonly uid: string
  readonly code_version: number
  readonly is_used: boolean
  readonly is_revoked: boolean
  /** With whom it is; null with its buyer. */
  readonly share_id: string | null
}

/**
 * The tickets of a reservation by their number, locked until the transaction ends: a transaction that moves, gives back
 * or uses one locks it too.
 */
export async function lockPassing(tx: Tx, reservationId: string): Promise<readonly PassingTicket[]> {
  const { rows } = await sql<PassingTicket>`
    select tickets.id, tickets.type, tickets.option_value_id, tickets.share_id, tickets.code_version,
           tickets.uid, tickets.used_at is not null as is_used,
           tickets.revoked_at is not null as is_revoked, ${PARTY_COLUMNS.admits_to} as admits_to, ${PARTY_COLUMNS.span} as span,
           ${PARTY_COLUMNS.only_with} as only_with, ${PARTY_COLUMNS.is_available} as is_available
      from tickets
     where tickets.reservation_id = ${reservationId}::uuid
     order by tickets.id for no key update`.execute(tx)
  return rows
}

interface Pass {
  readonly reservationId: string
  /** The share that gets them; null where they come back to their buyer. */
  readonly to: string | null
  readonly tickets: readonly Pick<PassingTicket, 'id' | 'uid' | 'code_version'>[]
}

/**
 * Tickets change hands: each gets a code of the next version, so that every copy that the former hands have is refused.
 * The caller has locked them.
 */
export async function passTickets(
  tx: Tx,
  tokens: Tokens,
  { reservationId, to, tickets }: Pass,
): Promise<void> {
  const passed = tickets.map(({ id: number, uid, code_version: version }) => {
    const origin = { reservationId, number, uid, codeVersion: version + 1 }
    return { ...origin, codeHash: hashToken(newTicketCode(tokens, origin)) }
  })
  const handedOnAt: RawBuilder<unknown> = to === null ? sql`null` : sql`now()`
  await sql`
    update tickets as t
       set code_version = p.code_version, code_hash = p.code_hash, share_id = ${to}::uuid,
           handed_on_at = ${handedOnAt}
      from ${listed('p', {
        number: ['int', passed.map(({ number }) => number)],
        code_version: ['int', passed.map(({ codeVersion }) => codeVersion)],
        code_hash: ['bytea', passed.map(({ codeHash }) => codeHash)],
      })}
     where t.reservation_id = ${reservationId}::uuid and t.id = p.number`.execute(tx)
  await tellPasses(tx, reservationId)
}
