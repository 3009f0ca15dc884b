import type { FormFields } from '../core/windows-31j.ts'
import { isTestShop, SHOP_ID, SHOP_PASS } from './account.ts'
import { type Answer, CODES, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { tradeOfAccess } from './gmo-store.ts'
import type { Trade } from './records.ts'

/** The codes of what is wrong with ShopID and ShopPass. A shop with a real contract is never known here. */
export function shopProblems({ ShopID = '', ShopPass = '' }: FormFields): readonly string[] {
  const missing = [
    ...(ShopID === '' ? [CODES.shopIdMissing] : []),
    ...(ShopPass === '' ? [CODES.shopPassMissing] : []),
  ]
  if (missing.length > 0) return missing
  const isOurs = isTestShop(ShopID) && ShopID === SHOP_ID && ShopPass === SHOP_PASS
  return isOurs ? [] : [CODES.shopUnknown]
}

/** The codes of what is wrong with an OrderID that opens a trade. `used` is the code for one that was used before. */
export function orderIdProblems({ fields: { OrderID = '' }, store }: Call, used: string): readonly string[] {
  if (OrderID === '') return [CODES.orderIdMissing]
  if (OrderID.length > 27) return [CODES.orderIdTooLong]
  if (!/^[\dA-Za-z-]+$/.test(OrderID)) return [CODES.orderIdMalformed]
  return store.trades.has(OrderID) ? [used] : []
}

/** The codes of what is wrong with Amount and Tax. */
export function amountProblems({ Amount = '', Tax = '' }: FormFields): readonly string[] {
  const amount = Amount === '' ? [CODES.amountMissing] : wrongDigits(Amount, CODES.amountMalformed)
  return [...amount, ...(Tax === '' ? [] : wrongDigits(Tax, CODES.taxMalformed))]
}

function wrongDigits(text: string, code: string): readonly string[] {
  return /^\d{1,7}$/.test(text) ? [] : [code]
}

/** The trade of AccessID and AccessPass. If the call names an OrderID, it must be the trade's own. */
export function tradeOf({ store, fields }: Call): { readonly trade: Trade } | { readonly refusal: Answer } {
  const { AccessID = '', AccessPass = '', OrderID } = fields
  const missing = [
    ...(AccessID === '' ? [CODES.accessIdMissing] : []),
    ...(AccessPass === '' ? [CODES.accessPassMissing] : []),
  ]
  if (missing.length > 0) return { refusal: refuse(...missing) }
  const trade = tradeOfAccess(store, AccessID)
  if (trade === undefined || trade.access_pass !== AccessPass)
    return { refusal: refuse(CODES.accessIdUnknown, CODES.accessPassUnknown) }
  if (OrderID !== undefined && OrderID !== trade.order_id) return { refusal: refuse(CODES.tradeUnknown) }
  return { trade }
}

/** The same for calls that must name the shop as well. */
export function tradeOfShop(call: Call): { readonly trade: Trade } | { readonly refusal: Answer } {
  const problems = shopProblems(call.fields)
  return problems.length > 0 ? { refusal: refuse(...problems) } : tradeOf(call)
}
