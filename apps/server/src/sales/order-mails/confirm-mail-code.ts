import { isMailCode, MOST_WRONG_MAIL_CODES, normaliseMailCode } from '@kippu/domain/form/mail-code'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type OrderRecord, orderFacts, recordOf } from '../../orders/life/find-order.ts'
import { sameToken } from '../../platform/tokens.ts'
import {
  decideProof,
  liveOrder,
  type ProofDecision,
  type ProveDeps,
  proveOrder,
  type Prover,
  type WrongCode,
} from './prove-order.ts'

type NoProof = Refusal<'session_timeout' | 'record not found' | 'invalid order status' | 'mail code used up'>

const orderByOwnToken = orderFacts(orders => orders, recordOf)

/** Fields of the refusals of a code, each named by its rule. */
const fieldOf = (rule: string) => ({ fields: [{ field: 'code', rule }] })

/**
 * The buyer typed the digits of the newest mail where the order waits for it: what its link does, by the same rules (decision 63). What is
 * no code at all is not a try.
 */
export async function confirmMailCode(
  deps: ProveDeps,
  { code, ...prover }: Prover & { readonly code: string },
): Promise<
  { order_token: string } | NoProof | Refusal<'wrong mail code' | 'out of stock' | 'invalid_request'>
> {
  const typed = normaliseMailCode(code)
  if (!isMailCode(typed)) return refuse('invalid_request', fieldOf('mail_code'))
  return proveOrder(deps, orderByOwnToken, prover, order => decideCode(deps, order, typed))
}

/** The effect of a code on the order under whose token it was typed. */
export function decideCode(
  { env, tokens }: Pick<Deps, 'env' | 'tokens'>,
  found: OrderRecord | undefined,
  code: string,
): ProofDecision<NoProof, WrongCode> {
  const order = liveOrder(found)
  if (isRefusal(order)) return { answer: order }
  if (order.status === 'temporary') return { answer: refuse('invalid order status') }
  // Nothing is left to prove: a buyer who sends the same code twice, or followed the link meanwhile, goes on.
  if (order.status !== 'mail_sent') return decideProof(env, order)
  const usedUp = refuse('mail code used up', fieldOf('mail_code_used_up'))
  // No mail, so no code: the address is known of the member.
  if (order.mailTokenHash === null || order.wrongMailCodes >= MOST_WRONG_MAIL_CODES) return { answer: usedUp }
  const mailed = tokens.deriveMailCode(`${order.id}.${order.mailGeneration}`, order.mailTokenHash)
  if (sameToken(mailed, code)) return decideProof(env, order)
  const isLast = order.wrongMailCodes + 1 === MOST_WRONG_MAIL_CODES
  const refusal = isLast ? usedUp : refuse('wrong mail code', fieldOf('wrong_mail_code'))
  return { answer: { wrongCode: order, refusal } }
}
