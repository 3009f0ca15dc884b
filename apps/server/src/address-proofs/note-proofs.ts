import { type RawBuilder, sql } from 'kysely'

import { listed } from '../db/list.ts'
import { PROOFS_OF_OPEN_DOMAIN } from './count-mails.ts'
import type { CountedAddress } from './counted-address.ts'

/** The link to the address of an order was followed. */
export interface AddressProof {
  readonly orderId: string
  readonly address: CountedAddress
}

/** What a domain has proved is remembered for so long after the newest of its proofs. */
const REMEMBERED = sql`interval '30 days'`

/** Something is to be noted of the domain `d`: its count is short of what matters, or it is to be remembered anew, once a day. */
const IS_DUE = sql<boolean>`(
  d.proved < ${sql.lit(PROOFS_OF_OPEN_DOMAIN)} or d.keep_until < now() + ${REMEMBERED} - interval '1 day')`

/**
 * Part of a statement: counts the mailboxes that the orders behind `moved`, a query of ids, have proved, for their domains: each once an
 * hour. A domain that is not counted has no proofs either. When `proved_domains` is read, all that it locks is locked.
 */
export function noteProofs(proofs: readonly AddressProof[], moved: RawBuilder<unknown>): RawBuilder<unknown> {
  const counted = proofs.filter(({ address }) => address.domainHash !== undefined)
  return sql`asked_proofs as materialized (
    select distinct p.recipient_hash, p.domain_hash
      from ${listed('p', {
        order_id: ['uuid', counted.map(({ orderId }) => orderId)],
        recipient_hash: ['bytea', counted.map(({ address }) => address.recipientHash)],
        domain_hash: ['bytea', counted.map(({ address }) => address.domainHash)],
      })}
     where p.order_id in (${moved})
  ), locked_domains as materialized (
    select d.domain_hash from proof_domains d
     where d.domain_hash in (select domain_hash from asked_proofs) and ${IS_DUE}
     order by d.domain_hash for no key update
  ), proved_recipients as (
    insert into proof_recipients as r (recipient_hash, mailed_at, is_proved, keep_until)
    select recipient_hash, '{}', true, now() + interval '1 hour' from asked_proofs
     where (select count(*) from locked_domains) >= 0
     order by recipient_hash
    on conflict (recipient_hash) do update set is_proved = true where not r.is_proved
    returning recipient_hash
  ), proved_domains as (
    insert into proof_domains as d (domain_hash, counted_from, addresses, proved, keep_until)
    select domain_hash, now(), 0, count(*), now() + ${REMEMBERED} from asked_proofs
     where recipient_hash in (select recipient_hash from proved_recipients)
     group by domain_hash order by domain_hash
    on conflict (domain_hash) do update
       set proved = least(d.proved + excluded.proved, ${sql.lit(PROOFS_OF_OPEN_DOMAIN)}), keep_until = now() + ${REMEMBERED}
     where ${IS_DUE}
    returning domain_hash
  )`
}
