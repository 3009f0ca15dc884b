import type { Answer } from '@kippu/contract/call'
import type { readTicketCodes as readTicketCodesCall } from '@kippu/contract/check-in'
import { LARGEST_VERSION, ROTATION_MS } from '@kippu/domain/check-in/signed-code'
import { jstIso } from '@kippu/domain/jst-date'

import { isRefusal } from '../../platform/http/refusal.ts'
import type { TokenQuestion } from '../../orders/bought/token-question.ts'
import type { UnknownToken } from '../../tickets/former-tokens.ts'
import { findHeldTickets } from '../../tickets/held-tickets.ts'
import { claimOf, presentTickets } from '../../tickets/present-tickets.ts'
import { type ShowingDeps, showingOf } from '../../tickets/showing.ts'

/** Codes that one answer has of each ticket: those of five minutes. A phone without a network shows them so long, and no picture longer. */
const CODES = 10

/** The next codes of tickets that change every half minute; none where the site does not ask for that. */
export async function readTicketCodes(
  deps: ShowingDeps,
  asked: TokenQuestion,
): Promise<Answer<typeof readTicketCodesCall> | UnknownToken> {
  const held = await findHeldTickets(deps.db, asked)
  if (isRefusal(held)) return held
  const showing = await showingOf(deps, asked.siteKey)
  const { gate, now } = showing
  if (!gate.rotates) return []
  const first = Math.floor(now / ROTATION_MS) * ROTATION_MS
  const starts = Array.from({ length: CODES }, (_, i) => first + i * ROTATION_MS)
  return presentTickets(showing, held, held.reader).flatMap(({ id, status, code }) => {
    const row = held.tickets.find(ticket => ticket.id === id)
    if (row === undefined || row.code_version > LARGEST_VERSION || status !== 'available' || code === '')
      return []
    const claim = { ...claimOf(row), uid: row.uid }
    return [
      {
        id,
        codes: starts.map(from => ({
          from: jstIso(from),
          code: gate.signedCode({ ...claim, issuedAt: from }),
        })),
      },
    ]
  })
}
