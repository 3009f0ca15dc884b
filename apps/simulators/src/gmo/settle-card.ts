import { writeTime } from '../core/japanese-time.ts'
import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { presentAltered } from './present-trade.ts'
import { amountProblems, tradeOfShop } from './read-call.ts'
import type { Trade } from './records.ts'
import { capture, heldBy, reduce, reverseAll, totalOf, type TradeStep } from './trade-life.ts'

const OLD_MS = 180 * 86_400_000

/**
 * `AlterTran`: SALES captures the authorized amount; VOID, RETURN and RETURNX (and CANCEL) release or refund all of it.
 */
export function alterTran(call: Call): Answer {
  const found = settledTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  switch (call.fields['JobCd']) {
    case undefined:
    case '':
      return refuse(CODES.jobCdMissing)
    case 'SALES':
      return captureAll(trade, call)
    case 'VOID':
    case 'RETURN':
    case 'RETURNX':
      return cancelAs(call.fields['JobCd'], trade, call)
    case 'CANCEL':
      return call.settings.cancel_job ? answer(reverseAll(trade, 'CANCEL', call)) : refuse(CODES.jobCdUnknown)
    default:
      return refuse(CODES.jobCdUnknown)
  }
}

/** Captures a trade of a card or a brand token. The amount must be the authorized one. */
export function captureAll(trade: Trade, call: Call): Answer {
  const problems = amountProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  if (heldBy(trade) !== 'authorized') return refuse(CODES.wrongState)
  const asked = Number(call.fields['Amount']) + Number(call.fields['Tax'] ?? 0)
  return asked === totalOf(trade) ? answer(capture(trade, call)) : refuse(CODES.amountDiffers)
}

function cancelAs(job: 'VOID' | 'RETURN' | 'RETURNX', trade: Trade, call: Call): Answer {
  if (call.settings.strict_borders && borderOf(trade, call.now) !== job) return refuse(CODES.wrongState)
  return answer(reverseAll(trade, job, call))
}

/**
 * The job for this time: VOID on the same Japanese day, RETURN in the same month, RETURNX later. These borders are an
 * assumption.
 */
export function borderOf({ processed_at }: Trade, now: Date): 'VOID' | 'RETURN' | 'RETURNX' {
  const [then, today] = [writeTime(processed_at), writeTime(now)]
  if (then.slice(0, 8) === today.slice(0, 8)) return 'VOID'
  return then.slice(0, 6) === today.slice(0, 6) ? 'RETURN' : 'RETURNX'
}

/** `ChangeTran`: reduces the amount and refunds or releases the difference. The simulator takes no larger amount. */
export function changeTran(call: Call): Answer {
  const found = settledTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  const { JobCd, Amount, Tax = '0' } = call.fields
  if (!JobCd) return refuse(CODES.jobCdMissing)
  const wanted = heldBy(trade) === 'captured' ? 'CAPTURE' : trade.status
  if (JobCd !== wanted) return refuse(CODES.wrongState)
  const problems = amountProblems(call.fields)
  if (problems.length > 0) return refuse(...problems)
  const amount = Number(Amount)
  const tax = Number(Tax)
  if (amount < 1 || amount + tax >= totalOf(trade)) return refuse(CODES.amountDiffers)
  return answer(reduce(trade, { ...call, amount, tax }))
}

/** A trade that was charged, not too long ago, and neither cancelled nor refunded. */
export function settledTrade(call: Call): { readonly trade: Trade } | { readonly refusal: Answer } {
  const found = tradeOfShop(call)
  if ('refusal' in found) return found
  const { trade } = found
  if (['UNPROCESSED', 'AUTHENTICATED', 'REQSUCCESS', 'AUTHPROCESS'].includes(trade.status))
    return { refusal: refuse(CODES.notSettled) }
  if (heldBy(trade) === 'nothing') return { refusal: refuse(CODES.wrongState) }
  if (call.now.getTime() - Date.parse(trade.processed_at) > OLD_MS) return { refusal: refuse(CODES.tooOld) }
  return { trade }
}

function answer({ trade, changes }: TradeStep): Answer {
  return ok(presentAltered(trade), changes)
}
