import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { lockAllWithStock } from '../../orders/life/end-order.ts'
import { failpoint } from '../../payments/attempts/failpoints.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import {
  CHANGE_FACTS,
  type ChangeFacts,
  changeFactsOf,
  type ChangeFactsRow,
  changeFaultAt,
} from '../../tickets/change-facts.ts'
import { reservationsById } from '../../tickets/reservation-tables.ts'
import { lockTickets } from '../../tickets/revoke.ts'
import { type WaitingItem, writeJudged } from './item-queries.ts'
import { forPerson, judgeFault } from './judge-item.ts'
import type { TouchedVisit } from './touched-visits.ts'

/**
 * Lets a cancelled visit be moved until a moment, whatever the terms of the site say, and has its letter say so. One that cannot be moved
 * at all (somebody else has a ticket, its coupon has ended, its method took something off) is for a person.
 */
export async function offerMove(
  deps: PaymentDeps,
  item: WaitingItem,
  { isVisit, movesUntil }: TouchedVisit & { readonly movesUntil: Date },
): Promise<void> {
  await deps.db.transaction(async tx => {
    await lockAllWithStock(tx, [item.orderId])
    await lockTickets(tx, item.reservationId)
    await decide(tx, deps, { item, isVisit, movesUntil })
    await failpoint('cancel.committing', item.orderId)
  })
  await failpoint('cancel.committed', item.orderId)
}

interface ToDecide {
  readonly item: WaitingItem
  readonly isVisit: boolean
  readonly movesUntil: Date
}

async function decide(tx: Tx, deps: PaymentDeps, { item, isVisit, movesUntil }: ToDecide): Promise<void> {
  // A set product has no day of its own to move to.
  if (!isVisit) return writeJudged(tx, deps, item, forPerson('a set product alone'))
  const { orderId, facts } = await readFacts(tx, item.reservationId)
  if (orderId !== item.orderId) return writeJudged(tx, deps, item, { state: 'done', code: 'gone' })
  const visit = { ...facts.visit, movesUntilMs: movesUntil.getTime() }
  const fault = changeFaultAt({ ...facts, visit }, deps.clock.now())
  const isGone = fault === null && (await isGoneFromSale(tx, item))
  const judged = isGone ? forPerson('something of it is not sold any longer') : judgeFault(fault)
  await writeJudged(tx, deps, item, judged)
}

/** Whether a product, a kind of ticket, an extra or a set product of a visit was retired: no other day has it. */
async function isGoneFromSale(
  read: Read,
  { orderId, reservationId }: Pick<WaitingItem, 'orderId' | 'reservationId'>,
): Promise<boolean> {
  const { rows } = await sql<{ isGone: boolean }>`
    select exists (select from tickets t join option_values v on v.id = t.option_value_id
                    where t.reservation_id = ${reservationId} and t.revoked_at is null and v.retired_at is not null)
        or exists (select from tickets t join products p on p.id = t.product_id
                    where t.reservation_id = ${reservationId} and t.revoked_at is null and p.retired_at is not null)
        or exists (select from order_items i join option_values v on v.id = i.option_value_id
                    where i.order_id = ${orderId} and i.kind = 'extra' and v.retired_at is not null) as "isGone"`.execute(
    read,
  )
  return itemAt(rows, 0).isGone
}

async function readFacts(
  read: Read,
  reservationId: string,
): Promise<{ readonly orderId: string; readonly facts: ChangeFacts }> {
  const { rows } = await sql<{ readonly order_id: string; readonly change: ChangeFactsRow }>`
    select reservation.order_id, ${CHANGE_FACTS} as change
      from ${reservationsById([{ reservationId, lang: null }])}`.execute(read)
  const [row] = rows
  if (row === undefined) throw new Error('a reservation of a cancellation is gone')
  return { orderId: row.order_id, facts: changeFactsOf(row.change) }
}
