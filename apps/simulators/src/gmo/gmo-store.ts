import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import { type CardToken, type Changes, changesSchema, type Trade } from './records.ts'
import type { Settings } from './settings.ts'

/** GMO's records in memory. A change of a known key replaces the record. */
export interface GmoStore extends ProviderStore<Changes> {
  /** By OrderID, which can be used once, whatever the way to pay. */
  readonly trades: ReadonlyMap<string, Trade>
  readonly tokens: ReadonlyMap<string, CardToken>
  /** The transactions of Apple Pay whose tokens were used. */
  readonly spent: ReadonlySet<string>
}

/** The parts that GMO's routes are given. The settings may change at any time. */
export interface GmoParts extends ProviderParts {
  readonly store: GmoStore
  readonly settings: Settings
}

/** Opens `gmo.jsonl` in the folder. */
export function openGmoStore(parts: ProviderParts): GmoStore {
  const trades = new Map<string, Trade>()
  const tokens = new Map<string, CardToken>()
  const spent = new Set<string>()
  const store = openProviderStore(parts, 'gmo', changesSchema, changes => {
    for (const trade of changes.trades ?? []) trades.set(trade.order_id, trade)
    for (const token of changes.tokens ?? []) tokens.set(token.token, token)
    for (const transaction of changes.spent ?? []) spent.add(transaction)
  })
  return { ...store, trades, tokens, spent }
}

/** The trade with this AccessID. */
export function tradeOfAccess(store: Pick<GmoStore, 'trades'>, accessId: string): Trade | undefined {
  return [...store.trades.values()].find(trade => trade.access_id === accessId)
}
