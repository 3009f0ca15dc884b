import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { Read } from '../platform/db/database.ts'
import { type AskedOrder, type OrderRecord, recordOf, selectOrder } from '../orders/life/find-order.ts'
import { FIELD_TEMPLATES_OF_ORDER } from '../sites/content/read-field-templates.ts'
import { hashToken, isTokenOf } from '../platform/tokens.ts'

/** A valid reservation that was bought at the door. */
export interface SpotReservation {
  readonly reservationId: string
  /** The newest completed order of it. */
  readonly order: OrderRecord
  readonly templates: readonly FieldTemplate[]
  /** How often its tickets were mailed. */
  readonly mails: number
}

/** The reservation that a token opens; undefined where it opens none, or one that was not bought at the door. */
export async function findSpotReservation(
  read: Read,
  { siteKey, token }: AskedOrder,
): Promise<SpotReservation | undefined> {
  if (!isTokenOf('reservation', token)) return undefined
  const reservation = await read
    .selectFrom('reservations')
    .select(['id', 'order_id'])
    .where('token_hash', '=', hashToken(token))
    .where('site_key', '=', siteKey)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (reservation === undefined) return undefined
  const row = await selectOrder(read)
    .select(['mails_after_payment', FIELD_TEMPLATES_OF_ORDER.as('templates')])
    .where('id', '=', reservation.order_id)
    .where('channel', '=', 'spot')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { templates, mails_after_payment: mails } = row
  return { reservationId: reservation.id, order: recordOf(row), templates, mails }
}
