import type { Read, Tx } from '../db/database.ts'
import { normaliseAddress } from '../buyers/buyer.ts'
import { findMemberInfo } from '../membership/find-member.ts'
import type { OrderRecord } from '../orders/life/find-order.ts'
import { moveOrder } from '../orders/life/move-order.ts'
import { type StoredForm, storeForm, voidMail } from '../orders/life/order-mail.ts'

/**
 * Whether an address is the one that is known of the member who is logged in to the order. A login proves the member and
 * nothing else: tickets that go anywhere else need a mail that proves it, as everybody's do.
 */
export async function isOwnAddress(
  read: Read,
  { memberId }: Pick<OrderRecord, 'memberId'>,
  address: string | undefined,
): Promise<boolean> {
  if (memberId === null || address === undefined) return false
  const { email } = await findMemberInfo(read, memberId)
  return normaliseAddress(email) === normaliseAddress(address)
}

/**
 * An order whose hold may still end can be paid from now on, without a mail (S-5.06). A link that was mailed before is
 * void: it may lie in the mailbox of a stranger whose address was typed by mistake.
 */
export async function trustMember(
  tx: Tx,
  { id: orderId, status }: Pick<OrderRecord, 'id' | 'status'>,
  form: StoredForm,
): Promise<undefined> {
  if (status !== 'ready_checkout') await moveOrder(tx, { orderId, to: 'ready_checkout' })
  await storeForm(tx, orderId, form)
  await voidMail(tx, orderId)
}
