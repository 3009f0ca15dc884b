import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { mailSpotTickets } from '@kippu/contract/spot'
import { violationOf } from '@kippu/domain/form/field-rules'
import { normaliseAnswer } from '@kippu/domain/form/order-fields'

import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { changeReservation, type LaterDeps } from './change-reservation.ts'

/** Mails the tickets of the door: to the address that was answered, or to another one, which is stored. */
export async function mailTickets(
  deps: LaterDeps,
  { email: typed, ...asked }: AskedOrder & { readonly email: string | undefined },
): Promise<Answer<typeof mailSpotTickets> | Refusal<RefusalOf<typeof mailSpotTickets>>> {
  const email = typed === undefined ? undefined : normaliseAnswer('email', typed)
  if (email !== undefined && violationOf('email', true, email) !== null)
    return refuse('invalid email address')
  const given = email === undefined ? [] : [{ key: 'email', value: email }]
  const changed = await changeReservation(deps, asked, () => ({ given, mails: 'always' }))
  return isRefusal(changed) ? changed : { mail_sent: true }
}
