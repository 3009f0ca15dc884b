import { ORDER_FIELD_NAMES } from '@kippu/domain/form/order-fields'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '@kippu/domain/stock/availability'
import { DEFAULT_MAX_TICKET } from '@kippu/domain/ticket-limit'
import type { Site } from '@kippu/sites/site'

import type { Tx } from '../database.ts'

/** Settings that operators change at run time; values are strings. */
const SETTINGS: Readonly<Record<string, string>> = {
  Max_Ticket: String(DEFAULT_MAX_TICKET),
  Low_Stock_Threshold: String(DEFAULT_LOW_STOCK_THRESHOLD),
}

/** Settings that a site does not have yet get their defaults. */
export async function seedSettings(tx: Tx, sites: readonly Site[]): Promise<void> {
  const rows = sites.flatMap(site =>
    Object.entries(SETTINGS).map(([key, value]) => ({ site_key: site.key, key, value })),
  )
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict(conflict => conflict.columns(['site_key', 'key']).doNothing())
    .execute()
}

/** Adds the fields that a site does not have yet; what its operators show or require stays. */
export async function seedFieldTemplates(tx: Tx, sites: readonly Site[]): Promise<void> {
  const rows = sites.flatMap(({ key, signIn: { fields } }) =>
    ORDER_FIELD_NAMES.map((name, position) => ({
      site_key: key,
      field_name: name,
      is_display: fields[name] !== 'hidden',
      is_require: fields[name] === 'required',
      position,
    })),
  )
  await tx
    .insertInto('field_templates')
    .values(rows)
    .onConflict(conflict => conflict.columns(['site_key', 'field_name']).doNothing())
    .execute()
}

/**
 * The web channel offers exactly the methods that its site lists, in that order; discounts stay as they are.
 */
export async function seedPaymentMethods(tx: Tx, sites: readonly Site[]): Promise<void> {
  for (const { key, paymentMethods } of sites) {
    await tx
      .deleteFrom('payment_methods')
      .where('site_key', '=', key)
      .where('channel', '=', 'web')
      .where('method', 'not in', paymentMethods.web)
      .execute()
    await tx
      .insertInto('payment_methods')
      .values(
        paymentMethods.web.map((method, position) => ({ site_key: key, channel: 'web', method, position })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['site_key', 'channel', 'method'])
          .doUpdateSet(eb => ({ position: eb.ref('excluded.position') }))
          .whereRef('payment_methods.position', '<>', 'excluded.position'),
      )
      .execute()
  }
}
