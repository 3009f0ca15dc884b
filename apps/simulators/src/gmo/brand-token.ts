import { readApplePayToken } from '../core/apple-pay-token.ts'
import { conductOf } from '../core/test-cards.ts'
import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { presentAltered, presentExecuted } from './present-trade.ts'
import { amountProblems, tradeOfShop } from './read-call.ts'
import type { Trade } from './records.ts'
import { captureAll, settledTrade } from './settle-card.ts'
import { authorize, heldBy, reduce, refund, reverseAll, totalOf } from './trade-life.ts'

/**
 * `ExecTranBrandtoken`: charges the card of Apple Pay's token (base64 of `paymentData`), once and for the amount in the
 * token.
 */
export function executeBrandToken(call: Call): Answer {
  const found = tradeOfShop(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  if (trade.pay_type !== 'brandtoken') return refuse(CODES.tradeUnknown)
  if (trade.status !== 'UNPROCESSED') return refuse(CODES.settled)
  const token = call.fields['TokenType'] === 'APay' ? readApplePayToken(call.fields['Token'] ?? '') : null
  if (token === null) return refuse(CODES.tokenUnknown)
  if (call.store.spent.has(token.transaction)) return refuse(CODES.tokenUsed)
  if (token.amount !== totalOf(trade)) return refuse(CODES.amountDiffers)
  const changes = { spent: [token.transaction] }
  const conduct = conductOf(token.last4)
  if (conduct === 'busy') return { ...refuse(CODES.busy), changes }
  // There is no challenge, because the device has authenticated its owner.
  if (conduct === 'declined' || conduct === 'challenge_declined')
    return { ...refuse(CODES.declined), changes }
  const after = authorize({ ...trade, last4: token.last4 }, call)
  const { Method: _method, PayTimes: _times, CheckString: _check, ...fields } = presentExecuted(after.trade)
  return {
    ...ok({ Status: after.trade.status, ...fields }, { ...after.changes, ...changes }),
    lost: conduct === 'answer_lost',
  }
}

/** `SalesTranBrandtoken`: captures the authorized amount. */
export function captureBrandToken(call: Call): Answer {
  const found = brandTokenTrade(call)
  return 'refusal' in found ? found.refusal : withStatus(captureAll(found.trade, call))
}

/** `VoidTranBrandtoken`: releases the authorized amount. */
export function voidBrandToken(call: Call): Answer {
  const found = brandTokenTrade(call)
  if ('refusal' in found) return found.refusal
  if (heldBy(found.trade) !== 'authorized') return refuse(CODES.wrongState)
  return present(reverseAll(found.trade, 'VOID', call))
}

/** `RefundTranBrandtoken`: refunds the whole rest, or the `Amount` that is named. */
export function refundBrandToken(call: Call): Answer {
  const found = brandTokenTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  if (heldBy(trade) !== 'captured') return refuse(CODES.wrongState)
  const left = totalOf(trade) - trade.cancelled
  const { Amount } = call.fields
  const problems = Amount === undefined ? [] : amountProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  const amount = Amount === undefined ? left : Number(Amount) + Number(call.fields['Tax'] ?? 0)
  if (amount < 1 || amount > left) return refuse(CODES.amountDiffers)
  return present(refund(trade, { ...call, amount }))
}

/** `ChangeTranBrandtoken`: reduces the amount and refunds the difference. */
export function changeBrandToken(call: Call): Answer {
  const found = brandTokenTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  const problems = amountProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  const amount = Number(call.fields['Amount'])
  const tax = Number(call.fields['Tax'] ?? 0)
  if (amount < 1 || amount + tax >= totalOf(trade)) return refuse(CODES.amountDiffers)
  return present(reduce(trade, { ...call, amount, tax }))
}

function brandTokenTrade(call: Call): { readonly trade: Trade } | { readonly refusal: Answer } {
  const found = settledTrade(call)
  if ('refusal' in found) return found
  return found.trade.pay_type === 'brandtoken' ? found : { refusal: refuse(CODES.tradeUnknown) }
}

function present({ trade, changes }: ReturnType<typeof refund>): Answer {
  return ok({ OrderID: trade.order_id, Status: trade.status, ...presentAltered(trade) }, changes)
}

function withStatus(answer: Answer): Answer {
  const [trade] = answer.changes?.trades ?? []
  if (trade === undefined) return answer
  return { ...answer, fields: { OrderID: trade.order_id, Status: trade.status, ...answer.fields } }
}
