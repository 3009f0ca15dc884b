import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { atSite, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken } from '../../platform/tokens.ts'
import { closeWebhooks } from '../webhooks/change-webhooks.ts'

type KeyDeps = Pick<Deps, 'db' | 'tokens'>

/** For how long the key before is taken beside a new one, in hours. */
export const BOTH_HOURS = 24

const code = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

interface NamedReseller {
  readonly siteKey: string
  readonly code: string
}

interface NewReseller extends NamedReseller {
  readonly name: string
  /** UUIDs of the products that it sells; null for all that are sold on the channel. */
  readonly products: readonly string[] | null
  readonly netPercent: number
  readonly netUnits: Readonly<Record<string, number>>
  readonly cancellationHours: number
}

/** The key is told once. */
interface ToldKey {
  readonly id: string
  readonly key: string
}

const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A reseller with its contract and its first key; `taken` where the site has one of this code, `unknown product` where it lacks a product. */
export const addReseller = staffVerb({
  name: 'resellers add',
  permission: 'keys:write',
  reach: 'site',
  input: v.object({
    ...site,
    code,
    name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
    products: v.nullable(v.array(v.string())),
    netPercent: percent,
    netUnits: v.record(v.string(), whole),
    cancellationHours: whole,
  }),
  run: insertReseller,
})

async function insertReseller(
  { db, tokens }: KeyDeps,
  asked: NewReseller,
  act: Act,
): Promise<ToldKey | 'taken' | 'unknown product'> {
  const { siteKey, netPercent, netUnits, cancellationHours } = asked
  const id = randomUUID()
  const key = tokens.derive('reseller', `${id}.${randomUUID()}`)
  return db.transaction(async tx => {
    const productIds = asked.products === null ? null : await idsOf(tx, siteKey, asked.products)
    if (productIds !== null && productIds.length < (asked.products?.length ?? 0)) return 'unknown product'
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('resellers')
      .values({
        id,
        site_key: siteKey,
        code: asked.code,
        name: asked.name,
        key_hash: hashToken(key),
        product_ids: productIds,
        net_percent: netPercent,
        net_units: JSON.stringify(netUnits),
        cancellation_hours: cancellationHours,
        created_at: sql<Date>`now()`,
      })
      .onConflict(conflict => conflict.columns(['site_key', 'code']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return 'taken'
    await recordAction(tx, act, {
      subject: asked.code,
      details: { name: asked.name, netPercent, netUnits: JSON.stringify(netUnits), cancellationHours },
    })
    return { id, key }
  })
}

async function idsOf(tx: Tx, siteKey: string, uuids: readonly string[]): Promise<number[]> {
  if (uuids.length === 0) return []
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('site_key', '=', siteKey)
    .where('uuid', 'in', uuids)
    .execute()
  return rows.map(({ id }) => id)
}

export interface ListedReseller extends NamedReseller {
  readonly name: string
  readonly netPercent: number
  readonly cancellationHours: number
  readonly isRevoked: boolean
  readonly bookings: number
}

export const listResellers = staffVerb({
  name: 'resellers list',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async (
    { db }: Pick<Deps, 'db'>,
    { siteKey }: { readonly siteKey: string },
  ): Promise<readonly ListedReseller[]> =>
    db.read(read =>
      read
        .selectFrom('resellers')
        .select(['site_key as siteKey', 'code', 'name', 'net_percent as netPercent'])
        .select(['cancellation_hours as cancellationHours'])
        .select(eb => [
          eb('revoked_at', 'is not', null).$castTo<boolean>().as('isRevoked'),
          sql<number>`(select count(*)::integer from reseller_bookings b where b.reseller_id = resellers.id)`.as(
            'bookings',
          ),
        ])
        .where('site_key', '=', siteKey)
        .orderBy('code')
        .execute(),
    ),
})

/** A new key. The one before is taken for {@link BOTH_HOURS} hours more; undefined where the site has no such reseller. */
export const rotateReseller = staffVerb({
  name: 'resellers rotate',
  permission: 'keys:write',
  reach: 'site',
  input: v.object({ ...site, code }),
  run: rotate,
})

async function rotate(
  { db, tokens }: KeyDeps,
  { siteKey, code: subject }: NamedReseller,
  act: Act,
): Promise<ToldKey | undefined> {
  return db.transaction(async tx => {
    const found = await tx
      .selectFrom('resellers')
      .select(['id', 'key_hash'])
      .where('site_key', '=', siteKey)
      .where('code', '=', subject)
      .where('revoked_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (found === undefined) return undefined
    const key = tokens.derive('reseller', `${found.id}.${randomUUID()}`)
    await tx
      .updateTable('resellers')
      .set({
        key_hash: hashToken(key),
        former_key_hash: found.key_hash,
        former_key_ends_at: sql<Date>`now() + make_interval(hours => ${BOTH_HOURS})`,
      })
      .where('id', '=', found.id)
      .execute()
    await recordAction(tx, act, { subject })
    return { id: found.id, key }
  })
}

/** Its keys open nothing any more; what it has booked stays valid. False where the site has no such reseller. */
export const revokeReseller = staffVerb({
  name: 'resellers revoke',
  permission: 'keys:write',
  reach: 'site',
  input: v.object({ ...site, code }),
  run: revoke,
})

async function revoke(
  { db }: Pick<Deps, 'db'>,
  { siteKey, code: subject }: NamedReseller,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    const revoked = await tx
      .updateTable('resellers')
      .set({
        revoked_at: sql<Date>`now()`,
        key_hash: null,
        former_key_hash: null,
        former_key_ends_at: null,
      })
      .where('site_key', '=', siteKey)
      .where('code', '=', subject)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked === undefined) return false
    await closeWebhooks(tx, { id: revoked.id, siteKey })
    await recordAction(tx, act, { subject })
    return true
  })
}
