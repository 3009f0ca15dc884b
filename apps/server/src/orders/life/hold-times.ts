import type { OrderStatus } from '@kippu/domain/states/order'

import type { Env } from '../../platform/variables/env.ts'
import type { OrderRecord } from './find-order.ts'

/** The longest that places are held for somebody whose mail address is not proved, in seconds (WCAG 2.2.1). */
export const MOST_UNPROVEN_SECONDS = 3600

/** Whether the mail address of an open order is still to be proved. */
export function isUnproven(status: OrderStatus): boolean {
  return status === 'temporary' || status === 'mail_sent'
}

/** How long an order is held when its visitor asks for more time: from now on, and counted from its creation; in seconds. */
export interface HoldLength {
  readonly fromNow: number
  readonly fromCreation: number
}

/** How long orders are held. */
export type HoldEnv = Pick<Env, 'orderHoldSeconds' | 'spotHoldSeconds' | 'unprovenHoldSeconds'>

/**
 * An order without a form keeps the time back that its form gives it. At the door others wait for its places, and no
 * address is ever proved: an hour in all.
 */
export function holdLengthOf(
  { status, channel, kind }: Pick<OrderRecord, 'status' | 'channel' | 'kind'>,
  { orderHoldSeconds, spotHoldSeconds, unprovenHoldSeconds }: HoldEnv,
): HoldLength {
  if (channel === 'spot' && kind === 'visit')
    return { fromNow: spotHoldSeconds, fromCreation: MOST_UNPROVEN_SECONDS }
  if (!isUnproven(status)) return { fromNow: orderHoldSeconds, fromCreation: Infinity }
  const kept = status === 'temporary' ? unprovenHoldSeconds : 0
  return { fromNow: unprovenHoldSeconds, fromCreation: MOST_UNPROVEN_SECONDS - kept }
}
