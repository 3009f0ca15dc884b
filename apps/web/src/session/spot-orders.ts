import { parseJson } from './parse-json.ts'
import { storageName } from './session.ts'
import { siteStorage } from './storage.ts'

/** Name of the orders at the door that this browser keeps: the tickets are found again by them alone. */
const SPOT_ORDERS = 'spotOrders'
/** The newest are kept. */
const MOST = 50
/** The form of an order token: a value that is none is never sent. */
const ORDER_TOKEN = /^[\w-]{1,40}$/

/** The tokens of the orders at the door, the newest first. They stay when the session is reset, and when the browser is closed. */
export function keptSpotOrders(): readonly string[] {
  const stored = parseJson(siteStorage.getItem(storageName(SPOT_ORDERS)) ?? '[]')
  if (!Array.isArray(stored)) return []
  const tokens = stored.filter(
    (token): token is string => typeof token === 'string' && ORDER_TOKEN.test(token),
  )
  return tokens.slice(0, MOST)
}

/** Keeps an order as the newest one; another tab may have kept others meanwhile. */
export function keepSpotOrder(token: string): void {
  store([token, ...keptSpotOrders().filter(other => other !== token)].slice(0, MOST))
}

/** Forgets an order that was given back: nothing of it can be found again. */
export function dropSpotOrder(token: string): void {
  store(keptSpotOrders().filter(other => other !== token))
}

function store(tokens: readonly string[]): void {
  siteStorage.setItem(storageName(SPOT_ORDERS), JSON.stringify(tokens))
}
