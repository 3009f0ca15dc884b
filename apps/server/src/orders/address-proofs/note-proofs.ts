import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { listed } from '../../platform/db/list.ts'
import { ADDRESSES_FOR_EACH_PROOF, ALL_DOMAINS, PROOFS_OF_OPEN_DOMAIN } from './count-mails.ts'
import type { CountedAddress } from './counted-address.ts'

/** The link to the address of an order was followed. */
export interface AddressProof {
  readonly orderId: string
  readonly address: CountedAddress
}

const EACH_PROOF = sql.lit(ADDRESSES_FOR_EACH_PROOF)
/**
 * A proof makes room for others at the network that asked for its mail. At a domain where everybody has a mailbox, a mailbox is a person. At any
 * other one person may own all names and prove each, so a proof gives the network back no more than what its mail took.
 */
const ROOM_OF_INVENTED = 1

/** The proofs of a domain are remembered for so long after the newest of them. */
const REMEMBERED = sql`interval '30 days'`

/** Something is to be noted of the domain `d`: its count is short of what matters, or it is to be remembered anew, once a day. */
const IS_DUE = sql<boolean>`(
  d.proved < ${sql.lit(PROOFS_OF_OPEN_DOMAIN)} or d.keep_until < now() + ${REMEMBERED} - interval '1 day')`

/**
 * Part of a statement: counts the mailboxes that the orders behind `moved`, a query of ids, have proved, each once an hour: for their
 * domains, and for the networks that asked for the mails. A domain that is not counted has no proofs. When `proved_domains` is read, all
 * that it locks is locked.
 */
export function noteProofs(proofs: readonly AddressProof[], moved: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`asked_proofs as materialized (
    select distinct on (p.recipient_hash) p.recipient_hash, p.domain_hash,
           (select s.network
              from proof_recipients r cross join lateral unnest(r.sent_at, r.sent_from, r.sent_for) as s (at, network, order_id)
             where r.recipient_hash = p.recipient_hash and s.order_id = p.order_id order by s.at desc limit 1) as network_hash
      from ${listed('p', {
        order_id: ['uuid', proofs.map(({ orderId }) => orderId)],
        recipient_hash: ['bytea', proofs.map(({ address }) => address.recipientHash)],
        domain_hash: ['bytea', proofs.map(({ address }) => address.domainHash)],
      })}
     where p.order_id in (${moved})
     order by p.recipient_hash, p.order_id
  ), ${COUNTED_PROOFS}`
}

const COUNTED_PROOFS = fixed(sql`asked_networks as materialized (
    select network_hash, ${ALL_DOMAINS} as domain_hash from asked_proofs union select network_hash, domain_hash from asked_proofs
  ), locked_networks as materialized (
    select n.network_hash from proof_networks n
     where (n.network_hash, n.domain_hash) in (select network_hash, domain_hash from asked_networks)
     order by n.network_hash, n.domain_hash for no key update
  ), locked_domains as materialized (
    select d.domain_hash from proof_domains d
     where d.domain_hash in (select domain_hash from asked_proofs) and ${IS_DUE}
       and (select count(*) from locked_networks) >= 0
     order by d.domain_hash for no key update
  ), proved_recipients as (
    insert into proof_recipients as r (recipient_hash, mailed_at, is_proved, keep_until)
    select recipient_hash, '{}', true, now() + interval '1 hour' from asked_proofs
     where (select count(*) from locked_domains) >= 0
     order by recipient_hash
    on conflict (recipient_hash) do update set is_proved = true where not r.is_proved
    returning recipient_hash
  ), new_proofs as materialized (
    select network_hash, domain_hash from asked_proofs
     where recipient_hash in (select recipient_hash from proved_recipients)
  ), proved_networks as (
    update proof_networks n set room = n.room + e.room
      from (select p.network_hash, c.domain_hash, sum(c.room)::integer as room
              from new_proofs p
              cross join lateral (values
                (${ALL_DOMAINS}, case when p.domain_hash is null then ${EACH_PROOF} else ${sql.lit(ROOM_OF_INVENTED)} end),
                (p.domain_hash, ${EACH_PROOF})) as c (domain_hash, room)
             group by p.network_hash, c.domain_hash) as e
     where n.network_hash = e.network_hash and n.domain_hash = e.domain_hash
  ), proved_domains as (
    insert into proof_domains as d (domain_hash, counted_from, addresses, proved, keep_until)
    select domain_hash, now(), 0, count(*), now() + ${REMEMBERED} from new_proofs
     where domain_hash is not null
     group by domain_hash order by domain_hash
    on conflict (domain_hash) do update
       set proved = least(d.proved + excluded.proved, ${sql.lit(PROOFS_OF_OPEN_DOMAIN)}), keep_until = now() + ${REMEMBERED}
     where ${IS_DUE}
    returning domain_hash
  )`)
