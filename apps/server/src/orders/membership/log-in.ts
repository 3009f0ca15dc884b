import { holdMayExpire, isOrderLive } from '@kippu/domain/states/order'

import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { OrderRecord } from '../life/find-order.ts'
import { type PriceChange, repriced, repriceOrders } from '../life/reprice-orders.ts'
import { type AskedLogin, type LoginFacts, loginFacts } from './login-facts.ts'

/** Why a login to an order is refused. */
export type LoginRefusal = Refusal<'membership login failed' | 'session_timeout' | 'order is being paid'>

type LoggedIn = { result: true } | LoginRefusal

/** Logs a member, who has proved who they are, in to an order and applies their promotion to its price. */
export function logIn({ db }: Pick<Deps, 'db'>, asked: AskedLogin): Promise<LoggedIn> {
  return takeStep(db, { read: loginFacts, write: repriceOrders }, asked, decideLogin)
}

/**
 * Decides about an order to which a member logs in. One without a promotion keeps the promotion that the order was made
 * with, but nothing of a member who was logged in earlier.
 */
export function decideLogin(found: LoginFacts | undefined): Decision<PriceChange, true, LoggedIn> {
  const order = judgeLogin(found?.order)
  if (isRefusal(order)) return { answer: order }
  if (found?.member === undefined) return { answer: refuse('membership login failed') }
  const { id: memberId, promotion_id: promotionId, promotion } = found.member
  const kept = order.memberId === null ? { ...order, promotion: found.promotion } : NO_PROMOTION
  const brought = promotionId === null ? kept : { promotionId, promotion }
  const login = { memberId, promotionId: brought.promotionId, promotion: brought.promotion }
  return { change: repriced(found, { login }), answerOf: () => ({ result: true }) }
}

const NO_PROMOTION = { promotionId: null, promotion: null }

/**
 * An order to which a member may log in now; an unknown order is answered as a failed login. Contents and price of one
 * that is being paid are frozen.
 */
export function judgeLogin(order: OrderRecord | undefined): OrderRecord | LoginRefusal {
  if (order?.hasEnded === true) return refuse('session_timeout')
  if (order === undefined || !isOrderLive(order.status)) return refuse('membership login failed')
  return holdMayExpire(order.status) ? order : refuse('order is being paid')
}
