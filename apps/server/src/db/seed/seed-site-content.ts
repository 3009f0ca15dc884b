import { ORDER_FIELD_NAMES } from '@kippu/domain/form/order-fields'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '@kippu/domain/stock/availability'
import { DEFAULT_MAX_TICKET } from '@kippu/domain/ticket-limit'
import type { SitePaymentMethod } from '@kippu/domain/payment-method'
import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import { sql } from 'kysely'

import type { Tx } from '../database.ts'
import { list } from '../list.ts'

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
 * Each channel offers methods that its site lists for it, and no other; discounts stay as they are. A method that the venue
 * switched off, and the order that it chose, stay until the list of the site itself changes.
 */
export async function seedPaymentMethods(tx: Tx, sites: readonly Site[]): Promise<void> {
  const former = await tx.selectFrom('seeded_methods').selectAll().execute()
  for (const { key, paymentMethods } of sites) {
    for (const channel of SALES_CHANNELS) {
      const listed = paymentMethods[channel]
      const last = former.find(row => row.site_key === key && row.channel === channel)?.methods ?? []
      await removeOthers(tx, { key, channel }, listed)
      if (last.join() !== listed.join()) await addMethods(tx, { key, channel }, { listed, last })
    }
  }
}

type Counter = Pick<Site, 'key'> & { readonly channel: SalesChannel }

/** No page could pay by a method that its site does not list. */
async function removeOthers(
  tx: Tx,
  { key, channel }: Counter,
  listed: readonly SitePaymentMethod[],
): Promise<void> {
  await tx
    .deleteFrom('payment_methods')
    .where('site_key', '=', key)
    .where('channel', '=', channel)
    .where('method', '<>', sql<string>`all(${list('text', listed)}::text[])`)
    .execute()
}

interface Lists {
  readonly listed: readonly SitePaymentMethod[]
  /** What the site listed at the last start; empty at the first. */
  readonly last: readonly string[]
}

/** Adds what the site lists since the last start, and puts all in its order. */
async function addMethods(tx: Tx, { key, channel }: Counter, { listed, last }: Lists): Promise<void> {
  const offered = await tx
    .selectFrom('payment_methods')
    .select('method')
    .where('site_key', '=', key)
    .where('channel', '=', channel)
    .execute()
  const isOff = (method: string): boolean =>
    last.includes(method) && !offered.some(row => row.method === method)
  const rows = listed
    .map((method, position) => ({ site_key: key, channel, method, position }))
    .filter(({ method }) => !isOff(method))
  if (rows.length > 0)
    await tx
      .insertInto('payment_methods')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['site_key', 'channel', 'method'])
          .doUpdateSet(eb => ({ position: eb.ref('excluded.position') }))
          .whereRef('payment_methods.position', '<>', 'excluded.position'),
      )
      .execute()
  await tx
    .insertInto('seeded_methods')
    .values({ site_key: key, channel, methods: [...listed] })
    .onConflict(conflict => conflict.columns(['site_key', 'channel']).doUpdateSet({ methods: [...listed] }))
    .execute()
}
