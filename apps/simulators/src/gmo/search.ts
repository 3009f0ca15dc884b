import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { isOfPayType, methodFields, presentTrade } from './present-trade.ts'
import { shopProblems } from './read-call.ts'
import type { Trade } from './records.ts'
import { totalOf } from './trade-life.ts'
import { asOf } from './wallet.ts'

/** `SearchTrade`: finds card trades alone. */
export function searchTrade(call: Call): Answer {
  const problems = shopProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  const trade = call.store.trades.get(call.fields['OrderID'] ?? '')
  return trade?.pay_type === 'card' ? present(trade, call) : refuse(CODES.tradeUnknown)
}

/** `SearchTradeMulti`: finds a trade of the way to pay that the call names by its number. */
export function searchTradeMulti(call: Call): Answer {
  const problems = shopProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  const trade = call.store.trades.get(call.fields['OrderID'] ?? '')
  const payType = call.fields['PayType'] ?? ''
  if (trade === undefined || !isOfPayType(trade, payType)) return refuse(CODES.walletTradeUnknown)
  return present(asOf(trade, call.now), call, { PayType: payType })
}

function present(trade: Trade, { amountOf }: Call, more: Record<string, string> = {}): Answer {
  const amount = amountOf(totalOf(trade)) - trade.tax
  return ok({ ...presentTrade(trade, amount), ...methodFields(trade), ...more })
}
