import { randomBytes } from 'node:crypto'

import { writeTime } from '../core/japanese-time.ts'
import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { amountProblems, tradeOfShop } from './read-call.ts'
import type { Trade } from './records.ts'
import { settledTrade } from './settle-card.ts'
import { capture, digits, heldBy, refund, reverseAll, totalOf } from './trade-life.ts'

/** The two wallets, each with its own start page and way back. */
export type WalletKind = 'paypay' | 'docomo'

export const START_NAMES = { paypay: 'PaypayStart.idPass', docomo: 'DocomoStart.idPass' } as const
const DEFAULT_TERM_SECONDS = 120

/** `ExecTranPaypay`, `ExecTranDocomo`: makes the page on which to pay, which closes after PaymentTermSec. */
export function executeWallet(kind: WalletKind, call: Call): Answer {
  const found = tradeOfShop(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  if (trade.pay_type !== kind) return refuse(CODES.walletTradeUnknown)
  if (trade.status !== 'UNPROCESSED') return refuse(CODES.settled)
  const { RetURL = '', PaymentTermSec, DispShopName = '' } = call.fields
  if (!URL.canParse(RetURL) || RetURL.length > 256) return refuse(CODES.misconfigured)
  const seconds = PaymentTermSec === undefined ? DEFAULT_TERM_SECONDS : Number(PaymentTermSec)
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > 86_400) return refuse(CODES.misconfigured)
  const limit = new Date(call.now.getTime() + seconds * 1000).toISOString()
  const after: Trade = {
    ...trade,
    status: 'REQSUCCESS',
    processed_at: call.now.toISOString(),
    amount: call.amountOf(totalOf(trade)) - trade.tax,
    client_fields: [1, 2, 3].map(number => call.fields[`ClientField${number}`] ?? ''),
    wallet: {
      token: walletToken(),
      ret_url: RetURL,
      limit,
      shop_name: DispShopName === '' ? 'Kippu' : DispShopName,
      settlement: digits(12),
    },
  }
  const fields = {
    AccessID: after.access_id,
    Token: after.wallet?.token ?? '',
    StartURL: `${call.origin}/gmo/payment/${START_NAMES[kind]}`,
    StartLimitDate: writeTime(limit),
  }
  return ok(fields, { trades: [after] })
}

/**
 * A token in base64 that always contains a plus: a store that reads answers as a form turns it into a space, and its
 * token is refused.
 */
function walletToken(): string {
  return `${randomBytes(45).toString('base64')}+${randomBytes(12).toString('base64')}`
}

/** The trade at this time: a page that nobody has answered in time expires. */
export function asOf(trade: Trade, now: Date): Trade {
  const isOpen = trade.status === 'REQSUCCESS' || trade.status === 'AUTHPROCESS'
  const isOver = trade.wallet !== null && now.toISOString() >= trade.wallet.limit
  return isOpen && isOver ? { ...trade, status: 'EXPIRED' } : trade
}

/** `PaypaySales`, `DocomoSales`: captures the authorized amount in full. */
export function captureWallet(kind: WalletKind, call: Call): Answer {
  const found = walletTrade(kind, call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  const problems = amountProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  if (heldBy(trade) !== 'authorized') return refuse(CODES.wrongState)
  const asked = Number(call.fields['Amount']) + Number(call.fields['Tax'] ?? 0)
  if (asked !== totalOf(trade)) return refuse(CODES.amountDiffers)
  const after = capture(trade, call)
  const { order_id, status, amount, tax } = after.trade
  return ok({ OrderID: order_id, Status: status, Amount: String(amount), Tax: String(tax) }, after.changes)
}

/** `PaypayCancelReturn`, `DocomoCancelReturn`: releases all (CANCEL), or refunds all or a part (RETURN). */
export function cancelWallet(kind: WalletKind, call: Call): Answer {
  const found = walletTrade(kind, call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  const { CancelAmount = '', CancelTax = '0' } = call.fields
  if (!/^\d{1,7}$/.test(CancelAmount) || !/^\d{1,7}$/.test(CancelTax)) return refuse(CODES.walletAmount)
  const asked = Number(CancelAmount) + Number(CancelTax)
  const left = totalOf(trade) - trade.cancelled
  const isCaptured = heldBy(trade) === 'captured'
  if (asked < 1 || asked > left || (!isCaptured && asked < left)) return refuse(CODES.walletAmount)
  const amount = isCaptured ? call.amountOf(asked) : asked
  const after = isCaptured ? refund(trade, { ...call, amount }) : reverseAll(trade, 'CANCEL', call)
  const Status = isCaptured ? 'RETURN' : 'CANCEL'
  const fields = {
    OrderID: trade.order_id,
    Status,
    CancelAmount: String(amount - Number(CancelTax)),
    CancelTax,
  }
  return ok(fields, after.changes)
}

function walletTrade(kind: WalletKind, call: Call): { readonly trade: Trade } | { readonly refusal: Answer } {
  const found = settledTrade(call)
  if ('refusal' in found) return found
  return found.trade.pay_type === kind ? found : { refusal: refuse(CODES.walletTradeUnknown) }
}
