import { ORDER_FIELD_NAMES } from '@kippu/domain/form/order-fields'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '@kippu/domain/stock/availability'
import { DEFAULT_MAX_TICKET } from '@kippu/domain/ticket-limit'
import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import type { Insertable } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { PaymentMethodsTable } from '../../platform/db/schema.ts'

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
 * Each channel offers methods that its site lists for it, and no other; discounts stay as they are. A method that the
 * venue switched off, and the order that it chose, stay until the list of the site itself changes.
 */
export async function seedPaymentMethods(tx: Tx, sites: readonly Site[]): Promise<void> {
  const [seeded, offered] = [await readSeeded(tx), await readOffered(tx)]
  const counters = sites.flatMap(({ key, paymentMethods }) =>
    SALES_CHANNELS.map(channel => ({ key, channel, listed: paymentMethods[channel] })),
  )
  for (const { key, channel, listed } of counters) {
    // No page could pay by a method that its site does not list.
    const others =
      offered.get(nameOf(key, channel))?.filter(method => !listed.some(one => one === method)) ?? []
    if (others.length > 0) await remove(tx, { key, channel }, others)
  }
  const changed = counters.filter(
    ({ key, channel, listed }) => (seeded.get(nameOf(key, channel)) ?? []).join() !== listed.join(),
  )
  if (changed.length === 0) return
  const rows = changed.flatMap(({ key, channel, listed }) => {
    const name = nameOf(key, channel)
    // It was there once, and is not any more.
    const isOff = (method: string): boolean =>
      (seeded.get(name)?.includes(method) ?? false) && !(offered.get(name)?.includes(method) ?? false)
    return listed
      .map((method, position) => ({ site_key: key, channel, method, position }))
      .filter(({ method }) => !isOff(method))
  })
  if (rows.length > 0) await put(tx, rows)
  await tx
    .insertInto('seeded_methods')
    .values(changed.map(({ key, channel, listed }) => ({ site_key: key, channel, methods: [...listed] })))
    .onConflict(conflict =>
      conflict.columns(['site_key', 'channel']).doUpdateSet(eb => ({ methods: eb.ref('excluded.methods') })),
    )
    .execute()
}

type ByCounter = ReadonlyMap<string, readonly string[]>

function nameOf(siteKey: string, channel: string): string {
  return `${siteKey} ${channel}`
}

/** The methods that each site listed at the last start. */
async function readSeeded(tx: Tx): Promise<ByCounter> {
  const rows = await tx.selectFrom('seeded_methods').selectAll().execute()
  return new Map(rows.map(({ site_key, channel, methods }) => [nameOf(site_key, channel), methods]))
}

async function readOffered(tx: Tx): Promise<ByCounter> {
  const rows = await tx.selectFrom('payment_methods').select(['site_key', 'channel', 'method']).execute()
  const groups = Map.groupBy(rows, ({ site_key, channel }) => nameOf(site_key, channel))
  return new Map(Array.from(groups, ([name, group]) => [name, group.map(({ method }) => method)]))
}

type Counter = Pick<Site, 'key'> & { readonly channel: SalesChannel }

async function remove(tx: Tx, { key, channel }: Counter, methods: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('payment_methods')
    .where('site_key', '=', key)
    .where('channel', '=', channel)
    .where('method', 'in', methods)
    .execute()
}

async function put(tx: Tx, rows: readonly Insertable<PaymentMethodsTable>[]): Promise<void> {
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
}
