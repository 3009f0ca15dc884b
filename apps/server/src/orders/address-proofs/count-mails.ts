import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { listed } from '../../platform/db/list.ts'
import type { CountedAddress } from './counted-address.ts'

/**
 * Mails that prove addresses are counted by network, by domain and by mailbox, over all sites and processes of the deployment, in the
 * statement that queues them (docs/decisions/0039). Rows are locked after those of orders: networks, domains, then mailboxes, each by
 * their hashes.
 */

/** The most mails of an hour. */
export interface ProofBounds {
  /** To one mailbox; three of five through one network. */
  readonly mails: number
  /** Mailboxes of a domain that has proved none; a twentieth of them through one network. */
  readonly addresses: number
  /** Mailboxes through one network, whatever their domains. */
  readonly networkAddresses: number
}

/** A mail that is to be queued with the form of an order. */
export interface CountedMail {
  readonly orderId: string
  readonly address: CountedAddress
  /** The keyed hash of the network that asks for it. */
  readonly network: Buffer
  readonly bounds: ProofBounds
}

/** A mailbox, a domain or a network has had its mails of this hour. */
export interface MailBound {
  readonly by: 'recipient' | 'domain' | 'network'
  /** Seconds until it is worth another try, 3,600 at most. */
  readonly retryAfter: number
}

/** Each mailbox of a domain that proves itself lets so many more of it be mailed in an hour. */
export const ADDRESSES_FOR_EACH_PROOF = 5
/** A domain that has proved so many mailboxes is no longer counted: it is one of many people, like a carrier's. */
export const PROOFS_OF_OPEN_DOMAIN = 200
/** So many networks have to ask for all that a domain gets. */
const NETWORKS_OF_A_DOMAIN = 20
/** Where proofs make room it comes within minutes. */
export const SECONDS_UNTIL_A_PROOF = 300

const HOUR = sql`interval '1 hour'`

/** The times of the last hour in the row `r` of a mailbox. */
const RECENT = sql`array(select t from unnest(r.mailed_at) as t where t > now() - ${HOUR} order by t)`
/** The mails of the last hour to the row `r` of a mailbox that the network of the asked mail `a` asked for. */
const OF_THE_NETWORK = sql`unnest(r.sent_at, r.sent_from) as s (at, network)
  where s.at > now() - ${HOUR} and s.network = a.network_hash`
/** The counted hour of the domain `d` is over. */
const IS_OVER = sql<boolean>`d.counted_from <= now() - ${HOUR}`
/** The counted hour of the row `n` of a network is over. */
const IS_NETWORK_OVER = sql<boolean>`n.counted_from <= now() - ${HOUR}`
/** The domain that the row of a network for all domains has. */
export const ALL_DOMAINS = sql`'\\x'::bytea`

/** How many more mailboxes of the domain `d` are mailed because others have proved themselves. */
const ROOM_BY_PROOFS = sql`${sql.lit(ADDRESSES_FOR_EACH_PROOF)} * d.proved`

/** The conditions that keep the asked mail `a` within its bounds. Tests leave one out to prove that it is needed. */
export interface BoundConditions {
  /** For the row `r` of a mailbox. */
  readonly recipient: RawBuilder<boolean>
  /** For the row `d` of a domain and `excluded.addresses` more. */
  readonly domain: RawBuilder<boolean>
  /** How many more the row `d` of a domain has room for. */
  readonly room: RawBuilder<number>
  /** For the row `n` of a network and `excluded.addresses` more. */
  readonly network: RawBuilder<boolean>
  /** How many more the row `n` of a network has room for, besides its bound. */
  readonly networkRoom: RawBuilder<number>
}

export const BOUND_CONDITIONS: BoundConditions = {
  recipient: sql<boolean>`(cardinality(${RECENT}) < a.most_mails and (select count(*) from ${OF_THE_NETWORK}) < a.most_of_network)`,
  domain: sql<boolean>`${IS_OVER} or d.addresses + excluded.addresses <= (
    select min(a.most_addresses) from asked_mails a where a.domain_hash = excluded.domain_hash) + ${ROOM_BY_PROOFS}`,
  room: sql<number>`a.most_addresses + ${ROOM_BY_PROOFS} - case when ${IS_OVER} then 0 else d.addresses end`,
  network: sql<boolean>`${IS_NETWORK_OVER} or n.addresses + excluded.addresses <= n.room + (
    select c.most from network_counts c where c.network_hash = excluded.network_hash and c.domain_hash = excluded.domain_hash)`,
  networkRoom: sql<number>`case when ${IS_NETWORK_OVER} then 0 else n.room - n.addresses end`,
}

/**
 * Part of a statement: `counted_mails` (order_id), those mails of the orders behind `locked`, a query of ids, that keep within their bounds
 * and are counted, and `bounded_mails` (order_id, by, seconds), all others of them. Each mailbox is among `mails` once.
 *
 * A mailbox is new to a network that has not asked for a mail to it in this hour. Nothing else is asked of it before the bounds of its
 * domain and of the network: who meets them learns nothing of a mailbox. A mail that is refused is counted nowhere, as far as this
 * statement can see at its beginning.
 */
export function countMails(
  conditions: BoundConditions = BOUND_CONDITIONS,
): (mails: readonly CountedMail[], locked: RawBuilder<unknown>) => RawBuilder<unknown> {
  const asked = knownOfAsked(conditions)
  const counted =
    fixed(sql`${countNetworks(conditions)}, ${countDomains(conditions)}, ${countRecipients(conditions)},
    ${BOUNDED_MAILS}`)
  return (mails, locked) => sql`asked_mails as materialized (
    ${asked}
      from ${listed('a', {
        order_id: ['uuid', mails.map(({ orderId }) => orderId)],
        recipient_hash: ['bytea', mails.map(({ address }) => address.recipientHash)],
        domain_hash: ['bytea', mails.map(({ address }) => address.domainHash)],
        network_hash: ['bytea', mails.map(({ network }) => network)],
        most_mails: ['int', mails.map(({ bounds }) => bounds.mails)],
        most_of_network: ['int', mails.map(({ bounds }) => Math.ceil((bounds.mails * 3) / 5))],
        most_addresses: ['int', mails.map(({ bounds }) => bounds.addresses)],
        most_network_addresses: ['int', mails.map(({ bounds }) => bounds.networkAddresses)],
      })}
     where a.order_id in (${locked})
  ), ${counted}`
}

/** The columns of an asked mail, and what is known of it at the beginning. Subselects, so that each looks up one row by its index. */
function knownOfAsked({ recipient, room }: BoundConditions): RawBuilder<unknown> {
  const ofDomain = sql`from proof_domains d where d.domain_hash = a.domain_hash`
  const ofRecipient = sql`from proof_recipients r where r.recipient_hash = a.recipient_hash`
  return fixed(sql`select a.order_id, a.recipient_hash, a.network_hash, a.most_mails, a.most_of_network, a.most_addresses, a.most_network_addresses,
           case when (select d.proved >= ${sql.lit(PROOFS_OF_OPEN_DOMAIN)} ${ofDomain}) then null else a.domain_hash end as domain_hash,
           -- As large a part of the domain's room, whatever it has proved.
           greatest(1, coalesce((select a.most_addresses + ${ROOM_BY_PROOFS} ${ofDomain}), a.most_addresses)
                       / ${sql.lit(NETWORKS_OF_A_DOMAIN)}) as most_of_share,
           coalesce((select d.proved >= ${sql.lit(PROOFS_OF_OPEN_DOMAIN)} or ${room} > 0 ${ofDomain}), true) as fits_domain,
           coalesce((select not exists (select from ${OF_THE_NETWORK}) ${ofRecipient}), true) as is_new,
           coalesce((select ${recipient} ${ofRecipient}), true) as fits_recipient`)
}

/** `network_mails`, those that are new to their networks, and `new_mails`, those of them that their networks may ask for. */
function countNetworks({ network, networkRoom }: BoundConditions): RawBuilder<unknown> {
  const roomOf = (domain: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
    select ${networkRoom} from locked_networks n where n.network_hash = a.network_hash and n.domain_hash = ${domain}), 0)`
  return sql`asked_networks as materialized (
    -- Apart: a row that was waited for is looked at again, and is not found again through a union.
    select network_hash, ${ALL_DOMAINS} as domain_hash from asked_mails where is_new
    union select network_hash, domain_hash from asked_mails where is_new
  ), locked_networks as materialized (
    select n.network_hash, n.domain_hash, n.counted_from, n.addresses, n.room from proof_networks n
     where (n.network_hash, n.domain_hash) in (select network_hash, domain_hash from asked_networks)
     order by n.network_hash, n.domain_hash for no key update
  ), share_mails as materialized (
    -- What is refused for another reason takes nobody's place.
    select a.*, a.domain_hash is null or row_number() over (
             partition by a.network_hash, a.domain_hash order by not (a.fits_domain and a.fits_recipient), a.order_id
           ) <= a.most_of_share + ${roomOf(sql`a.domain_hash`)} as fits_share
      from asked_mails a where a.is_new
  ), network_mails as materialized (
    select a.*, row_number() over (
             partition by a.network_hash order by not (a.fits_share and a.fits_domain and a.fits_recipient), a.order_id
           ) <= a.most_network_addresses + ${roomOf(ALL_DOMAINS)} as fits_network
      from share_mails a
  ), fitting_mails as materialized (
    select * from network_mails where fits_share and fits_network and fits_domain and fits_recipient
  ), network_counts as materialized (
    select a.network_hash, c.domain_hash, count(*) as addresses, min(c.most) as most
      from fitting_mails a
      cross join lateral (values (${ALL_DOMAINS}, a.most_network_addresses), (a.domain_hash, a.most_of_share)) as c (domain_hash, most)
     where c.domain_hash is not null
     group by a.network_hash, c.domain_hash
  ), counted_networks as (
    -- A network that has no row yet may get one from another process at the same time: then its condition decides.
    insert into proof_networks as n (network_hash, domain_hash, counted_from, addresses)
    select network_hash, domain_hash, now(), addresses from network_counts order by network_hash, domain_hash
    on conflict (network_hash, domain_hash) do update
       set addresses = case when ${IS_NETWORK_OVER} then 0 else n.addresses end + excluded.addresses,
           room = case when ${IS_NETWORK_OVER} then 0 else n.room end,
           counted_from = case when ${IS_NETWORK_OVER} then now() else n.counted_from end
     where ${network}
    returning network_hash, domain_hash
  ), new_mails as materialized (
    select a.order_id, a.domain_hash, a.most_addresses from fitting_mails a
     where (a.network_hash, ${ALL_DOMAINS}) in (select network_hash, domain_hash from counted_networks)
       and (a.domain_hash is null
            or (a.network_hash, a.domain_hash) in (select network_hash, domain_hash from counted_networks))
  )`
}

/** `allowed_mails`, those that neither their networks nor their domains refuse. */
function countDomains({ domain, room }: BoundConditions): RawBuilder<unknown> {
  return sql`locked_domains as materialized (
    select d.domain_hash, d.counted_from, d.addresses, d.proved from proof_domains d
     where d.domain_hash in (select domain_hash from new_mails)
     order by d.domain_hash for no key update
  ), domain_mails as materialized (
    select a.order_id, a.domain_hash,
           row_number() over (partition by a.domain_hash order by a.order_id)
             <= coalesce((select ${room} from locked_domains d where d.domain_hash = a.domain_hash), a.most_addresses) as fits
      from new_mails a where a.domain_hash is not null
  ), counted_domains as (
    -- As with networks: the condition decides for a domain that gets its row meanwhile.
    insert into proof_domains as d (domain_hash, counted_from, addresses, keep_until)
    select domain_hash, now(), count(*), now() + ${HOUR} from domain_mails where fits group by domain_hash order by domain_hash
    on conflict (domain_hash) do update
       set addresses = case when ${IS_OVER} then 0 else d.addresses end + excluded.addresses,
           counted_from = case when ${IS_OVER} then now() else d.counted_from end,
           keep_until = greatest(d.keep_until, now() + ${HOUR})
     where ${domain}
    returning domain_hash
  ), allowed_mails as materialized (
    select order_id, recipient_hash, network_hash from asked_mails
     where not is_new
        or order_id in (select order_id from new_mails where domain_hash is null)
        or order_id in (
          select order_id from domain_mails where fits and domain_hash in (select domain_hash from counted_domains))
  )`
}

/** `counted_mails`, those that nothing refuses. */
function countRecipients({ recipient }: BoundConditions): RawBuilder<unknown> {
  return sql`counted_recipients as (
    insert into proof_recipients as r (recipient_hash, mailed_at, sent_at, sent_from, sent_for, keep_until)
    select recipient_hash, array[now()], array[now()], array[network_hash], array[order_id], now() + ${HOUR}
      from allowed_mails order by recipient_hash
    on conflict (recipient_hash) do update
       set mailed_at = ${RECENT} || now(), keep_until = now() + ${HOUR},
           (sent_at, sent_from, sent_for) = (
             select array_agg(s.at), array_agg(s.network), array_agg(s.order_id)
               from (select * from unnest(r.sent_at, r.sent_from, r.sent_for) as before (at, network, order_id)
                      where before.at > now() - ${HOUR}
                     union all
                     select * from unnest(excluded.sent_at, excluded.sent_from, excluded.sent_for)) as s (at, network, order_id))
     where (select ${recipient} from asked_mails a where a.recipient_hash = excluded.recipient_hash)
    returning recipient_hash
  ), counted_mails as materialized (
    select order_id from allowed_mails where recipient_hash in (select recipient_hash from counted_recipients)
  )`
}

const BOUNDED_MAILS = sql`bounded_mails as (
  select a.order_id, b.by,
         -- Of a row that others have just written this statement sees no time yet: then a whole hour is told.
         case when b.waits_for_proofs or b.by = 'network' then ${sql.lit(SECONDS_UNTIL_A_PROOF)}
           else coalesce(ceil(extract(epoch from case b.by
             when 'domain' then (select d.counted_from from proof_domains d where d.domain_hash = a.domain_hash)
             else (select greatest(
                     case when cardinality(${RECENT}) >= a.most_mails then (${RECENT})[1] end,
                     case when (select count(*) from ${OF_THE_NETWORK}) >= a.most_of_network
                       then (select min(s.at) from ${OF_THE_NETWORK}) end)
                     from proof_recipients r where r.recipient_hash = a.recipient_hash)
           end + ${HOUR} - now())), 3600) end::integer as seconds
    from asked_mails a
    left join network_mails n on n.order_id = a.order_id
    cross join lateral (
      select case when not a.is_new then 'recipient'
                  when not a.fits_domain then 'domain'
                  when not n.fits_share then 'domain'
                  when not n.fits_network then 'network'
                  when not a.fits_recipient or a.order_id in (select order_id from allowed_mails) then 'recipient'
                  when a.order_id in (select order_id from domain_mails) then 'domain'
                  else 'network' end as by,
             a.is_new and a.fits_domain and not (n.fits_share and n.fits_network) as waits_for_proofs
    ) as b
   where a.order_id not in (select order_id from counted_mails)
)`
