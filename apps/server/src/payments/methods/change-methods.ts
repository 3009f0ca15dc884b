import { type SitePaymentMethod, SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import { atSite, reason, site } from '../../platform/staff/inputs.ts'
import { lastActions, type LastAction } from '../../platform/staff/last-actions.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { lockSettings } from '../../sites/content/change-setting.ts'
import { OPEN_STATES } from '../attempts/attempt-queries.ts'
import type { Discount } from './set-method-discount.ts'

interface MethodState {
  readonly method: SitePaymentMethod
  readonly isOffered: boolean
  readonly discount: Discount | null
  /** Visitors who are paying by it at this moment. */
  readonly paying: number
}

export interface MethodsOfChannel {
  readonly channel: SalesChannel
  /** Those that are offered in the order in which they are shown, then the others that the site lists. */
  readonly methods: readonly MethodState[]
  /** As the site lists them. */
  readonly usual: readonly SitePaymentMethod[]
  readonly changed: LastAction | null
}

interface MethodParts {
  readonly db: Database
  readonly sites: SiteDirectory
}

const PUT = 'methods put'

/** The methods of a site by channel: what is offered, what the site lists, who pays by them now, who changed them. */
export const readMethods = staffVerb({
  name: 'methods list',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async ({ db, sites }: MethodParts, { siteKey }: { readonly siteKey: string }) => {
    const known = siteOf(sites, siteKey)
    const [offered, paying, lines] = await db.read(async read => [
      await readOffered(read, siteKey),
      await readPaying(read, siteKey),
      await lastActions(read, { siteKey, verbs: [PUT], subjects: SALES_CHANNELS }),
    ])
    return SALES_CHANNELS.map((channel): MethodsOfChannel => {
      const rows = offered.filter(row => row.channel === channel)
      const usual = known.paymentMethods[channel]
      const off = usual.filter(method => !rows.some(row => row.method === method))
      return {
        channel,
        usual,
        changed: lines.get(channel) ?? null,
        methods: [...methodsIn(rows), ...off].map(method => {
          const row = rows.find(one => one.method === method)
          return {
            method,
            isOffered: row !== undefined,
            discount: row === undefined ? null : discountOf(row),
            paying: paying.get(`${channel} ${method}`) ?? 0,
          }
        }),
      }
    })
  },
})

interface AskedMethods {
  readonly siteKey: string
  readonly channel: SalesChannel
  /** As they were read; undefined: whatever they are now. */
  readonly before?: readonly SitePaymentMethod[] | undefined
  /** All that are offered from now on, in their order. */
  readonly after: readonly SitePaymentMethod[]
  readonly reason: string
}

export type PutMethods =
  | { readonly kind: 'done'; readonly before: readonly string[] }
  | { readonly kind: 'changed'; readonly theirs: readonly string[]; readonly last: LastAction | null }
  /** `not listed`: no page could pay by it. */
  | { readonly kind: 'fault'; readonly rule: 'not listed' | 'twice' | 'none left' }

/**
 * Offers these methods of payment in this order, and no other; new pages have them within a second. Who is paying by another one pays to the end, and
 * refunds go the way they came: only where a payment begins it is asked what is offered.
 */
export const putMethods = staffVerb({
  name: PUT,
  permission: 'sites:write',
  reach: 'site',
  input: v.object({
    ...site,
    channel: v.picklist(SALES_CHANNELS),
    before: v.optional(v.array(v.picklist(SITE_PAYMENT_METHODS))),
    after: v.array(v.picklist(SITE_PAYMENT_METHODS)),
    reason,
  }),
  run: writeMethods,
})

function writeMethods(
  { db, sites }: MethodParts,
  { siteKey, channel, before, after, reason: why }: AskedMethods,
  act: Act,
): Promise<PutMethods> {
  const listed = siteOf(sites, siteKey).paymentMethods[channel]
  if (after.some(method => !listed.includes(method))) return Promise.resolve(faultOf('not listed'))
  if (new Set(after).size < after.length) return Promise.resolve(faultOf('twice'))
  if (after.length === 0) return Promise.resolve(faultOf('none left'))
  return db.transaction(async tx => {
    await lockSettings(tx, siteKey)
    const rows = (await readOffered(tx, siteKey)).filter(row => row.channel === channel)
    const now = rows.map(({ method }) => method)
    if (before !== undefined && before.join() !== now.join()) {
      const lines = await lastActions(tx, { siteKey, verbs: [PUT], subjects: [channel] })
      return { kind: 'changed', theirs: now, last: lines.get(channel) ?? null }
    }
    if (after.join() === now.join()) return { kind: 'done', before: now }
    await removeOthers(tx, { siteKey, channel, after })
    await tx
      .insertInto('payment_methods')
      .values(after.map((method, position) => ({ site_key: siteKey, channel, method, position })))
      .onConflict(conflict =>
        conflict
          .columns(['site_key', 'channel', 'method'])
          .doUpdateSet(eb => ({ position: eb.ref('excluded.position') })),
      )
      .execute()
    await recordAction(tx, act, { subject: channel, details: { before: now, after }, reason: why })
    return { kind: 'done', before: now }
  })
}

function faultOf(rule: Extract<PutMethods, { kind: 'fault' }>['rule']): PutMethods {
  return { kind: 'fault', rule }
}

function removeOthers(
  tx: Tx,
  { siteKey, channel, after }: Pick<AskedMethods, 'siteKey' | 'channel' | 'after'>,
) {
  return tx
    .deleteFrom('payment_methods')
    .where('site_key', '=', siteKey)
    .where('channel', '=', channel)
    .where('method', 'not in', after)
    .execute()
}

function siteOf(sites: SiteDirectory, siteKey: string): Site {
  const found = sites.find(siteKey)
  if (found === undefined) throw new Error(`there is no site ${siteKey}`)
  return found
}

type OfferedRow = Awaited<ReturnType<typeof readOffered>>[number]

function readOffered(read: Read, siteKey: string) {
  return read
    .selectFrom('payment_methods')
    .select(['channel', 'method', 'discount_type', 'discount_amount'])
    .where('site_key', '=', siteKey)
    .orderBy('position')
    .orderBy('method')
    .execute()
}

function methodsIn(rows: readonly OfferedRow[]): SitePaymentMethod[] {
  return rows.flatMap(({ method }) => SITE_PAYMENT_METHODS.filter(one => one === method))
}

function discountOf({ discount_type: type, discount_amount: amount }: OfferedRow): Discount | null {
  return type === 'fixed' || type === 'percent' ? { type, amount } : null
}

/** By channel and method. */
async function readPaying(read: Read, siteKey: string): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(['orders.channel', 'method', sql<number>`count(*)::integer`.as('paying')])
    .where('payment_attempts.site_key', '=', siteKey)
    .where('state', 'in', [...OPEN_STATES])
    .groupBy(['orders.channel', 'method'])
    .execute()
  return new Map(rows.map(({ channel, method, paying }) => [`${channel} ${method}`, paying]))
}
