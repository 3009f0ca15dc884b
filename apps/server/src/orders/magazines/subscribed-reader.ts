import type { MailMagazine } from '@kippu/contract/mail-magazines'
import { type RawBuilder, sql } from 'kysely'

/** A reader of magazines. The token of a reader ends the magazines: it goes into the mails to that address. */
export interface SubscribedReader {
  readonly id: string
  /** The hash of the token, in hexadecimal. */
  readonly tokenHash: string
}

/** In SQL, the reader with a normalised address on a site, null where they get no magazine, or not this one. */
export function subscribedReader(
  siteKey: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
  magazine?: MailMagazine,
): RawBuilder<SubscribedReader | null> {
  const isThis = magazine === undefined ? sql`` : sql`and field_name = ${sql.lit(magazine)}`
  return sql<SubscribedReader | null>`(
    select json_build_object('id', id, 'tokenHash', encode(token_hash, 'hex')) from magazine_readers as reader
     where reader.site_key = ${siteKey} and reader.email = ${address}
       and exists (select from magazine_subscriptions where reader_id = reader.id and is_subscribed ${isThis}))`
}
