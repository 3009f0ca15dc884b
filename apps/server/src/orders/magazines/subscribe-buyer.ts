import { randomUUID } from 'node:crypto'

import type { MailMagazine } from '@kippu/contract/mail-magazines'
import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../platform/db/list.ts'
import { type Buyer, hasTicked, normaliseAddress } from '../buyers/buyer.ts'
import { hashToken, type Tokens } from '../../platform/tokens.ts'
import { MAGAZINES } from './magazines.ts'

/** The buyer of an order who wants magazines. */
export interface Subscriber {
  readonly orderId: string
  /** The id of a reader who has none yet. */
  readonly id: string
  readonly siteKey: string
  /** As {@link normaliseAddress} normalises it. */
  readonly email: string
  readonly tokenHash: Buffer
  readonly magazines: readonly MailMagazine[]
}

interface BuyerOfOrder {
  readonly id: string
  readonly siteKey: string
  readonly buyer: Buyer
}

/** The subscriptions that a buyer chose, null when there are none. */
export function subscriberOf(
  tokens: Tokens,
  { id: orderId, siteKey, buyer }: BuyerOfOrder,
): Subscriber | null {
  const magazines = MAGAZINES.filter(magazine => hasTicked(buyer, magazine))
  if (buyer.email === undefined || magazines.length === 0) return null
  const id = randomUUID()
  const tokenHash = hashToken(tokens.derive('magazine', id))
  return { orderId, id, siteKey, email: normaliseAddress(buyer.email), tokenHash, magazines }
}

/**
 * Part of a statement: subscribes the buyers of the orders behind `ready`, a query of ids, to the magazines they chose;
 * existing subscriptions stay. An address has one reader a site, however many buyers have it.
 */
export function subscribeBuyers(
  subscribers: readonly Subscriber[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wishes = subscribers.flatMap(({ magazines, ...reader }) =>
    magazines.map(magazine => ({ ...reader, magazine })),
  )
  return sql`wishes as (
    select w.reader_id, w.site_key, w.email, w.token_hash, w.magazine from ${listed('w', {
      order_id: ['uuid', wishes.map(({ orderId }) => orderId)],
      reader_id: ['uuid', wishes.map(({ id }) => id)],
      site_key: ['text', wishes.map(({ siteKey }) => siteKey)],
      email: ['text', wishes.map(({ email }) => email)],
      token_hash: ['bytea', wishes.map(({ tokenHash }) => tokenHash)],
      magazine: ['text', wishes.map(({ magazine }) => magazine)],
    })}
    where w.order_id in (${ready})
  ), readers as (
    insert into magazine_readers (id, site_key, email, token_hash)
    select distinct on (site_key, email) reader_id, site_key, email, token_hash from wishes order by site_key, email
    on conflict (site_key, email) do update set email = excluded.email
    returning id, site_key, email
  ), subscriptions as (
    insert into magazine_subscriptions (reader_id, field_name, is_subscribed, changed_at)
    select distinct r.id, w.magazine, true, now() from wishes w join readers r on r.site_key = w.site_key and r.email = w.email
    on conflict (reader_id, field_name) do update set is_subscribed = true, changed_at = excluded.changed_at
      where magazine_subscriptions.is_subscribed = false
  )`
}
