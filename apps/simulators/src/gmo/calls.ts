import type { RequestOp } from '../core/faults.ts'
import type { FormFields } from '../core/windows-31j.ts'
import type { Answer } from './answer.ts'
import {
  captureBrandToken,
  changeBrandToken,
  executeBrandToken,
  refundBrandToken,
  voidBrandToken,
} from './brand-token.ts'
import type { Call } from './call.ts'
import { entry } from './entry.ts'
import { executeCard } from './execute-card.ts'
import type { Trade } from './records.ts'
import { searchTrade, searchTradeMulti } from './search.ts'
import { alterTran, changeTran } from './settle-card.ts'
import { authenticate, authenticationResult, secureTran } from './three-d-secure.ts'
import { heldBy } from './trade-life.ts'
import { cancelWallet, captureWallet, executeWallet } from './wallet.ts'

/** The work of a call, and its name in the vocabulary of faults. */
export interface Operation {
  readonly op: RequestOp | ((trade: Trade | undefined, fields: FormFields) => RequestOp)
  readonly run: (call: Call) => Answer
}

const cancelOrRefund = (trade: Trade | undefined): RequestOp =>
  trade !== undefined && heldBy(trade) === 'captured' ? 'refund' : 'cancel'
const alteration = (trade: Trade | undefined, { JobCd }: FormFields): RequestOp =>
  JobCd === 'SALES' ? 'capture' : cancelOrRefund(trade)

/** GMO's calls by name, each at `/gmo/payment/<name>.idPass`. */
export const CALLS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['EntryTran', { op: 'register', run: call => entry('card', call) }],
  ['ExecTran', { op: 'execute', run: executeCard }],
  ['Tds2Auth', { op: 'confirm', run: authenticate }],
  ['Tds2Result', { op: 'confirm', run: authenticationResult }],
  ['SecureTran2', { op: 'confirm', run: secureTran }],
  ['AlterTran', { op: alteration, run: alterTran }],
  ['ChangeTran', { op: cancelOrRefund, run: changeTran }],
  ['SearchTrade', { op: 'query', run: searchTrade }],
  ['SearchTradeMulti', { op: 'query', run: searchTradeMulti }],
  ['EntryTranPaypay', { op: 'register', run: call => entry('paypay', call) }],
  ['ExecTranPaypay', { op: 'execute', run: call => executeWallet('paypay', call) }],
  ['PaypaySales', { op: 'capture', run: call => captureWallet('paypay', call) }],
  ['PaypayCancelReturn', { op: cancelOrRefund, run: call => cancelWallet('paypay', call) }],
  ['EntryTranDocomo', { op: 'register', run: call => entry('docomo', call) }],
  ['ExecTranDocomo', { op: 'execute', run: call => executeWallet('docomo', call) }],
  ['DocomoSales', { op: 'capture', run: call => captureWallet('docomo', call) }],
  ['DocomoCancelReturn', { op: cancelOrRefund, run: call => cancelWallet('docomo', call) }],
  ['EntryTranBrandtoken', { op: 'register', run: call => entry('brandtoken', call) }],
  ['ExecTranBrandtoken', { op: 'execute', run: executeBrandToken }],
  ['SalesTranBrandtoken', { op: 'capture', run: captureBrandToken }],
  ['VoidTranBrandtoken', { op: 'cancel', run: voidBrandToken }],
  ['RefundTranBrandtoken', { op: 'refund', run: refundBrandToken }],
  ['ChangeTranBrandtoken', { op: cancelOrRefund, run: changeBrandToken }],
])
