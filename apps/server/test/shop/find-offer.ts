import { addDays } from '@kippu/domain/jst-date'
import type { BookingType } from '@kippu/domain/states/ticket'

import { TEST_TODAY } from '../test-today.ts'
import type { ServerApp } from './server-app.ts'

/** Something of the demo catalogue that can be ordered. */
export interface Offer {
  readonly productId: number
  readonly productUuid: string
  readonly timeSpanId: number
  readonly visitDate: string
  /** Its ticket types. */
  readonly optionValueIds: readonly number[]
}

/**
 * The time span with the most stock of the demo's first product of a sale type, a week or more after {@link
 * TEST_TODAY}. Its capacity is set to `capacity` when given.
 */
export async function findOffer(
  { db }: Pick<ServerApp, 'db'>,
  { saleType = 'time', capacity }: { readonly saleType?: BookingType; readonly capacity?: number } = {},
): Promise<Offer> {
  const span = await db.read(tx =>
    tx
      .selectFrom('time_spans')
      .innerJoin('products', 'products.id', 'time_spans.product_id')
      .select(['time_spans.id', 'product_id', 'visit_date', 'uuid'])
      .where('time_spans.site_key', '=', 'demo')
      .where('sale_type', '=', saleType)
      .where('visit_date', '>=', addDays(TEST_TODAY, 7))
      .orderBy('position')
      .orderBy(eb => eb('capacity', '-', eb.ref('taken')), 'desc')
      .orderBy('starts_at')
      .executeTakeFirstOrThrow(),
  )
  if (capacity !== undefined) {
    await db.read(tx => tx.updateTable('time_spans').set({ capacity }).where('id', '=', span.id).execute())
  }
  const values = await db.read(tx =>
    tx
      .selectFrom('option_values')
      .innerJoin('product_options', 'product_options.id', 'option_values.option_id')
      .select('option_values.id')
      .where('product_id', '=', span.product_id)
      .where('product_options.type', '=', 'ticket_type')
      .orderBy('option_values.position')
      .execute(),
  )
  return {
    productId: span.product_id,
    productUuid: span.uuid,
    timeSpanId: span.id,
    visitDate: span.visit_date,
    optionValueIds: values.map(({ id }) => id),
  }
}
