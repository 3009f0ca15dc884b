import { type RawBuilder, sql } from 'kysely'

/** A reader of magazines. The token of a reader ends the magazines: it goes into the mails to that address. */
export interface SubscribedReader {
  readonly id: string
  /** The hash of the token, in hexadecimal. */
  readonly tokenHash: string
}

/** In SQL, the reader with a normalised address on a site, null where they get no magazine. */
export function subscribedReader(
  siteKey: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
): RawBuilder<SubscribedReader | null> {
  return sql<SubscribedReader | null>`(
    select json_build_object('id', id, 'tokenHash', encode(token_hash, 'hex')) from magazine_readers as reader
     where reader.site_key = ${siteKey} and reader.email = ${address}
       and exists (select from magazine_subscriptions where reader_id = reader.id and is_subscribed))`
}
