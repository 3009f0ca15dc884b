import { attemptIdOf } from '../core/order-ref.ts'
import type { ProviderConsole } from '../core/provider-parts.ts'
import type { GmoParts } from './gmo-store.ts'
import type { Trade } from './records.ts'
import { borderOf } from './settle-card.ts'
import { heldBy, reduce, refund, reverseAll, totalOf, type TradeStep } from './trade-life.ts'

/** GMO's shop console. A trade that is changed there is notified like any other. */
export function gmoConsole({ store, now }: Pick<GmoParts, 'store' | 'now'>): ProviderConsole {
  return {
    refund(attemptId, yen) {
      const trade = [...store.trades.values()].find(({ order_id }) => attemptIdOf(order_id) === attemptId)
      if (trade === undefined || heldBy(trade) !== 'captured') return false
      store.commit(giveBack(trade, { yen, now: now() }).changes)
      return true
    },
  }
}

function giveBack(trade: Trade, { yen, now }: { readonly yen: number; readonly now: Date }): TradeStep {
  if (trade.wallet !== null) return refund(trade, { now, amount: yen })
  const left = totalOf(trade) - yen
  return left === 0
    ? reverseAll(trade, borderOf(trade, now), { now })
    : reduce(trade, { now, amount: left - trade.tax, tax: trade.tax })
}
