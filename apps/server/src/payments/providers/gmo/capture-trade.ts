import type { AttemptRef, OperationOutcome } from '../../port/port.ts'
import { findTrade } from './find-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessOf, type Gmo, productOf } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { refusedOutcome } from './operation-outcome.ts'
import { standingOf } from './read-trade.ts'

/**
 * Captures the authorised amount. GMO refuses a repeat because of the trade's state, which then shows that it is done.
 * The answer names no amount, so the trade is queried afterwards.
 */
export async function captureTrade(gmo: Gmo, attempt: AttemptRef): Promise<OperationOutcome> {
  const reply = await gmo.client.call(...saleOf(gmo, attempt))
  switch (reply.kind) {
    case 'answer':
      return readSale(gmo, attempt, { kind: 'done' })
    case 'refused':
      return reply.refusal.kind === 'ask'
        ? readSale(gmo, attempt, { kind: 'already', state: 'captured' })
        : refusedOutcome(reply.refusal)
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', reason: reply.reason }
  }
}

function saleOf(gmo: Gmo, attempt: AttemptRef): [name: string, fields: GmoFields] {
  const sale = { ...accessOf(gmo, attempt), Amount: String(attempt.amount.minor) }
  const OrderID = attempt.providerOrderRef
  switch (productOf(attempt.method)) {
    case 'card':
      return ['AlterTran', { ...sale, JobCd: 'SALES', Method: '1' }]
    case 'paypay':
      return ['PaypaySales', { ...sale, OrderID }]
    case 'docomo':
      return ['DocomoSales', { ...sale, OrderID }]
    case 'brand_token':
      return ['SalesTranBrandtoken', { ...sale, OrderID }]
  }
}

/** @param captured the outcome when the money is captured. */
async function readSale(
  gmo: Gmo,
  attempt: AttemptRef,
  captured: OperationOutcome,
): Promise<OperationOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind !== 'trade')
    return { kind: 'unknown', reason: found.kind === 'none' ? 'captured, but not found' : found.reason }
  const { trade } = found
  switch (standingOf(trade)) {
    case 'captured': {
      if (trade.amount === attempt.amount.minor) return captured
      const codes = [`captured ${trade.amount} instead of ${attempt.amount.minor} yen`]
      return { kind: 'failed', error: errorOf('amount_mismatch', codes) }
    }
    case 'released':
      return { kind: 'already', state: 'voided' }
    case 'at_work':
      return { kind: 'accepted' }
    case 'waiting':
    case 'authorized':
    case 'refused':
    case 'expired':
    case 'odd':
      return { kind: 'unknown', reason: `captured, but then ${trade.status}` }
  }
}
