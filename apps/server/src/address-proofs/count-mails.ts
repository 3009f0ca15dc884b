import { type RawBuilder, sql } from 'kysely'

import { listed } from '../db/list.ts'
import type { CountedAddress } from './counted-address.ts'

/**
 * Mails that prove addresses are counted by mailbox and by domain, over all sites and processes of the deployment, in the statement that
 * queues them (docs/decisions/0039). Rows are locked after those of orders: domains, then mailboxes, each by their hashes.
 */

/** How many mails one mailbox gets in an hour, and how many mailboxes of a domain that has proved none. */
export interface ProofBounds {
  readonly mails: number
  readonly addresses: number
}

/** A mail that is to be queued with the form of an order. */
export interface CountedMail {
  readonly orderId: string
  readonly siteKey: string
  /** As `orders.email` has it. */
  readonly email: string
  readonly address: CountedAddress
  readonly bounds: ProofBounds
}

/** A mailbox or a domain has had its mails of this hour. */
export interface MailBound {
  readonly by: 'recipient' | 'domain'
  /** Seconds until the next mail may go there, 3,600 at most. */
  readonly retryAfter: number
}

/** Each mailbox of a domain that proves itself lets so many more of it be mailed in an hour. */
const ADDRESSES_FOR_EACH_PROOF = 5
/** A domain that has proved so many mailboxes is no longer counted: it is one of many people, like a carrier's. */
export const PROOFS_OF_OPEN_DOMAIN = 200

const HOUR = sql`interval '1 hour'`

/** The times of the last hour in the row `r` of a mailbox. */
const RECENT = sql`array(select t from unnest(r.mailed_at) as t where t > now() - ${HOUR} order by t)`
/** The counted hour of the domain `d` is over. */
const IS_OVER = sql<boolean>`d.counted_from <= now() - ${HOUR}`

/**
 * The address of the mail `m` is new to its domain: it was not mailed in this hour, has not proved itself and has bought nothing on
 * the site, and the domain has not proved enough of them. Subselects, so that each looks up one row by its index.
 */
const IS_NEW = sql<boolean>`
  m.domain_hash is not null
  and not coalesce((select r.is_proved or r.keep_until > now() from proof_recipients r
                     where r.recipient_hash = m.recipient_hash), false)
  and not coalesce((select d.proved >= ${sql.lit(PROOFS_OF_OPEN_DOMAIN)} from proof_domains d
                     where d.domain_hash = m.domain_hash), false)
  and (select true from orders b where b.site_key = m.site_key and b.email = m.email
          and (b.status = 'completed') is true limit 1) is null`

/** How many more mailboxes of the domain `d` are mailed because others have proved themselves. */
const ROOM_BY_PROOFS = sql`${sql.lit(ADDRESSES_FOR_EACH_PROOF)} * d.proved`

/** The conditions that keep mails within their bounds. Tests leave one out to prove that it is needed. */
export interface BoundConditions {
  /** For the row `r` of a mailbox. */
  readonly recipient: RawBuilder<boolean>
  /** For the row `d` of a domain and `excluded.addresses` more. */
  readonly domain: RawBuilder<boolean>
  /** How many more the row `d` of a domain has room for, with the bound `m.most_addresses`. */
  readonly room: RawBuilder<number>
}

const CONDITIONS: BoundConditions = {
  recipient: sql<boolean>`cardinality(${RECENT}) < (
    select a.most_mails from asked_mails a where a.recipient_hash = excluded.recipient_hash)`,
  domain: sql<boolean>`${IS_OVER} or d.addresses + excluded.addresses <= (
    select min(m.most_addresses) from asked_mails m where m.domain_hash = excluded.domain_hash) + ${ROOM_BY_PROOFS}`,
  room: sql<number>`m.most_addresses + ${ROOM_BY_PROOFS} - case when ${IS_OVER} then 0 else d.addresses end`,
}

/**
 * Part of a statement: `counted_mails` (order_id), those mails of the orders behind `locked`, a query of ids, that keep within their bounds
 * and are counted, and `bounded_mails` (order_id, by, seconds), all others of them. Each mailbox is among `mails` once.
 */
export function countMails(
  mails: readonly CountedMail[],
  locked: RawBuilder<unknown>,
  { recipient, domain, room }: BoundConditions = CONDITIONS,
): RawBuilder<unknown> {
  return sql`asked_mails as materialized (
    select m.order_id, m.recipient_hash, m.domain_hash, m.most_mails, m.most_addresses, ${IS_NEW} as is_new
      from ${listed('m', {
        order_id: ['uuid', mails.map(({ orderId }) => orderId)],
        site_key: ['text', mails.map(({ siteKey }) => siteKey)],
        email: ['text', mails.map(({ email }) => email)],
        recipient_hash: ['bytea', mails.map(({ address }) => address.recipientHash)],
        domain_hash: ['bytea', mails.map(({ address }) => address.domainHash)],
        most_mails: ['int', mails.map(({ bounds }) => bounds.mails)],
        most_addresses: ['int', mails.map(({ bounds }) => bounds.addresses)],
      })}
     where m.order_id in (${locked})
  ), locked_domains as materialized (
    select d.domain_hash, d.counted_from, d.addresses, d.proved from proof_domains d
     where d.domain_hash in (select domain_hash from asked_mails where is_new)
     order by d.domain_hash for no key update
  ), new_mails as materialized (
    select m.order_id, m.domain_hash,
           row_number() over (partition by m.domain_hash order by m.order_id)
             <= coalesce((select ${room} from locked_domains d where d.domain_hash = m.domain_hash), m.most_addresses) as fits
      from asked_mails m where m.is_new
  ), counted_domains as (
    -- A domain that has no row yet may get one from another process at the same time: then its condition decides.
    insert into proof_domains as d (domain_hash, counted_from, addresses, keep_until)
    select domain_hash, now(), count(*), now() + ${HOUR} from new_mails where fits group by domain_hash order by domain_hash
    on conflict (domain_hash) do update
       set addresses = case when ${IS_OVER} then 0 else d.addresses end + excluded.addresses,
           counted_from = case when ${IS_OVER} then now() else d.counted_from end,
           keep_until = greatest(d.keep_until, now() + ${HOUR})
     where ${domain}
    returning domain_hash
  ), allowed_mails as materialized (
    select order_id, recipient_hash from asked_mails
     where not is_new or order_id in (
       select order_id from new_mails where fits and domain_hash in (select domain_hash from counted_domains))
  ), counted_recipients as (
    insert into proof_recipients as r (recipient_hash, mailed_at, keep_until)
    select recipient_hash, array[now()], now() + ${HOUR} from allowed_mails order by recipient_hash
    on conflict (recipient_hash) do update
       set mailed_at = ${RECENT} || now(), keep_until = now() + ${HOUR}
     where ${recipient}
    returning recipient_hash
  ), counted_mails as materialized (
    select order_id from allowed_mails where recipient_hash in (select recipient_hash from counted_recipients)
  ), bounded_mails as (
    select m.order_id, b.by,
           -- Of a row that others have just written this statement sees no time yet: then a whole hour is told.
           coalesce(ceil(extract(epoch from case b.by
             when 'domain' then (select d.counted_from from proof_domains d where d.domain_hash = m.domain_hash)
             else (select (${RECENT})[1] from proof_recipients r where r.recipient_hash = m.recipient_hash)
           end + ${HOUR} - now())), 3600)::integer as seconds
      from asked_mails m
      cross join lateral (
        select case when m.order_id in (select order_id from allowed_mails) then 'recipient' else 'domain' end as by
      ) as b
     where m.order_id not in (select order_id from counted_mails)
  )`
}
