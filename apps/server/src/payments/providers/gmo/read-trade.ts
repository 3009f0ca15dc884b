import type { AttemptRef, PaymentOutcome, QueryOutcome } from '../../port/port.ts'
import type { Trade } from './find-trade.ts'
import { errorOf } from './gmo-errors.ts'

/** The state of a trade, as far as our money is concerned. */
export type TradeStanding =
  | 'waiting'
  | 'authorized'
  | 'captured'
  | 'released'
  | 'refused'
  | 'expired'
  | 'at_work'
  | 'odd'

const STANDINGS: Readonly<Record<string, TradeStanding>> = {
  // Registered, or waiting for the visitor's step: no money yet.
  UNPROCESSED: 'waiting',
  AUTHENTICATED: 'waiting',
  REQSUCCESS: 'waiting',
  AUTHPROCESS: 'waiting',
  AUTH: 'authorized',
  CAPTURE: 'captured',
  SALES: 'captured',
  VOID: 'released',
  RETURN: 'released',
  RETURNX: 'released',
  CANCEL: 'released',
  PAYFAIL: 'refused',
  STOP: 'expired',
  EXPIRED: 'expired',
  PAYSUCCESS: 'at_work',
  REQSALES: 'at_work',
  TRADING: 'at_work',
}

/** A status that none of our calls leads to (CHECK, SAUTH) is for a person. */
export function standingOf({ status }: Trade): TradeStanding {
  return STANDINGS[status] ?? 'odd'
}

/** Executed, and now the visitor has to act on a page of the provider. */
export function isForVisitor({ status }: Trade): boolean {
  return status === 'AUTHENTICATED' || status === 'REQSUCCESS' || status === 'AUTHPROCESS'
}

/**
 * Reads the state of a trade for its attempt. A success of another amount is not a success.
 * @param waiting the meaning of a trade that waits for the visitor, or for us, to take the next step.
 */
export function readTrade(attempt: AttemptRef, trade: Trade, waiting: () => QueryOutcome): QueryOutcome {
  const { refs, status } = trade
  const standing = standingOf(trade)
  switch (standing) {
    case 'waiting':
      return waiting()
    case 'authorized':
    case 'captured':
      return ifEqual(attempt, trade, standing)
    case 'released':
      return { kind: 'voided', refs }
    case 'refused':
      return { kind: 'failed', refs, error: { ...errorOf('cancelled', [status]), retryable: true } }
    case 'expired':
      return { kind: 'failed', refs, error: { ...errorOf('expired', [status]), retryable: true } }
    case 'at_work':
      return { kind: 'pending', refs }
    case 'odd':
      return { kind: 'unknown', refs, reason: `status ${status}` }
  }
}

function ifEqual({ amount }: AttemptRef, trade: Trade, kind: 'authorized' | 'captured'): PaymentOutcome {
  const { refs } = trade
  const isEqual = trade.amount === amount.minor && trade.cancelled === 0
  if (isEqual) return { kind, refs }
  const reason = `${kind} ${trade.amount} less ${trade.cancelled} instead of ${amount.minor} yen`
  return { kind: 'mismatch', refs, reason }
}
